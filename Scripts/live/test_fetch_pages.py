"""Tests of fetch-export from a collection, against the Firestore server of these scripts."""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
from datetime import UTC, datetime
from typing import Any
from unittest import mock

from installing.building import TOOLS
from live.fetch_trials import DATABASE, Trial, command, contents, killed_when

from google.cloud import firestore

from live import collection, durable, failing, pages
from live.documents import Collection
from live.server import messages
from live.server.serving import FirestoreServer


class Fetching(Trial):
    count = 23

    def setUp(self) -> None:
        super().setUp()
        self.server = self.enterContext(FirestoreServer(self.work / "store", clock=self.clock))
        environment = {"FIRESTORE_EMULATOR_HOST": self.server.address}
        self.enterContext(mock.patch.dict(os.environ, environment))
        self.client = firestore.Client(project="p")
        batch = self.client.batch()
        for index in range(self.count):
            document = self.client.collection("rating_events").document(f"d_{index:03}")
            batch.set(document, {"joke_id": "j", "rating": index % 5 + 1})
        other = self.client.document("users/u/rating_events/x")
        batch.set(other, {"rating": 1})
        batch.commit()

    def clock(self) -> int:
        return messages.now()

    def fetch(self, path: str = "rating_events", size: int = 5, **named: Any) -> list[str]:
        said: list[str] = []
        collection.fetch(
            Collection(DATABASE, path), self.out, named.get("read_time"), size,
            named.get("allow_empty", False), named.get("seconds", 10), said.append)
        return said

    def manifest(self) -> Any:
        return json.loads((self.out / pages.MANIFEST).read_text())

    def documents(self) -> list[dict[str, Any]]:
        files = sorted(self.out.glob("page-*.json"))
        return [each for file in files for each in json.loads(file.read_text())["documents"]]

    def names(self) -> list[str]:
        return [str(each["name"]).rpartition("/")[2] for each in self.documents()]

    def assert_whole(self) -> None:
        self.assertEqual(self.names(), [f"d_{index:03}" for index in range(self.count)])
        manifest = self.manifest()
        self.assertEqual(manifest["documents"], self.count)
        for page in manifest["pages"]:
            content = (self.out / page["file"]).read_bytes()
            self.assertEqual(hashlib.sha256(content).hexdigest(), page["sha256"])
        self.assertFalse((self.out / pages.JOURNAL).exists())

    def stopped_after(self, count: int) -> None:
        """A fetch that ends when it has that many pages."""
        add = pages.Fetch.add

        def failing_add(work: pages.Fetch, *arguments: Any) -> None:
            if len(work.pages) == count:
                raise failing.Failure(failing.IO_ERROR, "stopped")
            add(work, *arguments)

        with mock.patch.object(pages.Fetch, "add", failing_add), self.fails(74, "stopped"):
            self.fetch()


class Pages(Fetching):
    def test_every_document_is_fetched_once_in_order(self) -> None:
        self.assertRegex(self.fetch()[-1], "23 documents in 5 pages of 'rating_events' as of .*; finished")
        self.assert_whole()

    def test_a_page_that_ends_with_the_collection_says_that_none_follows(self) -> None:
        self.fetch(size=23)
        self.assertEqual([path.name for path in sorted(self.out.iterdir())],
                         [pages.MANIFEST, "page-000001.json"])
        self.assertNotIn("nextPageToken", (self.out / "page-000001.json").read_text())

    def test_a_long_page_ends_early(self) -> None:
        with mock.patch.object(collection, "BYTES_A_PAGE", 1):
            self.fetch()
        self.assertEqual(len(self.manifest()["pages"]), self.count)
        self.assert_whole()

    def test_a_subcollection_is_a_collection_of_its_own(self) -> None:
        self.fetch("users/u/rating_events")
        self.assertEqual(self.names(), ["x"])

    def test_an_empty_collection_needs_allow_empty(self) -> None:
        for _ in range(2):
            with self.fails(failing.GUARD, "has no documents"):
                self.fetch("rating_event")
            self.assertEqual(contents(self.out), {})
        self.fetch("rating_event", allow_empty=True)
        self.assertEqual(self.manifest()["documents"], 0)

    def test_calls_that_fail_for_a_while_are_repeated(self) -> None:
        faults = "read.unavailable=0.3,read.aborted=0.1,read.exhausted=0.1,read.reset=0.1"
        with FirestoreServer(self.work / "store", faults=faults, seed=7) as server:
            with mock.patch.dict(os.environ, {"FIRESTORE_EMULATOR_HOST": server.address}):
                self.fetch()
        self.assert_whole()

    def test_a_server_that_is_gone_is_74_and_the_fetch_can_go_on(self) -> None:
        self.stopped_after(2)
        address = {"FIRESTORE_EMULATOR_HOST": "127.0.0.1:9"}
        with mock.patch.dict(os.environ, address), self.fails(74, "the server does not answer"):
            self.fetch(seconds=0.1)
        self.assertIn("continuing after 10 documents in 2 pages", self.fetch()[0])
        self.assert_whole()

    def test_a_page_that_was_truncated_is_fetched_again(self) -> None:
        self.stopped_after(3)
        page = self.out / "page-000002.json"
        page.write_bytes(page.read_bytes()[:-20])
        said = self.fetch()
        self.assertEqual(said[0], "page-000002.json is not as it was written; it is fetched again")
        self.assert_whole()

    def test_a_journal_that_was_cut_at_any_byte_loses_its_last_page_at_most(self) -> None:
        self.stopped_after(2)
        journal = self.out / pages.JOURNAL
        content = journal.read_bytes()
        start = content.index(b"\n", content.index(b"\n") + 1) + 1
        for length in (start, start + 1, (start + len(content)) // 2, len(content) - 1):
            with self.subTest(length=length):
                saved = contents(self.out)
                journal.write_bytes(content[:length])
                self.assertIn("continuing after", self.fetch()[0])
                self.assert_whole()
                shutil.rmtree(self.out)
                self.out.mkdir()
                for name, bytes_ in saved.items():
                    (self.out / name).write_bytes(bytes_)

    def test_folders_of_other_things_are_refused(self) -> None:
        self.fetch()
        with self.fails(failing.CANNOT_CREATE, "holds a finished export"):
            self.fetch()
        (self.out / pages.MANIFEST).unlink()
        with self.fails(failing.CANNOT_CREATE, "pages without their journal"):
            self.fetch()
        shutil.rmtree(self.out)
        self.stopped_after(1)
        with self.fails(failing.CANNOT_CREATE, "holds pages of 'rating_events'"):
            self.fetch("jokes")
        (self.out / "notes.txt").write_text("mine")
        with self.fails(failing.CANNOT_CREATE, "notes.txt' is not of a fetch"):
            self.fetch()

    def test_two_fetches_at_once_end_with_75(self) -> None:
        self.out.mkdir()
        with durable.locked(self.out, "test"), self.fails(failing.LOCKED, "another fetch-export"):
            self.fetch()

    def test_a_page_that_finds_no_room_is_74_and_leaves_nothing_of_itself(self) -> None:
        arguments = ["--collection", "rating_events", "--database", DATABASE]
        words = shlex.join(command(*arguments, "-o", str(self.out)))
        limited = ["bash", "-c", f"ulimit -f 1; {words}"]
        done = subprocess.run(limited, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(list(contents(self.out)), [pages.JOURNAL])
        self.fetch()
        self.assert_whole()

    def test_after_a_kill_the_next_run_goes_on(self) -> None:
        with FirestoreServer(self.work / "store", slow_ms=300) as server:
            with mock.patch.dict(os.environ, {"FIRESTORE_EMULATOR_HOST": server.address}):
                killed_when(
                    ["--collection", "rating_events", "--database", DATABASE, "-o",
                     str(self.out), "--page-size", "2"],
                    lambda: (self.out / "page-000003.json").exists())
        kept = (self.out / "page-000002.json").stat().st_ino
        self.assertIn("continuing after", self.fetch()[0])
        self.assertEqual((self.out / "page-000002.json").stat().st_ino, kept)
        self.assert_whole()


class Values(Fetching):
    count = 0

    def test_every_type_of_value_survives_and_the_tools_read_it(self) -> None:
        values = {
            "least": -(2**63), "most": 2**63 - 1, "zero": 0, "no": False, "nothing": None,
            "nan": float("nan"), "minus": -0.0, "infinite": float("-inf"), "whole": 4.0,
            "tenth": 0.1, "text": "\0\u2028\U0001f600 \"", "empty": "", "bytes": b"\0\xff",
            "time": datetime(1, 1, 1, 0, 0, 0, 1, UTC), "list": [1, {"deep": [None], "none": []}],
            "map": {"a.b": {}, "`": 1}, "place": firestore.GeoPoint(0, -0.0),
            "reference": self.client.document("jokes/j"), "rating": 4, "joke_id": "j"}
        self.client.document("rating_events/d_j_2026-W07").set(values)
        self.fetch()
        (found,) = self.documents()
        fields = found["fields"]
        for name, value in {
            "least": {"integerValue": str(-(2**63))}, "most": {"integerValue": str(2**63 - 1)},
            "zero": {"integerValue": "0"}, "no": {"booleanValue": False},
            "nothing": {"nullValue": None}, "nan": {"doubleValue": "NaN"},
            "infinite": {"doubleValue": "-Infinity"}, "tenth": {"doubleValue": 0.1},
            "text": {"stringValue": values["text"]}, "empty": {"stringValue": ""},
            "bytes": {"bytesValue": "AP8="},
            "time": {"timestampValue": "0001-01-01T00:00:00.000001Z"},
            "list": {"arrayValue": {"values": [
                {"integerValue": "1"},
                {"mapValue": {"fields": {
                    "deep": {"arrayValue": {"values": [{"nullValue": None}]}},
                    "none": {"arrayValue": {}}}}},
            ]}},
            "map": {"mapValue": {"fields": {"a.b": {"mapValue": {}}, "`": {"integerValue": "1"}}}},
            "reference": {"referenceValue": f"{DATABASE}/documents/jokes/j"},
        }.items():
            self.assertEqual(fields[name], value, name)
        text = (self.out / "page-000001.json").read_text()
        self.assertIn('"minus":{"doubleValue":-0.0}', text)
        self.assertIn('"whole":{"doubleValue":4.0}', text)
        self.assert_tools_read(found["updateTime"])

    def assert_tools_read(self, update_time: object) -> None:
        if not (TOOLS / "migrate-ratings").exists():
            self.skipTest(f"no tools in {TOOLS}; name their folder in LAUGHTRACK_TOOLS")
        check = [str(TOOLS / "read-export"), str(self.out), "--check", "--expect-count", "1"]
        subprocess.run(check, check=True, capture_output=True)
        batches = self.work / "batches"
        subprocess.run(
            [str(TOOLS / "migrate-ratings"), str(self.out), "--batches", str(batches),
             "--database", DATABASE], check=True, capture_output=True)
        (write,) = json.loads((batches / "batch-00001.json").read_text())["writes"]
        self.assertEqual(write["currentDocument"], {"updateTime": update_time})
