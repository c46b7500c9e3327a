"""Tests of how fast batches are sent: as fast as the ramp, with a server that answers in 20 ms.

Time is that of this thread's work, the waits of the ramp, and 20 ms for each commit, so that it does not
depend on what else the machine does. Syncs of the ledger are not in it.
"""

import time
import unittest
from itertools import pairwise
from typing import Any
from unittest import mock

from live.test_apply import DATABASE, ApplyCase, document

from live import pace
from live.applying import Application
from live.batches import BatchDirectory
from live.client import EMULATOR, Database
from live.ledger import WRITTEN, Ledger, Result
from live.sending import Sender

# In place of 300, so that the test meets five steps: 500, 750, 1,125, 1,687 and 2,531 writes a second.
STEP_SECONDS = 2.0
STEPS = 5
# Of what the ramp allows in a step, apart from the batch at its end.
LEAST = 0.95
SIZE = 250


class Timed(Sender):
    """A sender that notes when writes were committed, in its own time."""

    def __init__(self) -> None:
        super().__init__(Database(DATABASE), print)
        self.commits: list[tuple[float, int]] = []
        self.waited = 0.0

    def clock(self) -> float:
        return time.thread_time() + self.waited

    def wait(self, seconds: float) -> None:
        self.waited += seconds

    def commit(self, writes: list[Any]) -> list[Result]:
        results = super().commit(writes)
        self.wait(0.02)
        self.commits.append((self.clock(), len(writes)))
        return results


class Rates(ApplyCase):
    def test_a_server_that_answers_in_20_ms_does_not_hold_it_below_the_ramp(self) -> None:
        allowed = [pace.rate(step * pace.STEP_SECONDS, float("inf")) * STEP_SECONDS for step in range(STEPS)]
        self.documents = [document(f"d{at:05}", 4) for at in range(int(sum(allowed)))]
        self.write_batches(size=SIZE)
        server = self.serve()
        batches = BatchDirectory(self.batches)
        ledger = Ledger(self.directory / "ledger", batches.sha256, DATABASE, is_read_only=False)
        self.addCleanup(ledger.close)
        with mock.patch.dict("os.environ", {EMULATOR: server.address}), mock.patch.object(
                pace, "STEP_SECONDS", STEP_SECONDS):
            sender = Timed()
            start = sender.clock()
            Application(batches, ledger, False, lambda _: None).run(
                sender, pace.Pace(float("inf"), clock=sender.clock, sleep=sender.wait))
        self.assertEqual(ledger.counts("apply"), {WRITTEN: len(self.documents)})
        for step, most in enumerate(allowed):
            begin, end = start + step * STEP_SECONDS, start + (step + 1) * STEP_SECONDS
            sent = sum(writes for at, writes in sender.commits if begin <= at < end)
            with self.subTest(step=step, sent=sent, most=most):
                self.assertGreaterEqual(sent, LEAST * most - SIZE)
                self.assertLessEqual(sent, most + SIZE)


class Ramp(unittest.TestCase):
    def test_the_time_for_the_rest_is_that_for_all_without_that_for_what_was_sent(self) -> None:
        for limit in (float("inf"), 600.0, 100.0):
            whole = pace.seconds_for(1_000_000, limit)
            for elapsed in (0.0, 1.0, 299.0, 300.0, 301.0, 899.5):
                sent = sum(pace.rate(at / 2, limit) / 2 for at in range(int(elapsed * 2)))
                left = pace.seconds_for(int(1_000_000 - sent), limit, elapsed)
                self.assertAlmostEqual(left, whole - elapsed, delta=0.1)
        times = [pace.seconds_for(writes, float("inf")) for writes in (1, 150_000, 150_001, 375_000, 712_500)]
        self.assertTrue(all(one < other for one, other in pairwise(times)))
        self.assertEqual([times[1], times[3], times[4]], [300.0, 600.0, 900.0])
