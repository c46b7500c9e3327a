"""Promises 1, 2, 15 and 16: what is killed or told to stop leaves the old bytes or the new."""

import json
import signal
import subprocess
import time
from pathlib import Path

from . import tracing
from .campaign import Outcome, promise
from .processes import start
from .subjects import LITTER, OLD, Ground, Subject, subjects, undisturbed

LINES = 40_000
EVENT = '{"id":"d%d","joke_id":"j%d","rating":%d}\n'
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class LargeGround(Ground):
    """A subject whose input is large enough to be met in the middle."""

    def __init__(self, campaign, subject, directory):
        super().__init__(campaign, subject, directory)
        content = large_input(subject)
        (directory / subject.fixture).write_bytes(content)
        for path in self.laid:
            if str(path) == subject.fixture:
                self.laid[path] = content
        if subject.mode == "in-place":
            self.old = content


def large_input(subject):
    """Events, dumps or jokes, as the tool takes them."""
    if subject.tool == "edit-saved":
        ratings = {f"joke-{number}": 1 + number % 5 for number in range(LINES)}
        return json.dumps({"jokeRatings": ratings, "savedJokeIds": list(ratings)}).encode()
    if subject.fixture.startswith("dump"):
        ratings = {f"joke-{number}": 1 + number % 5 for number in range(99)}
        dump = json.dumps({"jokeRatings": ratings, "ScreenSort.ProcessedIDs": ["a", "b"]})
        return (dump + "\n").encode() * (LINES // 20)
    return "".join(EVENT % (at, at % 99, 1 + at % 5) for at in range(LINES)).encode()


def large_subjects(campaign):
    """Subjects for which any large input does."""
    return [subject for subject in subjects(campaign, ("replace", "in-place"))
            if subject.tool != "preview-feed"]


def prepared(campaign, name):
    """Each large subject with what it makes when left alone, and how long that takes."""
    cases = []
    for at, subject in enumerate(large_subjects(campaign)):
        ground = LargeGround(campaign, subject, campaign.room(f"{name}/whole-{at}"))
        begun = time.monotonic()
        done = ground.run()
        if done.status != 0:
            raise RuntimeError(f"{subject} ends with {done.status}: {done.last_words}")
        cases.append((subject, ground.content, time.monotonic() - begun))
    return cases


def interrupted(ground, moment, number):
    """Starts the ground's command and sends it a signal after so many seconds."""
    process = start(ground.command, ground.directory, ground.campaign.environment)
    time.sleep(moment)
    process.send_signal(number)
    try:
        _, said = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, ""
    return process.returncode, said.decode("utf-8", "replace")


def litter(ground):
    """What is left of a killed run after the next one, which takes it along."""
    left = [name for name in ground.left() if Path(name).name.startswith(LITTER)]
    return f"left behind after the next run: {', '.join(left)}" if left else ""


def litter_after_next(ground):
    """The same, with that run."""
    ground.run()
    return litter(ground)


@promise(1, "after kill -9 the output is the old bytes or the new")
def random_kills(campaign):
    draws, cases = campaign.draws("kills"), prepared(campaign, "kills")
    count = campaign.figure(100, 2000)
    plan = [(*draws.choice(cases), draws.random() * 1.3) for _ in range(count)]

    def attempt(at, case):
        subject, new, seconds, share = case
        ground = LargeGround(campaign, subject, campaign.room(f"kills/{at}"))
        interrupted(ground, seconds * share, signal.SIGKILL)
        wrong = ground.wrong(new, may_litter=True) or litter_after_next(ground)
        return wrong and f"{subject}, killed after {seconds * share:.4f} s: {wrong}"

    return Outcome(f"{count} kills", campaign.each(attempt, plan))


@promise(2, "the same, killed at the n-th system call, for every n")
def exhaustive_kills(campaign):
    if lacking := tracing.lacking():
        return Outcome("no kill", lacking=lacking)
    chosen = subjects(campaign)
    if not campaign.is_large:
        # Every n of one subject in each mode; which ones, the seed says.
        draws = campaign.draws("calls")
        chosen = [draws.choice([each for each in chosen if each.mode == mode])
                  for mode in ("new", "replace", "in-place")]
    plan, failures = [], []
    for at, subject in enumerate(chosen):
        new = undisturbed(campaign, subject, campaign.work / f"calls/whole-{at}")
        ground = Ground(campaign, subject, campaign.room(f"calls/counted-{at}"))
        trace = campaign.work / f"calls/trace-{at}"
        ground.run(tracing.strace(trace))
        plan += [(subject, new, number) for number in range(1, tracing.count_by_thread(trace) + 1)]

    def attempt(at, case):
        subject, new, number = case
        ground = Ground(campaign, subject, campaign.room(f"calls/{at}"))
        inject = f"inject=all:signal=KILL:when={number}"
        ground.run(tracing.strace("/dev/null", "-e", inject))
        wrong = ground.wrong(new, may_litter=True)
        if not wrong:
            # What was left is in nobody's way.
            again = ground.run()
            wrong = litter(ground) if again.status in (0, 73) and ground.content in (
                new, ground.old) else f"a second run ends with {again.status}: {again.last_words}"
        return wrong and f"{subject}, killed at call {number}: {wrong}"

    failures = campaign.each(attempt, plan)
    return Outcome(f"{len(plan)} calls of {len(chosen)} runs", failures)


@promise(15, "no stale lock: what was killed stops nobody")
def stale_locks(campaign):
    count = campaign.figure(20, 100)
    subject = Subject("migrate-ratings", "mixed.ndjson", (), "replace")
    new = undisturbed(campaign, subject, campaign.work / "locks/whole")
    failures = []
    for at in range(count):
        ground = Ground(campaign, subject, campaign.room(f"locks/{at}"))
        # Its input stays open, so that it holds its lock until it is killed.
        holder = start(
            [campaign.tools / "migrate-ratings", "-", "-o", "out", "--force"], ground.directory,
            campaign.environment, stdin=subprocess.PIPE)
        until = time.monotonic() + 10
        while not ground.left() and time.monotonic() < until:
            time.sleep(0.002)
        if not ground.left():
            failures.append(f"round {at}: the holder made no lock")
        second = ground.run()
        if second.status != 75:
            failures.append(f"round {at}: beside the holder, a run ends with {second.status}")
        holder.kill()
        holder.communicate()
        third = ground.run()
        if third.status != 0 or ground.content != new:
            failures.append(f"round {at}: after the kill, a run ends with {third.status}")
        if ground.left():
            failures.append(f"round {at}: {ground.left()} remains")
    return Outcome(f"{count} rounds", failures)


@promise(16, "INT, TERM and HUP are safe at any moment")
def signals(campaign):
    draws, cases = campaign.draws("signals"), prepared(campaign, "signals")
    count = campaign.figure(50, 500)
    plan = [(*draws.choice(cases), draws.choice(SIGNALS), draws.random() * 1.2)
            for _ in range(count)]

    def attempt(at, case):
        subject, new, seconds, number, share = case
        ground = LargeGround(campaign, subject, campaign.room(f"signals/{at}"))
        status, said = interrupted(ground, seconds * share, number)
        where = f"{subject}, {number.name} after {seconds * share:.4f} s"
        wrong = ground.wrong(new)
        if wrong:
            return f"{where}: {wrong}"
        expected = {0: new, 128 + number: ground.old, -number: ground.old}
        if status == 128 + number and ground.content == new and "written" in said:
            return ""
        if status not in expected or ground.content != expected[status]:
            return f"{where}: it ends with {status}, and the target is not what that says"
        # Before it can answer signals, it has nothing to say, and no file open.
        if status == 128 + number and "written" not in said:
            return f"{where}: it does not say what was written: {said[-200:]}"
        return ""

    return Outcome(f"{count} signals", campaign.each(attempt, plan))
