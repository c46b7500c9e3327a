"""Tests of fetch-export with a database that is read as of one moment.

The Firestore server of these scripts keeps no old versions, so that its answers are made here.
"""

import json
import unittest
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest import mock

from live import failing, pages
from live.fetch_trials import DATABASE, Trial

try:
    from google.api_core import exceptions
    from google.cloud.firestore_v1.types import Document
    from google.protobuf.timestamp_pb2 import Timestamp

    from live import collection
    from live.documents import Collection
except ImportError:
    pass  # each test is skipped with the reason

START = datetime(2026, 3, 1, 3, 15, 0, 123456, UTC)
SECOND = timedelta(seconds=1)


class Moments(Trial):
    def setUp(self) -> None:
        super().setUp()
        self.now, self.oldest = START, START
        self.versions = {f"d{index}": START for index in range(6)}
        self.asked: list[datetime | None] = []
        patch = mock.patch.multiple(collection, connected=lambda _: None, query=self.query)
        self.enterContext(patch)

    def query(
        self, _: object, source: object, after: str | None, limit: int, read_time: datetime | None
    ) -> Iterator[object]:
        """What the service answers; a second passes."""
        self.asked.append(read_time)
        moment = read_time or self.now
        self.now += SECOND
        if moment < self.oldest:
            raise exceptions.FailedPrecondition("the requested snapshot version is too old")
        read = Timestamp()
        read.FromDatetime(moment)
        full = {f"{source.parent}/{source.id}/{id}": at for id, at in self.versions.items()}
        found = [n for n, at in sorted(full.items()) if at <= moment and (not after or n > after)]
        for name in found[:limit]:
            yield Document.pb(Document(name=name)), read
        if not found:
            yield None, read

    def fetch(self, read_time: datetime | None = None) -> list[str]:
        said: list[str] = []
        source = Collection(DATABASE, "rating_events")
        collection.fetch(source, self.out, read_time, 2, False, 1, said.append)
        return said

    def stopped_after_a_page(self) -> None:
        begin = collection.gathered

        def stopping(*arguments: object) -> object:
            if arguments[2] is not None:
                raise failing.Failure(failing.IO_ERROR, "stopped")
            return begin(*arguments)

        with mock.patch.object(collection, "gathered", stopping), self.fails(74, "stopped"):
            self.fetch()

    def manifest(self) -> dict[str, object]:
        return json.loads((self.out / pages.MANIFEST).read_text())

    def test_documents_written_after_the_start_are_not_in_the_export(self) -> None:
        self.versions["d3a"] = START + SECOND
        said = self.fetch()
        self.assertEqual(self.manifest()["documents"], 6)
        self.assertEqual(self.manifest()["read_time"], "2026-03-01T03:15:00.123456Z")
        self.assertTrue(self.manifest()["is_snapshot"])
        self.assertEqual(self.asked, [None, *[START] * 4])
        self.assertIn("as of 2026-03-01T03:15:00.123456Z", said[-1])

    def test_pages_are_as_old_as_the_moment_for_max_input_age(self) -> None:
        self.fetch()
        modified = (self.out / "page-000001.json").stat().st_mtime
        self.assertAlmostEqual(modified, START.timestamp(), places=3)

    def test_a_fetch_that_goes_on_reads_as_of_the_same_moment(self) -> None:
        self.stopped_after_a_page()
        self.versions["d3a"] = self.now
        self.now += timedelta(minutes=50)
        self.fetch()
        self.assertEqual(self.manifest()["documents"], 6)
        self.assertEqual(set(self.asked), {None, START})

    def test_a_moment_that_is_not_kept_any_more_is_65_and_says_what_to_do(self) -> None:
        self.stopped_after_a_page()
        self.oldest = START + timedelta(hours=1)
        with self.fails(failing.BAD_DATA, "cannot be read as of 2026-03-01T03:15:00.123456Z"):
            self.fetch()
        with self.assertRaises(failing.Failure) as caught:
            self.fetch()
        self.assertIn("point-in-time recovery", caught.exception.hint)

    def test_a_moment_may_be_given(self) -> None:
        self.now += timedelta(hours=5)
        self.fetch(START)
        self.assertEqual(set(self.asked), {START})

    def test_another_moment_does_not_go_on(self) -> None:
        self.stopped_after_a_page()
        with self.fails(failing.CANNOT_CREATE, "is as of 2026-03-01T03:15:00.123456Z"):
            self.fetch(START + SECOND)


if __name__ == "__main__":
    unittest.main()
