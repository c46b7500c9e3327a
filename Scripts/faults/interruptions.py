"""Runs in place that are killed while many files get their names, and runs that only describe."""

import shutil
from pathlib import Path

from . import tracing
from .campaign import Outcome
from .processes import run
from .subjects import LITTER

NAMES = ("write", "fsync", "link", "rename", "unlink", "close")
KILLED = -9
TOOL = "migrate-ratings"
IN_PLACE = ("export", "--in-place", "--checkpoint-bytes", "4096")
DESCRIBING = (
    ("export", "--in-place", "-n", "--plan-out", "plan", "--summary", "summary"),
    ("export", "-o", "out", "--check", "--summary", "summary"),
)


def files(directory, hidden=False):
    """What the files below a directory hold, those of runs under way left out."""
    return {path.relative_to(directory): path.read_bytes() for path in directory.rglob("*")
            if path.is_file() and (hidden or not path.name.startswith(LITTER))}


def laid(campaign, name):
    """A room with a managed export, of which a migration changes several files."""
    room = campaign.room(f"interruptions/{name}")
    shutil.copytree(campaign.root / "data/exports/managed", room / "export")
    return room


def places(campaign, name, words):
    """Every call of a run by which it may be killed: its name, and which of that name it is."""
    room = laid(campaign, f"counted-{name}")
    trace = room.parent / f"trace-{name}"
    run(tracing.strace(trace, campaign.tools / TOOL, *words), room)
    counts = {}
    for thread, is_rest, call, _ in tracing.lines(trace):
        counts[thread, call] = counts.get((thread, call), 0) + (not is_rest)
    return [(call, number) for call in NAMES
            for number in range(1, 1 + max((count for (_, name), count in counts.items()
                                            if name == call), default=0))]


def killed(campaign, room, words, place):
    """Kills a run at a call; false where it ended before."""
    call, number = place
    inject = f"inject={call}:signal=KILL:when={number}"
    return run(tracing.strace(
        "/dev/null", "-e", inject, campaign.tools / TOOL, *words), room).status == KILLED


def interrupted(campaign):
    """Killed at any call, a run in place is gone on with, run again and taken back."""
    if lacking := tracing.lacking():
        return Outcome("no kill in place", lacking=lacking)
    whole = laid(campaign, "whole")
    old = files(whole / "export")
    run([campaign.tools / TOOL, *IN_PLACE], whole)
    new = files(whole / "export")
    found = places(campaign, "in-place", IN_PLACE)
    counts = [0]

    def attempt(at, place):
        room = laid(campaign, f"{at}/killed")
        if not killed(campaign, room, IN_PLACE, place):
            return ""
        counts[0] += 1
        where = f"in place, killed at {place[0]} {place[1]}"
        # A journal names files from the root on, so that each trial is in the same place.
        shutil.copytree(room, room.parent / "saved")
        for name, more in (("again", ()), ("resumed", ("--resume",)), ("back", None)):
            shutil.rmtree(room)
            shutil.copytree(room.parent / "saved", room)
            if wrong := gone_on(campaign, room, more, old, new):
                return f"{where}, {name}: {wrong}"
        return ""

    failures = campaign.each(attempt, campaign.part(found, 40, "interruptions"))
    return Outcome(f"{counts[0]} kills in place", failures) + described(campaign)


def gone_on(campaign, room, more, old, new):
    """What is wrong with the next run, or with the journal."""
    tool, journals = campaign.tools / TOOL, sorted(room.glob("export.journal*"))
    if more is not None:
        done = run([tool, *IN_PLACE, *more], room)
        if done.status != 0 or files(room / "export", hidden=True) != new:
            return f"it ends with {done.status}: {done.last_words}"
        journals = sorted(room.glob("export.journal*"))
    for journal in journals[::-1]:
        done = run([tool, "--undo", journal.name], room)
        if done.status != 0 or files(room / "export") != old:
            return f"{journal.name} gives {done.status}: {done.last_words}"
    return "" if files(room / "export") == old else "it is not taken back"


def described(campaign):
    """What a killed run left that only describes goes with the next one."""
    counts = [0]

    def attempt(at, case):
        words, place = case
        room = laid(campaign, f"described-{at}")
        if not killed(campaign, room, words, place):
            return ""
        counts[0] += 1
        run([campaign.tools / TOOL, *words], room)
        left = [str(path) for path in room.rglob(LITTER + "*")]
        return left and f"{' '.join(words)}, killed at {place[0]} {place[1]}: {left} stays"

    cases = [(words, place) for at, words in enumerate(DESCRIBING)
             for place in places(campaign, f"described-{at}", words)]
    failures = campaign.each(attempt, campaign.part(cases, 40, "described"))
    return Outcome(f"{counts[0]} of runs that describe", failures)


def colliding_names(campaign):
    """Names of which one is the checksum of another, or has the same one, keep their files apart."""
    failures, long = [], "L" * 210
    pairs = ((long, "aa86550e"), (long[:205] + "2ceedf819", long[:205] + "3000d05b0"))
    for at, names in enumerate(pairs):
        room = campaign.room(f"names/{at}")
        (room / "in").mkdir()
        for name in names:
            line = '{"joke_id":"%s","rating":4}\n' % name
            (room / "in" / name).write_text(line * 1000)
        old = files(room)
        done = run([campaign.tools / TOOL, "in", "--in-place", "--checkpoint-bytes", "4096"], room)
        new = {path: content.replace(b":4}", b":5}") for path, content in old.items()}
        found = files(room, hidden=True)
        found.pop(Path("in.journal"), None)
        if done.status != 0 or found != new:
            failures.append(f"names {names[1]}: it ends with {done.status}: {done.last_words}")
    return Outcome(f"{len(pairs)} pairs of names", failures)
