"""Promises 18 and 19: bounded memory, and deterministic output."""

import hashlib

from generator.events import Events
from generator.layout import export
from live.counts import counted

from .campaign import Outcome, promise
from .processes import environment, measured, run
from .subjects import NOW, Ground, subjects

MILLION = 1_000_000
BLOCK_EVENTS = 10_000
GROWTH = 1.10
ZONES, LOCALES = ("UTC", "Asia/Kathmandu", "America/New_York"), ("C", "tr_TR.UTF-8", "de_DE.UTF-8")


def fed(block, count):
    def feed(pipe):
        for _ in range(count):
            pipe.write(block)
    return feed


@promise(18, "memory is bounded by distinct jokes, not by events")
def memory(campaign):
    block = export(Events(campaign.seed, 500), range(BLOCK_EVENTS)).encode()
    sizes = (MILLION, campaign.figure(10 * MILLION, 100 * MILLION))
    failures, told = [], []
    room = campaign.room("memory")
    for tool, options in (("aggregate-top10", ("--scale", "five-point", *NOW)),
                          ("migrate-ratings", ("-o", "/dev/null"))):
        peaks = []
        for size in sizes:
            done = measured([campaign.tools / tool, "-", "--quiet", *options], room,
                            fed(block, size // BLOCK_EVENTS), patience=3600)
            peaks.append(done.mebibytes)
            if done.status != 0:
                failures.append(
                    f"{tool}: {size:,} events end with {done.status}: {done.last_words}")
        told.append(f"{peaks[0]:.0f} and {peaks[1]:.0f} MiB")
        if peaks[1] > peaks[0] * GROWTH:
            failures.append(f"{tool}: {peaks[1]:.1f} MiB for {sizes[1]:,} events, "
                            f"{peaks[0]:.1f} for {sizes[0]:,}")
    figure = f"{sizes[0] // MILLION} M and {sizes[1] // MILLION} M events: " + ", ".join(told)
    return Outcome(figure, failures)


@promise(19, "the same input gives the same bytes")
def sameness(campaign):
    count, failures = campaign.figure(20, 100), []
    chosen = subjects(campaign, ("new",))
    for at, subject in enumerate(chosen):
        digests = set()
        for number in range(count):
            ground = Ground(campaign, subject, campaign.room(f"same/{at}-{number}"))
            digests.add(digest_of(ground, campaign.draws(f"same {at} {number}")))
        if len(digests) != 1 or None in digests:
            failures.append(f"{subject}: {len(digests)} different results in {counted(count, 'run')}")
    return Outcome(f"{counted(count, 'run')} of {len(chosen)}", failures) + any_order(campaign, count)


def digest_of(ground, draws):
    """The digest of a run in a random setting; None if it fails."""
    variables = {**environment(), "TZ": draws.choice(ZONES), "LC_ALL": draws.choice(LOCALES),
                 "LANG": draws.choice(LOCALES), "COLUMNS": str(draws.randint(40, 300))}
    words = list(ground.command)
    if ground.subject.tool in ("aggregate-top10", "migrate-ratings"):
        words += ["--jobs", str(draws.choice((1, 2, 8)))]
    directory = ground.directory
    if draws.random() < 0.5:
        # In another directory, with absolute paths.
        files = {ground.subject.fixture, "out", *ground.subject.beside}
        words = [directory / word if word in files else word for word in words]
        directory = directory.parent
    done = run(words, directory, more=variables, umask=draws.choice((0o022, 0o077)))
    content = ground.content
    return hashlib.sha256(content).hexdigest() if done.status == 0 and content else None


def any_order(campaign, count):
    """Checks that the order of operands does not change the ranking."""
    room, draws = campaign.room("same/order"), campaign.draws("order")
    names = [f"part-{at}" for at in range(8)]
    for at, name in enumerate(names):
        (room / name).write_text(export(Events(campaign.seed + at, 30), range(200)))
    results = set()
    for _ in range(count):
        draws.shuffle(names)
        words = [campaign.tools / "aggregate-top10", *names, "--scale", "five-point", *NOW]
        results.add(run(words, room).stdout)
    return Outcome(counted(count, "order"), [] if len(results) == 1 else ["operands in another order"])
