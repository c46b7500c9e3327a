"""Tests of documents that another writer changes while batches are sent."""

import hashlib
import json
import os
import subprocess
from collections.abc import Callable
from typing import Any, Optional
from unittest import mock

from live.test_apply import DATABASE, EVENTS, ApplyCase

from google.api_core import exceptions
from google.cloud.firestore_v1 import types

from live.applying import Application
from live.batches import BatchDirectory
from live.client import EMULATOR, Database
from live.failing import NO_INPUT, Failure
from live.ledger import PRESENT, WRITTEN, Ledger, Result
from live.pace import Pace
from live.sending import Sender


class Troubled(Sender):
    """A sender whose first commit is lost, held back, or never arrives; something happens after it."""

    def __init__(
        self, trouble: str, after: Callable[[], None] = lambda: None,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(Database(DATABASE), print, 0.001)
        self.trouble, self.after, self.before = trouble, after, before
        self.held: Optional[list[Any]] = None

    def commit(self, writes: list[Any]) -> list[Result]:
        trouble, self.trouble = self.trouble, ""
        if self.held is not None:
            held, self.held = self.held, None
            super().commit(held)
        if not trouble:
            return super().commit(writes)
        self.before()
        if trouble == "late":
            self.held = list(writes)
        elif trouble == "lost":
            super().commit(writes)
        self.after()
        raise exceptions.DeadlineExceeded("no reply")


class Killed(BaseException):
    """The end of a run that catches errors only."""


class Interfering(ApplyCase):
    def setUp(self) -> None:
        super().setUp()
        self.documents = self.documents[:4]  # 2, 3, 4, 5

    def start(self, is_timed: bool = True) -> None:
        self.write_batches(is_timed=is_timed)
        self.server = self.serve()
        self.enterContext(mock.patch.dict(os.environ, {EMULATOR: self.server.address}))

    def rate(self, key: str, rating: Optional[int], **others: str) -> None:
        """A user rates a joke, or takes the rating back."""
        write: dict[str, Any] = {"delete": f"{EVENTS}/{key}"}
        if rating is not None:
            fields = {"joke_id": {"stringValue": f"joke {key}"}, "rating": {"integerValue": str(rating)},
                      **{name: {"stringValue": text} for name, text in others.items()}}
            write = {"update": {"name": f"{EVENTS}/{key}", "fields": fields}}
        self.write(self.server, write)

    def run_with(self, sender: Sender, is_undo: bool = False) -> dict[str, int]:
        batches = BatchDirectory(self.batches)
        identity = Database(DATABASE).identity
        ledger = Ledger(self.batches / "ledger.sqlite", batches.sha256, identity, is_read_only=False)
        try:
            application = Application(batches, ledger, is_undo, lambda _: None)
            application.run(sender, Pace(float("inf"), has_ramp=False))
            return ledger.counts(application.direction)
        finally:
            ledger.close()

    def test_a_commit_that_arrives_late_is_ours(self) -> None:
        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                self.assertEqual(self.run_with(Troubled("late")), {WRITTEN: 3})
                self.assertEqual(self.ratings(self.server), self.wanted())
                self.assertEqual(self.undo(self.server).returncode, 0)
                self.assertEqual(self.ratings(self.server), self.before())

    def test_a_database_that_is_not_there_ends_the_run_at_once(self) -> None:
        class Absent(Sender):
            def commit(self, writes: list[Any]) -> list[Result]:
                raise exceptions.NotFound("The database (default) does not exist")

            def _read(self, names: list[str], moment: Any = None) -> dict[str, Any]:
                raise exceptions.NotFound("The database (default) does not exist")

        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                with self.assertRaises(Failure) as caught:
                    self.run_with(Absent(Database(DATABASE), print))
                self.assertEqual(caught.exception.status, NO_INPUT)
                # Nothing was sent, so nothing is in doubt.
                self.assertEqual(self.undo(self.server).returncode, 64)

    def test_a_reply_without_results_is_not_taken_for_a_commit(self) -> None:
        self.start()
        sender = Sender(Database(DATABASE), print, 0.001)
        commit = sender._database.client.commit
        replies = [lambda **_: types.CommitResponse(), commit]
        with mock.patch.object(
            sender._database.client, "commit", lambda **options: replies.pop(0)(**options)
        ):
            self.assertEqual(self.run_with(sender), {WRITTEN: 3})
        self.assertEqual(self.ratings(self.server), self.wanted())

    def test_what_a_user_writes_after_a_lost_reply_is_not_undone(self) -> None:
        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                again = Troubled("lost", after=lambda: self.rate("d002", 5, note="mine"))
                self.assertEqual(self.run_with(again), {WRITTEN: 3})
                self.assertEqual(self.undo(self.server).returncode, 3)
                self.assertEqual(self.ratings(self.server), self.before() | {"d002": "5"})

    def test_what_a_user_writes_before_a_lost_request_is_not_undone(self) -> None:
        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                first = Troubled("reset", before=lambda: self.rate("d002", 5))
                self.assertEqual(self.run_with(first), {WRITTEN: 2, PRESENT: 1})
                undone = self.undo(self.server)
                self.assertEqual(undone.returncode, 3)
                self.assertIn("not undone: 1 document ", undone.stdout)
                self.assertEqual(self.ratings(self.server), self.before() | {"d002": "5"})

    def test_a_lone_write_is_ours_only_if_the_document_differs_by_nothing_else(self) -> None:
        def rate() -> None:
            self.rate("d002", 5, note="mine")

        for trouble, before, after, state, rating in (
            ("lost", None, None, WRITTEN, "4"), ("lost", None, rate, WRITTEN, "5"),
            ("reset", rate, None, PRESENT, "5")):
            for is_timed in (True, False):
                with self.anew(trouble=trouble, state=state, rating=rating, is_timed=is_timed):
                    self.documents = self.documents[2:3]
                    self.start(is_timed)
                    sender = Troubled(trouble, before=before or (lambda: None), after=after or (lambda: None))
                    self.assertEqual(self.run_with(sender), {state: 1})
                    self.undo(self.server)
                    self.assertEqual(self.ratings(self.server), {"d002": rating})

    def test_what_several_users_wrote_is_not_taken_for_one_commit(self) -> None:
        def rate_all() -> None:
            for key, rating in (("d000", 1), ("d001", None), ("d002", 5)):
                self.rate(key, rating)

        def rate_others() -> None:
            for key, rating in (("d000", 4), ("d001", None), ("d002", 2)):
                self.rate(key, rating)

        for rate, counts in ((rate_all, {PRESENT: 3}), (rate_others, {PRESENT: 1, "left": 2})):
            for is_timed in (True, False):
                with self.anew(counts=counts, is_timed=is_timed):
                    self.start(is_timed)
                    self.assertEqual(self.run_with(Troubled("reset", before=rate)), counts)
                    ratings = self.ratings(self.server)
                    self.assertEqual(self.undo(self.server).returncode, 3)
                    self.assertEqual(self.ratings(self.server), ratings)

    def test_what_one_commit_touched_after_a_lost_reply_is_not_taken_for_ours(self) -> None:
        def touch() -> None:
            fields = {"d000": "1", "d002": "5"}
            self.write(self.server, *(
                {"update": {"name": f"{EVENTS}/{key}", "fields": {
                    "joke_id": {"stringValue": f"joke {key}"}, "rating": {"integerValue": rating},
                    "seen": {"booleanValue": True}}}} for key, rating in fields.items()))

        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                self.assertEqual(self.run_with(Troubled("lost", after=touch)), {WRITTEN: 3})
                undone = self.undo(self.server)
                self.assertEqual(undone.returncode, 3)
                self.assertIn("undone: 1 document", undone.stdout)
                self.assertEqual(self.ratings(self.server), self.before() | {"d000": "1", "d002": "5"})

    def test_a_restored_document_that_a_user_deletes_after_a_lost_reply_stays_deleted(self) -> None:
        self.start()
        self.assertEqual(self.apply(self.server).returncode, 0)
        again = Troubled("lost", after=lambda: self.rate("d001", None))
        self.assertEqual(self.run_with(again, is_undo=True), {WRITTEN: 2, "left": 1})
        before = self.before()
        del before["d001"]
        self.assertEqual(self.ratings(self.server), before)

    def test_deletions_are_undone_although_their_documents_tell_nothing(self) -> None:
        def create_anew() -> None:
            for key, rating in (("d000", 2), ("d002", 4)):
                self.rate(key, None)
                self.rate(key, rating)

        self.start()
        self.assertEqual(self.run_with(Troubled("lost", after=create_anew)), {WRITTEN: 1, "left": 2})
        self.assertEqual(self.undo(self.server).returncode, 0)
        self.assertEqual(self.ratings(self.server), self.before())

    def test_an_undo_that_never_arrived_is_sent_again(self) -> None:
        def delete() -> None:
            self.rate("d000", None)
            self.rate("d002", None)

        self.start()
        self.assertEqual(self.apply(self.server).returncode, 0)
        again = Troubled("reset", before=delete)
        self.assertEqual(self.run_with(again, is_undo=True), {WRITTEN: 1, "left": 2})
        self.assertEqual(self.ratings(self.server), {"d001": "3", "d003": "5"})

    def test_a_server_without_old_versions_is_noticed(self) -> None:
        class Forgetful(Troubled):
            def _read(self, names: list[str], moment: Any = None) -> dict[str, Any]:
                return super()._read(names)

        self.start()
        self.assertEqual(self.run_with(Forgetful("lost")), {WRITTEN: 3})
        self.assertEqual(self.undo(self.server).returncode, 0)
        self.assertEqual(self.ratings(self.server), self.before())

    def test_an_undo_that_settles_a_batch_lists_what_it_leaves_alone(self) -> None:
        def kill() -> None:
            self.rate("d002", 2)
            raise Killed

        self.start()
        with self.assertRaises(Killed):
            self.run_with(Troubled("lost", after=kill))
        dry = self.apply(self.server, self.batches, "--undo")
        self.assertIn("first: 1 batch whose fate is unknown is sent again", dry.stdout)
        undone = self.undo(self.server)
        self.assertEqual(undone.returncode, 3)
        self.assertIn("undone: 2 documents", undone.stdout)
        self.assertIn("left alone: 1 document", undone.stdout)
        (listed,) = (self.batches / "changed-by-undo.ndjson").read_text().splitlines()
        self.assertEqual(json.loads(listed)["name"], f"{EVENTS}/d002")
        self.assertEqual(self.ratings(self.server), self.before() | {"d002": "2"})

    def test_a_document_rated_as_before_after_a_lost_reply_is_left_alone(self) -> None:
        for key, rating in (("d000", 2), ("d001", 3), ("d002", 4)):
            for is_timed in (True, False):
                with self.anew(key=key, is_timed=is_timed):
                    self.start(is_timed)
                    again = Troubled("lost", after=lambda: self.rate(key, rating, note="mine"))
                    self.assertEqual(self.run_with(again), {WRITTEN: 2, "left": 1})
                    self.assertEqual(self.ratings(self.server), {**self.wanted(), key: str(rating)})
                    self.undo(self.server)
                    self.assertEqual(self.ratings(self.server), {**self.before(), key: str(rating)})

    def test_a_kill_keeps_the_times_that_were_read(self) -> None:
        self.start(is_timed=False)

        def kill() -> None:
            self.rate("d002", 4, note="mine")
            raise Killed

        with self.assertRaises(Killed):
            self.run_with(Troubled("lost", after=kill))
        self.assertEqual(self.run_with(Troubled("")), {WRITTEN: 2, "left": 1})
        self.assertEqual(self.ratings(self.server), self.wanted() | {"d002": "4"})

    def test_a_kill_after_some_documents_were_settled_keeps_whose_they_are(self) -> None:
        class Second(Troubled):
            def commit(self, writes: list[Any]) -> list[Result]:
                super().commit(writes)
                raise Killed

        for is_timed in (True, False):
            with self.anew(is_timed=is_timed):
                self.start(is_timed)
                self.rate("d002", 5)
                with self.assertRaises(Killed):
                    self.run_with(Second(""))
                self.assertEqual(self.run_with(Troubled("")), {WRITTEN: 2, PRESENT: 1})
                self.assertEqual(self.undo(self.server).returncode, 3)
                self.assertEqual(self.ratings(self.server), self.before() | {"d002": "5"})

    def test_batches_without_times_leave_changed_documents_alone(self) -> None:
        self.start(is_timed=False)
        self.rate("d000", 5)
        self.rate("d001", 1)
        self.rate("d002", None)
        done = self.apply(self.server)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.ratings(self.server), {"d000": "5", "d001": "1", "d003": "5"})
        listed = [json.loads(each)["name"] for each in
                  (self.batches / "changed.ndjson").read_text().splitlines()]
        self.assertEqual(listed, [f"{EVENTS}/d000", f"{EVENTS}/d001"])
        self.assertEqual(self.undo(self.server).returncode, 0)
        self.assertEqual(self.ratings(self.server), {"d000": "5", "d001": "1", "d003": "5"})

    def test_a_document_to_delete_stays_if_any_of_its_fields_has_changed(self) -> None:
        for others in ({"note": "mine"}, {"joke_id": "another"}):
            with self.anew(is_timed=False):
                self.start(is_timed=False)
                self.rate("d001", 3, **others)
                self.assertEqual(self.apply(self.server).returncode, 3)
                self.assertEqual(self.ratings(self.server)["d001"], "3")


class Ended(ApplyCase):
    """Ends of runs that must not look like other ends."""

    def test_a_batch_that_is_refused_does_not_bar_the_undo(self) -> None:
        self.write_batches()
        path = self.batches / "batch-00002.json"
        old = path.read_bytes()
        writes = json.loads(old)
        each = next(each for each in writes["writes"] if "update" in each)
        each["update"]["fields"]["rating"] = {"stringValue": "x" * 1_100_000}
        self.replace(path, json.dumps(writes).encode())
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 65)
        self.assertNotEqual(self.ratings(server), self.before())
        self.assertEqual(self.undo(server).returncode, 0)
        self.assertEqual(self.ratings(server), self.before())

    def test_a_run_goes_on_if_nobody_reads_what_it_prints(self) -> None:
        self.documents = self.documents[:8]
        self.write_batches(size=1)
        server = self.serve("aborted@2")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            self.command(self.batches, "--execute", "--max-writes-per-second", "20"), timeout=60,
            stdout=writer, stderr=writer, env=self.environment(server))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.ratings(server), self.wanted())
        (self.batches / "ledger.sqlite").unlink()
        done = subprocess.run(
            self.command(self.batches, "--undo", "--execute"), timeout=60,
            stdout=writer, stderr=writer, env=self.environment(server))
        os.close(writer)
        self.assertEqual(done.returncode, 64)

    def test_a_summary_goes_to_devices_and_streams(self) -> None:
        self.write_batches()
        server = self.serve()
        output, pipe = self.directory / "output", self.directory / "pipe"
        with output.open("w") as file:
            done = subprocess.run(
                self.command(self.batches, "--execute", "--summary", "/dev/fd/1"), stdout=file,
                stderr=subprocess.PIPE, env=self.environment(server), text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(output.read_text().startswith("written: 30"))
        self.assertIn('"written": 30,', output.read_text())
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        done = self.apply(server, self.batches, "--execute", "--summary", pipe)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(json.loads(os.read(reader, 1 << 16))["written"], 30)

    def test_an_undo_without_the_ledger_says_that_it_undoes_nothing(self) -> None:
        self.write_batches()
        server = self.serve()
        self.assertEqual(self.apply(server).returncode, 0)
        (self.batches / "ledger.sqlite").unlink()
        self.assertEqual(self.apply(server).returncode, 0)
        undone = self.undo(server)
        self.assertEqual(undone.returncode, 3)
        self.assertIn("not undone: 30 documents", undone.stdout)

    def test_the_last_entry_of_the_ledger_survives_a_power_cut(self) -> None:
        ledger = Ledger(self.directory / "ledger", "", "", is_read_only=False)
        self.addCleanup(ledger.close)
        self.assertEqual(ledger._base.execute("PRAGMA synchronous").fetchone(), (3,))

    def test_a_proxy_does_not_get_what_is_for_this_machine(self) -> None:
        self.write_batches()
        server = self.serve()
        with mock.patch.dict(os.environ, http_proxy="http://127.0.0.1:9", no_proxy="", no_grpc_proxy=""):
            self.assertEqual(self.apply(server).returncode, 0)

    def test_a_ranking_that_does_not_exist_is_said(self) -> None:
        done = self.apply(None, "--ranking", self.directory / "none", "--database", DATABASE)
        self.assertEqual(done.returncode, 66, done.stderr)

    def test_values_of_other_types_are_bad_data(self) -> None:
        self.write_batches()
        manifest = json.loads((self.batches / "manifest.json").read_text())
        for key, value in (("bytes", "9"), ("writes", "10"), ("writes", True), ("file", 5), ("bytes", -1)):
            with self.subTest(key=key, value=value):
                entries = [manifest["batches"][0] | {key: value}, *manifest["batches"][1:]]
                (self.batches / "manifest.json").write_text(json.dumps(manifest | {"batches": entries}))
                self.assertEqual(self.apply(None, self.batches).returncode, 65)
        (self.batches / "manifest.json").write_text(json.dumps(manifest))
        for writes in (7, [[1]] * 10, [{"update": 1}] * 10, [{"delete": 1}] * 10, {"a": 1}):
            with self.subTest(writes=writes):
                self.replace(self.batches / "batch-00001.json", json.dumps({"writes": writes}).encode())
                self.assertEqual(self.apply(None, self.batches).returncode, 65)

    def replace(self, path: Any, content: bytes) -> None:
        """Writes another batch, which the manifest lists."""
        path.write_bytes(content)
        manifest = json.loads((self.batches / "manifest.json").read_text())
        for each in manifest["batches"]:
            if each["file"] == path.name:
                each["sha256"] = hashlib.sha256(content).hexdigest()
        (self.batches / "manifest.json").write_text(json.dumps(manifest))
