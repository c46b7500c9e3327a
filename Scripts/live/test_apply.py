"""Tests of apply-batches: through Google's client against a server on this machine."""

import contextlib
import hashlib
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any
from unittest import mock

from live.server_trials import DATABASE, SCRIPTS, ServerCase

from google.protobuf import json_format

from live.batches import Write
from live.client import EMULATOR, Database
from live.sending import Sender
from live.server.lines import Completion, load
from live.server.store import Store

EVENTS = f"{DATABASE}/documents/rating_events"
TIME = "2026-02-09T19:30:00.123456Z"


def document(key: str, rating: int, time: str = TIME) -> dict[str, Any]:
    return {
        "name": f"{EVENTS}/{key}", "fields": {
            "joke_id": {"stringValue": f"joke {key}"}, "rating": {"integerValue": str(rating)}},
        "createTime": time, "updateTime": time}


def forward(each: dict[str, Any], is_timed: bool) -> dict[str, Any]:
    """The write that migrates a document."""
    rating = each["fields"]["rating"]["integerValue"]
    condition = {"updateTime": each["updateTime"]} if is_timed else {"exists": True}
    if rating == "3":
        return {"delete": each["name"], "currentDocument": condition}
    fields = {"rating": {"integerValue": {"4": "5", "2": "1"}[rating]}}
    return {"update": {"name": each["name"], "fields": fields},
            "updateMask": {"fieldPaths": ["rating"]}, "currentDocument": condition}


def backward(each: dict[str, Any]) -> dict[str, Any]:
    """The write that takes that back."""
    if each["fields"]["rating"]["integerValue"] == "3":
        return {"update": {"name": each["name"], "fields": each["fields"]},
                "currentDocument": {"exists": False}}
    return {"update": {"name": each["name"], "fields": {"rating": each["fields"]["rating"]}},
            "updateMask": {"fieldPaths": ["rating"]}, "currentDocument": {"exists": True}}


class ApplyCase(ServerCase):
    """A server with a collection, and the batches that migrate it."""

    def setUp(self) -> None:
        super().setUp()
        self.batches = self.directory / "batches"
        self.documents = [document(f"d{at:03}", at % 4 + 2) for at in range(40)]

    @contextlib.contextmanager
    def anew(self, **case: Any) -> Iterator[None]:
        """A subtest that begins as its test does."""
        with self.subTest(**case):
            self.doCleanups()
            self.setUp()
            yield

    def serve(self, faults: str = "", **options: Any) -> Any:
        store = self.directory / "store"
        if not store.exists():
            lines = io.StringIO("".join(json.dumps(each) + "\n" for each in self.documents))
            with Store(store) as filled:
                load(filled, [lines], Completion(None, ""))
        return super().serve(faults, seed=1, **options)

    def write_batches(self, size: int = 10, is_timed: bool = True) -> None:
        """Writes what migrate-ratings would; its own test is of the tool."""
        moved = [each for each in self.documents
                 if each["fields"]["rating"]["integerValue"] in ("2", "3", "4")]
        rows: dict[str, list[Any]] = {"batches": [], "undo": []}
        for number, at in enumerate(range(0, len(moved), size), start=1):
            some = moved[at : at + size]
            for key, folder, writes in (
                ("batches", "", [forward(each, is_timed) for each in some]),
                ("undo", "undo/", [backward(each) for each in some]),
            ):
                content = json.dumps({"writes": writes}).encode()
                path = self.batches / folder / f"batch-{number:05}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                rows[key].append({
                    "file": f"{folder}batch-{number:05}.json", "writes": len(writes),
                    "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
        manifest = {"schema_version": 1, "sources": [], **rows}
        (self.batches / "manifest.json").write_text(json.dumps(manifest))

    def command(self, *words: Any) -> list[str]:
        return [sys.executable, str(SCRIPTS / "apply-batches"), *map(str, words)]

    def environment(self, server: Any) -> dict[str, str]:
        return {**os.environ, EMULATOR: server.address if server else "127.0.0.1:1"}

    def apply(self, server: Any, *words: Any) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.command(*(words or (self.batches, "--execute", "--no-ramp", "--check", "all"))),
            env=self.environment(server), capture_output=True, text=True, timeout=120)

    def start(self, server: Any) -> "subprocess.Popen[str]":
        """A run that is slow enough to be met by others."""
        return subprocess.Popen(
            self.command(self.batches, "--execute", "--max-writes-per-second", "1"),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.environment(server))

    def write(self, server: Any, *writes: dict[str, Any]) -> None:
        """Writes as users of the app do."""
        with mock.patch.dict(os.environ, {EMULATOR: server.address}):
            Sender(Database(DATABASE), print).commit(
                [json_format.ParseDict(each, Write()) for each in writes])

    def undo(self, server: Any) -> "subprocess.CompletedProcess[str]":
        return self.apply(
            server, self.batches, "--undo", "--execute", "--no-ramp", "--check", "all")

    def ratings(self, server: Any) -> dict[str, str]:
        return {
            each.name.rsplit("/", 1)[1]: str(each.fields["rating"].integer_value)
            for each in server.store.documents()}

    def wanted(self) -> dict[str, str]:
        return {key: {"4": "5", "2": "1"}.get(each, each)
                for key, each in self.before().items() if each != "3"}

    def before(self) -> dict[str, str]:
        return {each["name"].rsplit("/", 1)[1]: each["fields"]["rating"]["integerValue"]
                for each in self.documents}


class Plain(ApplyCase):
    def test_a_dry_run_sends_nothing_and_needs_no_server(self) -> None:
        self.write_batches()
        done = self.apply(None, self.batches, "--price", "0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("3 of 3 batches, 30 writes", done.stdout)
        self.assertIn("DRY RUN: nothing sent", done.stdout)
        self.assertFalse((self.batches / "ledger.sqlite").exists())

    def test_batches_migrate_the_database_and_undo_restores_it(self) -> None:
        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.write_batches(is_timed=is_timed)
                server = self.serve()
                done = self.apply(server)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.ratings(server), self.wanted())
                self.assertIn("read back: 30 documents, 0 different", done.stdout)
                again = self.apply(server)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertEqual(len(server.store.commits()), 3)
                back = self.undo(server)
                self.assertEqual(back.returncode, 0, back.stderr)
                self.assertEqual(self.ratings(server), self.before())
                self.assertEqual(self.apply(server).returncode, 65)

    def test_each_fault_is_survived_and_no_commit_is_sent_twice(self) -> None:
        for fault in ("unavailable@2", "aborted@2", "exhausted@2", "deadline@2", "reset@2", "lost@2",
                      "lost@1,lost@2,lost@3", "lost@2,read.unavailable@1"):
            for is_timed in (True, False):
                with self.anew(fault=fault, is_timed=is_timed):
                    self.write_batches(is_timed=is_timed)
                    server = self.serve(fault)
                    done = self.apply(server)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(self.ratings(server), self.wanted())
                    self.assertEqual(sum(each.writes for each in server.store.commits()), 30)
                    self.assertEqual(self.undo(server).returncode, 0)
                    self.assertEqual(self.ratings(server), self.before())


class Changed(ApplyCase):
    def change(self, server: Any, key: str, rating: int) -> None:
        """A user rates a joke anew."""
        self.write(server, {"update": {"name": f"{EVENTS}/{key}", "fields": {
            "rating": {"integerValue": str(rating)}}}, "updateMask": {"fieldPaths": ["rating"]}})

    def test_a_document_that_changed_is_left_alone_and_listed_for_the_tools(self) -> None:
        self.write_batches()
        server = self.serve()
        self.change(server, "d000", 4)
        done = self.apply(server)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.ratings(server), self.wanted() | {"d000": "4"})
        (line,) = (self.batches / "changed.ndjson").read_text().splitlines()
        listed = json.loads(line)
        self.assertEqual(listed["name"], f"{EVENTS}/d000")
        self.assertEqual(listed["fields"]["rating"], {"integerValue": "4"})
        self.assertIn("updateTime", listed)
        self.assertEqual(self.undo(server).returncode, 0)
        self.assertEqual(self.ratings(server), self.before() | {"d000": "4"})

    def test_undo_leaves_alone_what_changed_since(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        self.change(server, "d000", 5)
        done = self.undo(server)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.ratings(server), self.before() | {"d000": "5"})


class Refused(ApplyCase):
    def refused(self, status: int, words: str, *arguments: Any) -> None:
        done = self.apply(None, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(words, done.stderr)

    def test_what_is_wrong_with_the_directory_is_said(self) -> None:
        self.refused(66, "has no manifest.json", self.directory)
        self.write_batches()
        for words in (["--undo"], ["--undo", "--execute"]):
            self.refused(64, "nothing to undo: there is no ledger", self.batches, *words)
            self.assertFalse((self.batches / "ledger.sqlite").exists())
        path = self.batches / "batch-00002.json"
        path.write_bytes(path.read_bytes().replace(b'"5"', b'"1"'))
        self.refused(65, "SHA-256 differs", self.batches)
        path.unlink()
        mending = "batch-00002.json': No such file or directory\napply-batches: hint: restore the folder"
        self.refused(66, mending, self.batches, "--execute")
        (self.batches / "manifest.json").write_text("{}")
        self.refused(65, "KeyError('schema_version')\napply-batches: hint: restore", self.batches)

    def test_wrong_words_are_usage(self) -> None:
        self.refused(64, "give a directory", "--execute")
        self.refused(64, "", self.batches, "--check", "some")
        self.refused(64, "", self.batches, "--max-writes-per-second", "0")
        self.refused(64, "--summary is for batches", "--ranking", "r", "--summary", self.directory / "s")

    def test_an_output_that_cannot_be_or_would_replace_an_input_is_refused_before_anything_is_sent(self) -> None:
        self.write_batches()
        for option in ("--changed", "--summary"):
            for status, words, path in (
                (64, "manifest.json' is an input", self.batches / "manifest.json"),
                (64, "ledger.sqlite' is an input", self.batches / "ledger.sqlite"),
                (73, f"{self.directory}' is a folder", self.directory),
                (73, "absent' is not a folder", self.directory / "absent/file"),
            ):
                self.refused(status, words, self.batches, "--execute", option, path)
        both = ["--changed", self.directory / "x", "--summary", self.directory / "x"]
        self.refused(64, "is another output", self.batches, "--execute", *both)
        default = self.batches / "changed.ndjson"
        self.refused(64, "is another output", self.batches, "--execute", "--summary", default)
        self.assertFalse((self.batches / "ledger.sqlite").exists())

    def test_other_batches_have_another_ledger(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        self.write_batches(size=7)
        done = self.apply(server)
        self.assertEqual(done.returncode, 65)
        self.assertIn("ledger", done.stderr)

    def test_a_ledger_of_an_emulator_is_not_one_of_the_service(self) -> None:
        self.write_batches()
        self.assertEqual(self.apply(self.serve()).returncode, 0)
        service = {key: value for key, value in os.environ.items() if key != EMULATOR}
        for words in ([], ["--undo"], ["--execute"], ["--undo", "--execute"]):
            done = subprocess.run(
                self.command(self.batches, *words), env=service, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn(f"of an emulator, not of {DATABASE}\n", done.stderr)

    def test_an_empty_ledger_is_none(self) -> None:
        self.write_batches()
        (self.batches / "ledger.sqlite").touch()
        server = self.serve()
        self.assertEqual(self.apply(server, self.batches).returncode, 0)
        done = self.apply(server, self.batches, "--undo", "--execute")
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertEqual(self.apply(server).returncode, 0)

    def test_a_ledger_that_cannot_be_written_is_said(self) -> None:
        self.write_batches()
        server = self.serve()
        done = self.apply(
            server, self.batches, "--execute", "--ledger", self.directory / "none" / "ledger")
        self.assertEqual(done.returncode, 73, done.stderr)
        (self.directory / "text").write_text("no ledger " * 100)
        done = self.apply(server, self.batches, "--execute", "--ledger", self.directory / "text")
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("hint: restore it from a backup", done.stderr)
        self.assertEqual(len(list(server.store.commits())), 0)

    def test_a_damaged_ledger_is_refused(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        ledger = self.batches / "ledger.sqlite"
        whole = ledger.read_bytes()
        overwritten = whole[:4096] + b"x" * len(whole[4096:])
        for content in (overwritten, *(whole[:size] for size in (100, 4096, len(whole) // 2))):
            ledger.write_bytes(content)
            for words in ((), ("--execute",), ("--undo",), ("--undo", "--execute")):
                with self.subTest(size=len(content), words=words):
                    done = self.apply(server, self.batches, *words)
                    self.assertEqual(done.returncode, 65, done.stderr)
        self.assertEqual(len(server.store.commits()), 3)

    def test_a_ledger_that_a_killed_run_was_writing_is_read_as_it_was_before(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        before = [self.apply(server, self.batches, *words).stdout for words in ((), ("--undo",))]
        ledger, journal = self.batches / "ledger.sqlite", self.batches / "ledger.sqlite-journal"
        killed = subprocess.run([sys.executable, "-c", (
            "import os, sqlite3, sys; base = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "for each in ('PRAGMA cache_size = 1', 'BEGIN', 'DELETE FROM writes WHERE number = 2',\n"
            "    'CREATE TABLE more AS WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t LIMIT 9999)'\n"
            "    ' SELECT x FROM t'):\n"
            "    base.execute(each)\n"
            "os.kill(os.getpid(), 9)"), str(ledger)])
        self.assertEqual(killed.returncode, -signal.SIGKILL)
        files = ledger.read_bytes(), journal.read_bytes()
        self.assertEqual([self.apply(server, self.batches, *words).stdout for words in ((), ("--undo",))], before)
        self.assertEqual((ledger.read_bytes(), journal.read_bytes()), files)
        # Without its journal it is damaged, which may show only in its counts.
        alone = self.directory / "alone.sqlite"
        alone.write_bytes(files[0])
        for words in ((), ("--undo",), ("--execute",), ("--undo", "--execute")):
            with self.subTest(words=words):
                done = self.apply(server, self.batches, "--ledger", alone, *words)
                self.assertEqual(done.returncode, 65, done.stderr)
        done = self.apply(server)
        self.assertEqual((done.returncode, journal.exists()), (0, False), done.stderr)
        self.assertEqual(self.apply(server, self.batches, "--undo", "--execute").returncode, 0)
        self.assertEqual(self.ratings(server), self.before())

    def test_a_ledger_whose_counts_do_not_add_up_is_refused(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        with contextlib.closing(sqlite3.connect(self.batches / "ledger.sqlite")) as base, base:
            base.execute("DELETE FROM writes WHERE number = 2 AND position = 3")
        for words in ((), ("--undo",), ("--execute",), ("--undo", "--execute")):
            done = self.apply(server, self.batches, *words)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn("it lacks what became of writes", done.stderr)

    def test_an_interrupted_application_is_undone_without_sending_the_rest(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        # As if it had been killed before the second batch was known to be committed.
        with contextlib.closing(sqlite3.connect(self.batches / "ledger.sqlite")) as base, base:
            base.execute("UPDATE batches SET state = 'sending' WHERE number = 2")
            base.execute("DELETE FROM batches WHERE number > 2")
            base.execute("DELETE FROM writes WHERE number >= 2")
        known = len(server.store.commits())
        done = self.apply(server, self.batches, "--undo")
        self.assertEqual((done.returncode, len(server.store.commits())), (0, known), done.stderr)
        done = self.undo(server)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("undone: 20 documents, in 2 batches", done.stdout)
        # The third batch is not sent again; here it had been committed.
        third = {each["name"].rsplit("/", 1)[1] for each in self.documents[26:]}
        self.assertEqual(self.ratings(server), {
            key: rating for key, rating in {**self.before(), **{
                key: value for key, value in self.wanted().items() if key in third}}.items()
            if key not in third or key in self.wanted()})

    def test_a_write_without_a_precondition_is_refused(self) -> None:
        self.write_batches()
        path, manifest = self.batches / "batch-00001.json", self.batches / "manifest.json"
        for condition in ({}, None, {"updateTime": None}):
            content = json.loads(path.read_text())
            content["writes"][0]["currentDocument"] = condition
            path.write_text(json.dumps(content))
            rows = json.loads(manifest.read_text())
            rows["batches"][0].update(
                sha256=hashlib.sha256(path.read_bytes()).hexdigest(), bytes=path.stat().st_size)
            manifest.write_text(json.dumps(rows))
            done = self.apply(None)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn("a write has no precondition", done.stderr)

    def test_a_signal_that_is_ignored_stays_so(self) -> None:
        self.write_batches()
        server = self.serve()
        process = subprocess.Popen(
            ["nohup", *self.command(self.batches, "--execute", "--max-writes-per-second", "20")],
            env=self.environment(server), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not server.store.commits() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        said = process.communicate()
        self.assertEqual(process.returncode, 0, said)

    def test_a_second_run_ends_with_75(self) -> None:
        self.write_batches()
        server = self.serve()
        first = self.start(server)
        while not server.store.commits() and first.poll() is None:
            time.sleep(0.01)
        self.assertEqual(self.apply(server).returncode, 75)
        first.terminate()
        first.communicate()
        self.assertEqual(first.returncode, 143)
        self.assertEqual(self.apply(server).returncode, 0)
        self.assertEqual(self.ratings(server), self.wanted())

    def test_a_signal_ends_it_within_a_second_and_says_how_to_go_on(self) -> None:
        self.write_batches(size=5)
        server = self.serve()
        for number, count in ((signal.SIGINT, 0), (signal.SIGHUP, 1), (signal.SIGTERM, 2)):
            process = self.start(server)
            while len(server.store.commits()) <= count and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(number)
            began = time.monotonic()
            said = process.communicate()[1]
            self.assertLess(time.monotonic() - began, 1)
            self.assertEqual(process.returncode, 128 + number, said)
            self.assertIn("run the same command again", said)


class Ranking(ApplyCase):
    def test_the_ranking_is_published_with_the_servers_time(self) -> None:
        path = self.directory / "all_time.json"
        path.write_text(json.dumps({
            "week_id": "all_time", "hilarious": [{"joke_id": "a", "count": 2, "rank": 1}],
            "horrible": [], "total_hilarious_ratings": 2, "total_horrible_ratings": 0,
            "computed_at": "2000-01-01T00:00:00Z"}))
        server = self.serve()
        words = ("--ranking", path, "--database", DATABASE)
        self.assertEqual(self.apply(server, *words).returncode, 0)
        done = self.apply(server, *words, "--execute")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = next(each for each in server.store.documents() if each.name.endswith("/all_time"))
        self.assertEqual(found.fields["total_hilarious_ratings"].integer_value, 2)
        self.assertGreater(found.fields["computed_at"].timestamp_value.seconds, 1_700_000_000)

    def test_the_ranking_is_published_after_a_fault_too(self) -> None:
        fields = {key: {"arrayValue": {}} for key in ("hilarious", "horrible")} | {
            f"total_{key}_ratings": {"integerValue": "3"} for key in ("hilarious", "horrible")}
        # As aggregate-top10 makes it with --as commit --server-timestamp computed_at.
        write = {"update": {"name": f"{DATABASE}/documents/weekly_rankings/all_time",
                            "fields": {**fields, "week_id": {"stringValue": "all_time"}}},
                 "updateTransforms": [{"fieldPath": "computed_at", "setToServerValue": "REQUEST_TIME"}]}
        for fault in ("unavailable@1", "lost@1", "reset@1,lost@2", "aborted@1"):
            with self.anew(fault=fault):
                path = self.directory / "all_time.json"
                path.write_text(json.dumps({"writes": [write]}))
                server = self.serve(faults=fault)
                done = self.apply(server, "--ranking", path, "--execute")
                self.assertEqual(done.returncode, 0, done.stderr)
                found = [each for each in server.store.documents() if each.name.endswith("/all_time")]
                self.assertEqual([each.fields["total_horrible_ratings"].integer_value for each in found], [3])

    def test_another_document_is_refused(self) -> None:
        path = self.directory / "other.json"
        lists = {key: {"arrayValue": 5} for key in ("hilarious", "horrible")}
        totals = {f"total_{key}_ratings": {"integerValue": "x"} for key in lists}
        fields = {**lists, **totals, "week_id": {"stringValue": "all_time"}, "computed_at": {}}
        for content in ({}, {"fields": fields}):
            path.write_text(json.dumps(content))
            done = self.apply(None, "--ranking", path, "--database", DATABASE, "--execute")
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertIn("is not a ranking", done.stderr)
