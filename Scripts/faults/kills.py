"""Promises 1, 15 and 16: a killed or stopped run leaves the old bytes or the new."""

import json
import shutil
import signal
import subprocess
import time
from pathlib import Path

from live.counts import counted

from .campaign import Outcome, promise
from .processes import start
from .subjects import LITTER, Ground, Subject, subjects, undisturbed

LINES = 40_000
EVENT = '{"id":"d%d","joke_id":"j%d","rating":%d}\n'
# An unfinished output that --resume continues, and its checkpoint.
KEPT = (".part", ".checkpoint")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


# These keep their unfinished output when they are stopped.
CHECKPOINTED = tuple(
    Subject("migrate-ratings", "mixed.ndjson", ("--checkpoint-bytes", "65536"), mode)
    for mode in ("replace", "in-place"))


class LargeGround(Ground):
    """A subject with an input large enough to be interrupted."""

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
    if subject.tool == "edit-saved":
        ratings = {f"joke-{number}": 1 + number % 5 for number in range(LINES)}
        return json.dumps({"jokeRatings": ratings, "savedJokeIds": list(ratings)}).encode()
    if subject.fixture.startswith("dump"):
        ratings = {f"joke-{number}": 1 + number % 5 for number in range(99)}
        dump = json.dumps({"jokeRatings": ratings, "ScreenSort.ProcessedIDs": ["a", "b"]})
        return (dump + "\n").encode() * (LINES // 20)
    return "".join(EVENT % (at, at % 99, 1 + at % 5) for at in range(LINES)).encode()


def prepared(campaign, name, more=()):
    """Each large subject with its undisturbed output and duration."""
    cases = []
    # Those that accept any large input.
    large = [each for each in subjects(campaign, ("replace", "in-place")) if each.tool != "preview-feed"]
    more = [each for each in more if not campaign.names or each.tool in campaign.names]
    for at, subject in enumerate([*large, *more]):
        ground = LargeGround(campaign, subject, campaign.room(f"{name}/whole-{at}"))
        begun = time.monotonic()
        done = ground.run()
        if done.status != 0:
            raise RuntimeError(f"{subject} ends with {done.status}: {done.last_words}")
        cases.append((subject, ground.content, time.monotonic() - begun))
    return cases


def interrupted(ground, moment, number):
    """Starts the command and sends it a signal after a delay."""
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


def litter_after_next(ground):
    """The leftovers of a killed run after another run, which must remove them."""
    ground.run()
    left = [name for name in ground.left() if Path(name).name.startswith(LITTER)]
    return f"left behind after the next run: {', '.join(left)}" if left else ""


@promise(1, "after kill -9 the output has its old bytes or its new ones")
def random_kills(campaign):
    draws, cases = campaign.draws("kills"), prepared(campaign, "kills")
    count = campaign.figure(100, 2000)

    def attempt(at, case):
        subject, new, seconds, share = case
        ground = LargeGround(campaign, subject, campaign.room(f"kills/{at}"))
        status, _ = interrupted(ground, seconds * share, signal.SIGKILL)
        wrong = ground.wrong(new, may_litter=True) or litter_after_next(ground)
        shutil.rmtree(ground.directory)
        # One that had ended before was not killed.
        return (status == -signal.SIGKILL,
                wrong and f"{subject}, killed after {seconds * share:.4f} s: {wrong}")

    happened, failures = campaign.until(
        count, lambda: (*draws.choice(cases), draws.random() * 1.3), attempt)
    return Outcome(counted(happened, "kill"), failures)


def is_held(ground):
    """Whether a run holds its lock: it creates the file, locks it, and then writes into it."""
    return any((ground.directory / name).stat().st_size for name in ground.left())


@promise(15, "a killed run leaves no lock that blocks another")
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
        while not is_held(ground) and time.monotonic() < until:
            time.sleep(0.002)
        if not is_held(ground):
            failures.append(f"round {at}: the holder made no lock")
        second = ground.run()
        if second.status != 75:
            failures.append(f"round {at}: beside the holder, a run ends with {second.status}")
        holder.kill()
        holder.communicate()
        if holder.returncode != -signal.SIGKILL:
            failures.append(f"round {at}: the holder had ended before it was killed")
        third = ground.run()
        if third.status != 0 or ground.content != new:
            failures.append(f"round {at}: after the kill, a run ends with {third.status}")
        if ground.left():
            failures.append(f"round {at}: {ground.left()} remains")
    return Outcome(counted(count, "round"), failures)


@promise(16, "INT, TERM and HUP are safe at any moment")
def signals(campaign):
    draws, cases = campaign.draws("signals"), prepared(campaign, "signals", CHECKPOINTED)
    count = campaign.figure(50, 500)

    def draw():
        return *draws.choice(cases), draws.choice(SIGNALS), draws.random() * 1.2

    def attempt(at, case):
        subject, new, seconds, number, share = case
        ground = LargeGround(campaign, subject, campaign.room(f"signals/{at}"))
        status, said = interrupted(ground, seconds * share, number)
        wrong = wrong_when_stopped(ground, new, number, status, said)
        shutil.rmtree(ground.directory)
        # One that had ended before was not stopped.
        return (status in (128 + number, -number),
                wrong and f"{subject}, {number.name} after {seconds * share:.4f} s: {wrong}")

    happened, failures = campaign.until(count, draw, attempt)
    return Outcome(counted(happened, "signal"), failures)


def wrong_when_stopped(ground, new, number, status, said):
    """The violations of a stopped run."""
    kept = [name for name in ground.left() if name.endswith(KEPT)]
    if len({name.rpartition(".")[0] for name in kept}) * len(KEPT) != len(kept):
        return f"a run cannot go on with {', '.join(kept)} alone"
    if wrong := ground.wrong(new, may_litter=bool(kept)):
        return wrong
    if other := [name for name in ground.left() if name not in kept]:
        return f"left behind: {', '.join(other)}"
    if status == 128 + number and bool(kept) != ("is kept" in said):
        return f"{', '.join(kept) or 'nothing'} is left, and it says: {said[-200:]}"
    if status == 128 + number and ground.content == new and "written" in said:
        return ""
    expected = {0: new, 128 + number: ground.old, -number: ground.old}
    if status not in expected or ground.content != expected[status]:
        return f"it ends with {status}, and the target is not what that says"
    # Before it handles signals, it has no file open, and prints nothing.
    if status == 128 + number and "written" not in said:
        return f"it does not say what was written: {said[-200:]}"
    return ""
