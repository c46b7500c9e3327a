"""Tests of apply-batches killed at random moments, under each fault of the server.

usage: LAUGHTRACK_KILLS=50 python3 -m unittest discover -s Scripts/live -t Scripts -p test_kills.py

Without LAUGHTRACK_KILLS there are a few kills under each fault. LAUGHTRACK_SEED (1) chooses the moments;
a failure names it.
"""

import json
import os
import random
import subprocess
import time
from typing import Any
from unittest import mock

from live.test_apply import EVENTS, ApplyCase

from live.batches import Write
from live.server import commits, messages, service

KILLS = int(os.environ.get("LAUGHTRACK_KILLS", "4"))
SEED = os.environ.get("LAUGHTRACK_SEED", "1")
FAULTS = ("", "unavailable=0.3", "aborted=0.3", "deadline=0.3", "exhausted=0.3", "reset=0.3", "lost=0.3",
          "lost=0.2,reset=0.1,read.unavailable=0.2,read.reset=0.1")


class Watched:
    """The commits that a server gets, and those that are sent again after they took effect."""

    def __init__(self, server: Any) -> None:
        self.arrived = self.busy = 0
        self.done: set[bytes] = set()
        self.again: list[str] = []
        self.commit, self.answer = commits.commit, server.service.commit
        server.service.commit = self.arrive

    def arrive(self, content: bytes, context: Any) -> Any:
        self.arrived, self.busy = self.arrived + 1, self.busy + 1
        try:
            request = messages.CommitRequest.FromString(content)
            self.again += [str(each) for each in request.writes if key(each) in self.done]
            return self.answer(content, context)
        finally:
            self.busy -= 1

    def take_effect(self, store: Any, request: Any, *more: Any) -> Any:
        made = self.commit(store, request, *more)
        self.done |= {key(each) for each in request.writes}
        return made


def key(write: Any) -> bytes:
    """A write without its precondition."""
    copied = Write()
    copied.CopyFrom(write)
    copied.ClearField("current_document")
    return bytes(copied.SerializeToString(deterministic=True))


class Kills(ApplyCase):
    def test_kills_at_random_moments_leave_what_one_run_would(self) -> None:
        for fault in FAULTS:
            killed = trial = 0
            while killed < KILLS:
                trial += 1
                self.doCleanups()
                self.setUp()
                self.random = random.Random(f"{SEED} {fault} {trial}")
                self.moments: list[str] = []
                try:
                    killed += self.release(fault)
                except BaseException as error:
                    error.add_note(f"LAUGHTRACK_SEED={SEED}, faults '{fault}', trial {trial}, "
                                   f"killed after commits and seconds: {self.moments}")
                    raise

    def release(self, fault: str) -> int:
        """Applies and undoes batches beside users, through kills; how many there were."""
        self.write_batches(size=3, is_timed=bool(self.random.getrandbits(1)))
        self.rated(self.serve())
        before = {**self.before(), "d004": "4"}
        del before["d010"]
        server = self.serve(fault)
        watched = Watched(server)
        self.enterContext(mock.patch.object(service, "commit", watched.take_effect))
        done = self.run_through_kills(server, watched)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("left alone: 2 documents", done.stdout)
        listed = (self.batches / "changed.ndjson").read_text().splitlines()
        self.assertEqual([json.loads(each)["name"] for each in listed], [f"{EVENTS}/d004"])
        wanted = {**self.wanted(), "d004": "4"}
        del wanted["d010"]
        self.assertEqual(self.ratings(server), wanted)
        done = self.run_through_kills(server, watched, "--undo")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.ratings(server), before)
        self.assertEqual((watched.again, len(watched.done)), ([], 2 * 28))
        return len(self.moments)

    def rated(self, server: Any) -> None:
        """Users rate one joke anew, and take the rating of another back."""
        rated = {"update": {"name": f"{EVENTS}/d004", "fields": {"rating": {"integerValue": "4"}}}}
        self.write(server, rated, {"delete": f"{EVENTS}/d010"})

    def run_through_kills(
        self, server: Any, watched: Watched, *more: str
    ) -> "subprocess.CompletedProcess[str]":
        """Runs a command until it ends by itself, and kills it at a random moment before."""
        words = self.command(self.batches, "--execute", "--no-ramp", "--check", "all", *more)
        while True:
            commits = watched.arrived + self.random.randrange(5)
            seconds = self.random.uniform(0, 0.03)
            process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=self.environment(server))
            while process.poll() is None and watched.arrived < commits:
                time.sleep(0.001)
            time.sleep(seconds)
            process.kill()
            said = process.communicate()
            if process.returncode >= 0:
                return subprocess.CompletedProcess(words, process.returncode, *said)
            self.moments.append(f"{commits} + {seconds:.3f} s")
            while watched.busy:
                time.sleep(0.001)
