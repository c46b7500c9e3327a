"""Promise 20: a crashed run resumes, and gives the same bytes."""

import itertools
import signal
from pathlib import Path

from .campaign import Outcome, promise
from .kills import LargeGround
from .processes import run, start
from .subjects import LITTER, Subject

CHECKPOINT_BYTES = 8192
SUBJECT = Subject(
    "migrate-ratings", "mixed.ndjson", ("--checkpoint-bytes", str(CHECKPOINT_BYTES)), "new")
CHECKPOINT = LITTER + "out.checkpoint"
COPIES, MOST = 6, 1000
# Without the first line of a checkpoint, it may be a file of the user.
REFUSED, FOREIGN = 65, 73


@promise(20, "a crashed run resumes, and only from its own checkpoint")
def resuming(campaign):
    whole = laid(campaign, "whole")
    whole.run()
    count = campaign.figure(10, 50)

    borders = itertools.cycle(range(1, 11))

    def attempt(at, border):
        ground = laid(campaign, at)
        where = f"crashed at checkpoint {border}"
        did = crash(ground, border)
        wrong = ground.wrong(whole.content, may_litter=True)
        return did, f"{where}: {wrong}" if wrong else resumed(ground, whole.content, where)

    happened, failures = campaign.until(count, lambda: next(borders), attempt)
    return (Outcome(f"{happened} crashes", failures)
            + crashed_again(campaign, whole.content) + unusable(campaign))


def laid(campaign, name):
    ground = LargeGround(campaign, SUBJECT, campaign.room(f"resume/{name}"))
    path = ground.directory / SUBJECT.fixture
    content = path.read_bytes() * COPIES
    path.write_bytes(content)
    ground.laid[Path(SUBJECT.fixture)] = content
    return ground


def checkpoint(ground):
    try:
        return (ground.directory / CHECKPOINT).read_bytes()
    except FileNotFoundError:
        return b""


def crash(ground, border, *more):
    """Kills the run after this many more checkpoints; returns whether it was running."""
    seen = {b"", checkpoint(ground)}
    wanted = len(seen) + border
    process = start([*ground.command, *more], ground.directory)
    while process.poll() is None and len(seen) < wanted:
        seen.add(checkpoint(ground))
    process.kill()
    process.communicate()
    return process.returncode == -signal.SIGKILL


def resumed(ground, new, where):
    # Crashed after the renaming, the output is there, and is recognized.
    done = run([*ground.command, "--resume"], ground.directory)
    if done.status != 0 or ground.content != new:
        return f"{where}: resumed, it ends with {done.status}: {done.last_words}"
    return ""


def crashed_again(campaign, new):
    """Checks that a run that crashes repeatedly completes with the right bytes."""
    ground = laid(campaign, "again")
    crashes = int(crash(ground, 1))
    for _ in range(MOST):
        if ground.content is not None:
            break
        crashes += crash(ground, 2, "--resume")
    wrong = [] if ground.content == new else [f"after {crashes} crashes, the result is another"]
    return Outcome(f"{crashes} in one run", wrong)


def unusable(campaign):
    """Checks that a damaged or truncated checkpoint, or one of another input or run, is refused."""
    failures, tried = [], 0

    def refuse(what, change, *more):
        nonlocal tried
        tried += 1
        ground = laid(campaign, f"odd-{tried}")
        crash(ground, 1)
        found = ground.directory / CHECKPOINT
        if not found.exists():
            return failures.append(f"{what}: the crash left no checkpoint")
        begun = found.read_bytes().split(b"\n")[0] + b"\n"
        change(ground, found)
        wanted = REFUSED if found.read_bytes().startswith(begun) else FOREIGN
        done = run([*ground.command, "--resume", *more], ground.directory)
        if done.status != wanted or ground.content is not None:
            failures.append(f"{what}: it ends with {done.status}: {done.last_words}")
        return None

    def flipped(place):
        def change(_, found):
            content = bytearray(found.read_bytes())
            content[place % len(content)] ^= 1
            found.write_bytes(content)
        return change

    def other_input(ground, _):
        path = ground.directory / SUBJECT.fixture
        path.write_bytes(path.read_bytes().replace(b'"j1"', b'"k1"'))

    draws = campaign.draws("checkpoints")
    for place in draws.sample(range(1 << 16), campaign.figure(20, 200)):
        refuse(f"byte {place} flipped", flipped(place))
    refuse("cut", lambda _, found: found.write_bytes(found.read_bytes()[:-9]))
    refuse("empty", lambda _, found: found.write_bytes(b""))
    refuse("another input", other_input)
    refuse("another run", lambda *_: None, "--salvage")
    return Outcome(f"{tried} odd checkpoints", failures)
