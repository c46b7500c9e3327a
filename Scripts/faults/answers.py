"""Promises 12, 13, 21 and 22: right answers, and unchanged bytes."""

import json
import re
import sys

from generator.disorder import Disorder
from generator.events import Events
from generator.layout import export
from live.counts import counted

from .campaign import Outcome, promise
from .damage import LINES, TEXTS, sound_files
from .processes import run
from .subjects import NOW

PUBLISHED = (0, 3)
# What algebra_of returns for an export that is refused.
DAMAGE = "damage"
FIVE_POINT = ("--scale", "five-point")


@promise(12, "the counts equal those of the app")
def counts(campaign):
    seeds = campaign.seeds(8, 10_000)
    done = run(
        [sys.executable, campaign.root / "Scripts/check-oracles", "--tools", campaign.tools,
         "--seeds", len(seeds), "--first-seed", seeds[0]], campaign.root, patience=36_000,
        more={"PYTHONPATH": ":".join(sys.path[1:])})
    said = done.stdout.decode("utf-8", "replace")
    failures = [line for line in said.splitlines() if line.startswith("FAILED")]
    if done.status and not failures:
        failures = [done.last_words]
    return Outcome(f"{counted(len(seeds), 'seed')} from {seeds[0]}", failures)


def ranking(campaign, room, *words):
    done = run([campaign.tools / "aggregate-top10", *words, "--allow-empty", *NOW], room)
    return done.status, done.stdout


def algebra_of(campaign, seed, room):
    """The violations for the export of one seed."""
    tool = campaign.tools / "migrate-ratings"
    content = Disorder(seed).content()
    (room / "input").write_bytes(content)
    once = run([tool, "input", "-o", "once", "--allow-empty"], room)
    if once.status not in PUBLISHED:
        # Some disorder is damage, which is refused.
        return DAMAGE if once.status == 65 else f"it ends with {once.status}: {once.last_words}"
    twice = run([tool, "once", "-o", "twice", "--allow-empty"], room)
    if twice.status != once.status or (room / "twice").read_bytes() != (room / "once").read_bytes():
        return "a second migration changes it"
    before, after = ranking(campaign, room, "input", *FIVE_POINT), ranking(campaign, room, "once")
    # An event without a joke is a reject before, and gone with its 3 after.
    if before[1] != after[1] or not {before[0], after[0]} <= {0, 3}:
        return "the ranking of the migrated export differs from the five-point ranking"
    return shuffled(campaign, seed, room)


def shuffled(campaign, seed, room):
    """Checks that lines in another order, in up to 64 files, give the same ranking."""
    draws = campaign.draws(f"algebra {seed}")
    lines = export(Events(seed, 30), range(draws.randint(1, 200))).splitlines(keepends=True)
    (room / "whole").write_text("".join(lines))
    whole = ranking(campaign, room, "whole", *FIVE_POINT)
    draws.shuffle(lines)
    parts = draws.randint(1, 64)
    names = []
    for at in range(parts):
        if lines[at::parts]:
            names.append(f"part-{at}")
            (room / names[-1]).write_text("".join(lines[at::parts]))
    apart = ranking(campaign, room, *names, *FIVE_POINT)
    return "" if apart == whole else f"shuffled into {counted(len(names), 'file')}, the ranking differs"


@promise(13, "order, splitting and repetition do not change the result")
def algebra(campaign):
    seeds, damaged = campaign.seeds(250, 10_000), []
    campaign.room("algebra")

    def attempt(at, seed):
        wrong = algebra_of(campaign, seed, campaign.room(f"algebra/{seed}"))
        if wrong == DAMAGE:
            damaged.append(seed)
            return ""
        return wrong and f"seed {seed}: {wrong}"

    failures = campaign.each(attempt, seeds)
    of_all = f" of {len(seeds)}, the others damage," if damaged else ""
    figure = f"{counted(len(seeds) - len(damaged), 'seed')}{of_all} from {seeds[0]}"
    return Outcome(figure, failures) + undone(campaign)


def undone(campaign):
    """Checks that undo restores the input's bytes, in every format."""
    tool = campaign.tools / "migrate-ratings"
    failures, files = [], sound_files(campaign)
    for whole in files:
        room = campaign.room(f"undo/{whole.name}")
        (room / whole.name).write_bytes(whole.content)
        made = run([tool, whole.name, "--in-place", "--journal", "journal"], room)
        if made.status not in PUBLISHED or not (room / "journal").exists():
            failures.append(
                f"{whole.name}: with a journal, it ends with {made.status}: {made.last_words}")
            continue
        back = run([tool, "--undo", "journal"], room)
        if back.status != 0 or (room / whole.name).read_bytes() != whole.content:
            failures.append(f"{whole.name}: undone, its bytes differ: {back.last_words}")
    return Outcome(f"{len(files)} undone", failures)


def unbalanced(documents):
    """The counts of a summary that do not add up."""
    for book in (documents, *documents["ratings"]):
        name = f"rating {book['rating']}" if "rating" in book else "all"
        parts = sum(book[part] for part in ("kept", "updated", "deleted", "rejected"))
        if book["before"] != parts:
            return f"{name}: {book['before']} read, and {parts} accounted for"
    for part in ("before", "kept", "updated", "deleted", "after"):
        if sum(book[part] for book in documents["ratings"]) > documents[part]:
            return f"{part}: more by rating than in all"
    return ""


@promise(21, "the counts add up, and a failed guard keeps the old output")
def books(campaign):
    seeds = campaign.seeds(100, 2000)
    tool = campaign.tools / "migrate-ratings"
    campaign.room("books")

    def attempt(at, seed):
        room = campaign.room(f"books/{seed}")
        (room / "input").write_bytes(Disorder(seed).content())
        done = run([tool, "input", "-o", "out", "--summary", "summary", "--salvage",
                    "--allow-empty"], room)
        if done.status not in PUBLISHED:
            return f"seed {seed}: it ends with {done.status}: {done.last_words}"
        wrong = unbalanced(json.loads((room / "summary").read_bytes())["documents"])
        return wrong and f"seed {seed}: {wrong}"

    failures = campaign.each(attempt, seeds)
    return Outcome(counted(len(seeds), "run"), failures) + guards(campaign)


def guards(campaign):
    """Checks that each guard ends a run with 4 and its reason, and keeps the old output."""
    fixture = campaign.root / "data/input/migrate-ratings/mixed.ndjson"
    tripped = {
        "migrate-ratings": (("--max-delete-percent", "1%"), ("--max-change-percent", "1%"),
                            ("--expect-count", "3"), ("--expect-sha256", "0" * 64)),
        "aggregate-top10": (("--scale", "five-point", "--min-events", "1000"),
                            ("--scale", "five-point", "--expect-count", "3"),
                            ("--scale", "five-point", "--expect-sha256", "0" * 64),
                            (), ("--max-unmigrated", "60")),
    }
    failures, tried = [], 0
    for tool, guards_of_tool in tripped.items():
        if campaign.names and tool not in campaign.names:
            continue
        for guard in guards_of_tool:
            tried += 1
            room = campaign.room(f"guards/{tried}")
            (room / "out").write_text("old\n")
            words = [campaign.tools / tool, fixture, "-o", "out", "--force", *guard]
            done = run(words, room, more=campaign.environment)
            left = {path.name: path.read_bytes() for path in room.iterdir()}
            if done.status != 4 or left != {"out": b"old\n"}:
                failures.append(f"{tool} {' '.join(guard)}: it ends with {done.status}, and "
                                f"{', '.join(left)} is there")
    return Outcome(f"{tried} guards", failures)


# A rating of 3, plain or typed.
NEUTRAL = re.compile(rb'(rating"\s*:\s*(?:\{\s*"integerValue"\s*:\s*)?"?)3(?=["\s,}\\])')
# A digit that the rule puts in the place of another.
CHANGES = {(ord("4"), ord("5")), (ord("2"), ord("1"))}


def differs_elsewhere(before, after):
    """The first difference of two texts of one length other than a migrated digit, or None."""
    for at, (old, new) in enumerate(zip(before, after)):
        if old != new and (old, new) not in CHANGES:
            return at
    return None if len(before) == len(after) else min(len(before), len(after))


def lines_left(before, after):
    """Whether the lines are the old ones, in order, with only digits migrated."""
    rest = iter(before)
    return all(any(differs_elsewhere(old, new) is None for old in rest) for new in after)


@promise(22, "bytes that no rule changes stay the same")
def untouched(campaign):
    failures, tried = [], 0
    tool = campaign.tools / "migrate-ratings"
    folder = campaign.root / "data/input/migrate-ratings"
    for name, ending in TEXTS.items():
        content = (folder / name).read_bytes()
        if name.endswith(".plist") or name.startswith("dump"):
            continue
        room = campaign.room(f"untouched/{name}")
        for variant, text in (("as it is", content), ("CRLF", content.replace(b"\n", b"\r\n")),
                              ("without neutral ratings", neutral_gone(content))):
            tried += 1
            (room / "input").write_bytes(text)
            done = run([tool, "input", "-o", "out", "--force", "--summary", "summary"], room)
            if done.status not in PUBLISHED:
                failures.append(f"{name}, {variant}: it ends with {done.status}: {done.last_words}")
                continue
            made = (room / "out").read_bytes()
            deleted = json.loads((room / "summary").read_bytes())["documents"]["deleted"]
            if deleted == 0 and (at := differs_elsewhere(text, made)) is not None:
                failures.append(f"{name}, {variant}: byte {at} changed")
            if ending == LINES and not lines_left(text.splitlines(True), made.splitlines(True)):
                failures.append(f"{name}, {variant}: a line changed")
    return Outcome(f"{tried} exports", failures)


def neutral_gone(content):
    """Replaces neutral ratings in any spelling, so that their documents stay."""
    return NEUTRAL.sub(rb"\g<1>4", content)
