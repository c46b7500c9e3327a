"""Tests of fetch-export beside users who write: all pages are as of one moment."""

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

from live.fetch_trials import DATABASE
from live.test_fetch_pages import Fetching

from google.cloud.firestore_v1.types import ListDocumentsRequest

from live import failing, pages
from live.client import connected
from live.documents import as_json
from live.server import messages, refusals


class Moments(Fetching):
    count = 12

    def setUp(self) -> None:
        self.later = timedelta()
        super().setUp()

    def clock(self) -> int:
        return messages.now() + self.later // timedelta(microseconds=1)

    def write(self, page: int) -> None:
        """Users write before, into and behind the page that is fetched next."""
        events, first = self.client.collection("rating_events"), page * 3
        batch = self.client.batch()
        batch.set(events.document(f"d_{first:03}new"), {"rating": page})
        for index in range(first, self.count - 1, 2):
            batch.update(events.document(f"d_{index:03}"), {"rating": -page})
        if page == 1:
            batch.delete(events.document(f"d_{self.count - 1:03}"))
        batch.commit()

    def fetch_while_written(self, **named: Any) -> None:
        """A fetch beside writes after each of its pages."""
        add = pages.Fetch.add

        def add_and_write(work: pages.Fetch, *arguments: Any) -> None:
            add(work, *arguments)
            self.write(len(work.pages))

        with mock.patch.object(pages.Fetch, "add", add_and_write):
            self.fetch(size=3, **named)

    def now(self) -> list[str]:
        found = [each for each in self.server.store.documents()
                 if each.name.startswith(f"{DATABASE}/documents/rating_events/")]
        return [as_json(each) for each in found]

    def fetched(self) -> list[str]:
        files = sorted(self.out.glob("page-*.json"))
        return [line.removesuffix(",") for file in files for line in file.read_text().splitlines()[1:-1]]

    def test_an_export_is_the_collection_as_of_its_start(self) -> None:
        before = self.now()
        self.fetch_while_written()
        self.assertNotEqual(self.now(), before)
        self.assertEqual(self.fetched(), before)
        self.assertTrue(self.manifest()["is_snapshot"])

    def test_a_fetch_that_goes_on_reads_as_of_the_same_moment(self) -> None:
        before = self.now()
        self.stopped_after(1)
        self.write(1)
        self.later = timedelta(minutes=50)
        self.fetch_while_written()
        self.assertEqual(self.fetched(), before)

    def test_a_moment_may_be_given(self) -> None:
        before, moment = self.now(), datetime.now(UTC)
        self.write(1)
        self.fetch_while_written(read_time=moment)
        self.assertEqual(self.fetched(), before)

    def test_pages_are_as_old_as_the_moment_for_max_input_age(self) -> None:
        self.fetch()
        modified = (self.out / "page-000001.json").stat().st_mtime
        moment = datetime.fromisoformat(str(self.manifest()["read_time"]))
        self.assertAlmostEqual(modified, moment.timestamp(), places=3)

    def test_a_moment_that_is_not_kept_any_more_is_65_and_says_what_to_do(self) -> None:
        self.stopped_after(1)
        self.later = timedelta(hours=1)
        for _ in range(2):
            with self.assertRaises(failing.Failure) as caught:
                self.fetch()
            self.assertEqual(caught.exception.status, failing.BAD_DATA)
            self.assertIn("cannot be read as of 20", str(caught.exception))
            self.assertIn("point-in-time recovery", str(caught.exception.hint))

    def test_another_moment_does_not_go_on(self) -> None:
        self.stopped_after(1)
        with self.fails(failing.CANNOT_CREATE, "is as of 20"):
            self.fetch(read_time=datetime.now(UTC))

    def test_a_moment_to_come_is_refused(self) -> None:
        with self.assertRaisesRegex(failing.Failure, "in the future") as caught:
            self.fetch(read_time=datetime.now(UTC) + timedelta(minutes=1))
        self.assertEqual(caught.exception.status, failing.BAD_DATA)
        self.assertEqual(caught.exception.hint, "give a time that has passed, or leave out --read-time")

    def test_a_server_without_moments_is_said(self) -> None:
        reading = self.server.service.reading

        def refusing(request: messages.Message) -> object:
            if request.HasField("read_time"):
                raise refusals.unsupported("a read time")
            return reading(request)

        with mock.patch.object(self.server.service, "reading", refusing):
            self.assertIn("changes during the fetch are mixed in", self.fetch()[0])
        self.assertFalse(self.manifest()["is_snapshot"])

    def test_each_kind_of_read_is_as_of_its_moment(self) -> None:
        moment, before = datetime.now(UTC), self.now()
        self.write(1)
        api = connected(DATABASE)
        listed = api.list_documents(request=ListDocumentsRequest(
            parent=f"{DATABASE}/documents", collection_id="rating_events", read_time=moment))
        self.assertEqual([as_json(type(each).pb(each)) for each in listed], before)
        last = {"name": f"{DATABASE}/documents/rating_events/d_{self.count - 1:03}"}
        found = api.get_document(request={**last, "read_time": moment})
        self.assertEqual(as_json(type(found).pb(found)), before[-1])
        answers = list(api.batch_get_documents(request={
            "database": DATABASE, "documents": last.values(), "read_time": moment}))
        self.assertEqual((as_json(type(found).pb(answers[0].found)), answers[0].read_time),
                         (before[-1], moment))
