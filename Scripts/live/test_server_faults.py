"""Tests of the Firestore server: faults on demand, and what survives a kill."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any

from live.server_trials import SCRIPTS, ServerCase, commit, full, ids, integer, update

from google.api_core import exceptions
from google.api_core.retry import Retry

from live.server.faults import Faults, Malformed
from live.server.store import Store


class Commits(ServerCase):
    def test_a_status_is_returned_before_anything_took_effect(self) -> None:
        server = self.serve("unavailable@1,aborted@2,deadline@3,exhausted@4")
        api = self.raw(server.address)
        for expected in [exceptions.ServiceUnavailable, exceptions.Aborted,
                         exceptions.DeadlineExceeded, exceptions.ResourceExhausted]:
            with self.assertRaises(expected):
                commit(api, update("jokes/a", {}))
        self.assertEqual(server.store.commits(), [])
        commit(api, update("jokes/a", {}))

    def test_a_reset_cuts_the_connection_and_nothing_took_effect(self) -> None:
        server = self.serve("reset@1")
        api = self.raw(server.address)
        with self.assertRaisesRegex(exceptions.ServiceUnavailable, "closed|reset"):
            commit(api, update("jokes/a", {}))
        self.assertEqual(server.store.commits(), [])
        # gRPC may use the dead connection once more before it makes another.
        commit(api, update("jokes/a", {}), retry=Retry(initial=0.01))
        self.assertEqual([each.lost for each in server.store.commits()], [False])

    def test_a_lost_commit_took_effect(self) -> None:
        server = self.serve("lost@1")
        api = self.raw(server.address)
        with self.assertRaisesRegex(exceptions.ServiceUnavailable, "closed|reset"):
            commit(api, update("jokes/a", {}))
        self.assertEqual([each.lost for each in server.store.commits()], [True])
        self.assertEqual([each.name for each in server.store.documents()], [full("jokes/a")])

    def test_a_retry_of_a_lost_commit_finds_its_own_change(self) -> None:
        server = self.serve("lost@2")
        api = self.raw(server.address)
        read = commit(api, update("jokes/a", {})).commit_time
        with self.assertRaises(exceptions.FailedPrecondition):
            # Google's client repeats a commit after UNAVAILABLE, unless retry is None.
            commit(api, update("jokes/a", {"a": integer(1)}, current_document={
                "update_time": read}), retry=Retry(initial=0.01))
        self.assertEqual([each.lost for each in server.store.commits()], [False, True])

    def test_a_reply_after_the_deadline_is_recorded_as_lost(self) -> None:
        server = self.serve(slow_ms=3000)
        with self.assertRaises(exceptions.DeadlineExceeded):
            commit(self.raw(server.address), update("jokes/a", {}), timeout=1)
        deadline = time.monotonic() + 30
        while [each.lost for each in server.store.commits()] != [True]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_google_s_client_gets_through_many_faults(self) -> None:
        server = self.serve("unavailable=0.2,exhausted=0.1,reset=0.1,lost=0.2", seed=3)
        client = self.client(server.address)
        retry = Retry(initial=0.001, maximum=0.01, timeout=20)
        for number in range(40):
            client.document(f"jokes/{number}").set({"n": number}, retry=retry)
        commits = server.store.commits()
        # Every lost commit was repeated, and changed nothing the second time.
        self.assertEqual(len(commits), 40 + sum(each.lost for each in commits))
        self.assertEqual(sum(each.changes for each in commits), 40)
        self.assertTrue(any(each.lost for each in commits))
        times = {each.time for each in commits}
        self.assertTrue(all(
            document.update_time == document.create_time for document in server.store.documents()))
        self.assertEqual(len(times), len(commits))


    def test_cut_connections_leave_no_descriptors(self) -> None:
        server = self.serve("reset=1")
        api = self.raw(server.address)

        def descriptors_after(cuts: int) -> int:
            for _ in range(cuts):
                with self.assertRaises(exceptions.ServiceUnavailable):
                    commit(api, update("jokes/a", {}))
            return len(os.listdir("/dev/fd"))

        before = descriptors_after(3)
        after, deadline = descriptors_after(30), time.monotonic() + 10
        while after >= before + 15 and time.monotonic() < deadline:
            time.sleep(0.1)
            after = descriptors_after(0)
        self.assertLess(after, before + 15)


class Reads(ServerCase):
    def test_faults_of_reads_are_their_own(self) -> None:
        server = self.serve("read.unavailable@1,read.reset@3,read.reset@4")
        client = self.client(server.address)
        for id in "abc":
            client.document(f"jokes/{id}").set({}, retry=None)
        jokes = client.collection("jokes")
        with self.assertRaises(exceptions.ServiceUnavailable):
            list(jokes.stream(retry=Retry(predicate=lambda _: False)))
        self.assertEqual(ids(jokes.stream()), ["a", "b", "c"])
        # Cut after the first document, twice, and continued behind it.
        self.assertEqual(ids(jokes.stream(retry=Retry(initial=0.01))), ["a", "b", "c"])
        self.assertEqual(server.faults.plans["read"].count, 5)


class Lists(unittest.TestCase):
    def test_a_seed_chooses_the_calls(self) -> None:
        def drawn(seed: int) -> list[str | None]:
            faults = Faults.parsed("unavailable=0.2,lost=0.1,reset@5,read.aborted=1", seed)
            return [faults.draw("commit") for _ in range(1000)]

        self.assertEqual(drawn(1), drawn(1))
        self.assertNotEqual(drawn(1), drawn(2))
        self.assertEqual(drawn(1)[4], "reset")
        self.assertAlmostEqual(drawn(1).count("unavailable"), 200, delta=40)
        self.assertAlmostEqual(drawn(1).count("lost"), 100, delta=30)
        self.assertEqual(Faults.parsed("read.aborted=1").draw("read"), "aborted")
        self.assertIsNone(Faults.parsed("").draw("read"))

    def test_malformed_lists_are_refused(self) -> None:
        for text in ["lost", "lost=", "lost=x", "lost@0", "lost@-1", "gone@1", "read.lost@1",
                     "lost=0.6,reset=0.6", "lost@2,reset@2", "write.lost@1", "lost=1.2.3"]:
            with self.subTest(text=text), self.assertRaises(Malformed):
                Faults.parsed(text)


class Kills(ServerCase):
    def spawn(self, *options: str) -> tuple[subprocess.Popen[str], str]:
        """A server in a process of its own, and its address."""
        process = subprocess.Popen(
            [sys.executable, SCRIPTS / "firestore-server", self.directory / "store", *options],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        assert process.stdout
        words = process.stdout.readline().split()
        self.assertEqual(words[:2], ["listening", "on"])
        return process, words[2]

    def test_a_kill_loses_no_acknowledged_commit(self) -> None:
        process, address = self.spawn()
        acknowledged, api = 0, self.raw(address)
        with self.assertRaises(exceptions.ServiceUnavailable):
            while True:
                if acknowledged == 20:
                    threading.Timer(0.05, process.kill).start()
                commit(api, update(f"jokes/{acknowledged}", {}), update("jokes/n", {
                    "n": integer(acknowledged + 1)}))
                acknowledged += 1
        self.assertEqual(process.wait(), -signal.SIGKILL)
        self.assertGreaterEqual(acknowledged, 20)
        with Store(self.directory / "store") as store:
            # The commit that was under way is there, or not at all.
            self.assertIn(len(store.commits()) - acknowledged, (0, 1))
            counted = [each.fields["n"].integer_value for each in store.documents()
                       if each.name == full("jokes/n")]
            self.assertEqual(counted, [len(store.commits())])
            self.assertEqual(len(list(store.documents())), len(store.commits()) + 1)

    def test_the_process_ends_after_a_given_commit_and_can_go_on(self) -> None:
        process, address = self.spawn("--exit-after", "2")
        api: Any = self.raw(address)
        commit(api, update("jokes/a", {}))
        with self.assertRaises(exceptions.ServiceUnavailable):
            commit(api, update("jokes/b", {}))
        self.assertEqual(process.wait(), -signal.SIGKILL)
        _, address = self.spawn()
        commit(self.raw(address), update("jokes/c", {}))
        with Store(self.directory / "store") as store:
            self.assertEqual([each.lost for each in store.commits()], [False, True, False])
            self.assertEqual([each.name[-1] for each in store.documents()], ["a", "b", "c"])
            times = [each.time for each in store.commits()]
            self.assertEqual(times, sorted(set(times)))
