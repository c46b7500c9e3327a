"""Trials of changelogs, and of trees with a file for each document."""

import gzip

from generator.answers import NOW
from generator.disorder import Changelog
from generator.draws import Draws
from generator.events import Events

from . import expectations
from .backups import Tree, typed_lines, unpacked, walked


# Changelogs


def changelog_trial(bench):
    """Ranked and printed whole, and ranked in two files, between which nothing changes."""
    rows, directory = Changelog(bench.seed).lines(), bench.directory
    at = len(rows) // 2
    parts = [directory / f"changes-{index}" for index in range(2)]
    for path, some in zip(parts, (rows[:at] or rows, rows[at:])):
        path.write_bytes("".join(some).encode())
    whole = directory / "changes"
    whole.write_bytes("".join(rows).encode())
    for paths in ([whole], parts if at else [whole]):
        expected = expectations.aggregate(
            [path.read_bytes() for path in paths], "five-point", 10, NOW)
        run = bench.run("aggregate-top10", *paths, "--scale", "five-point", "--now", NOW)
        bench.printed(f"rank {len(paths)} changelogs", run, expected)
    for options in ([], ["--plain"], ["--count"]):
        expected = expectations.read_export(
            whole.read_bytes(), "--plain" in options, counts="--count" in options)
        run = bench.run("read-export", whole, *options)
        bench.printed(f"read-export {' '.join(options)} of a changelog", run, expected)


# Trees


def tree_trial(bench):
    """Printed, migrated and ranked; some of the files are compressed."""
    draws = Draws(f"tree {bench.seed}")
    count = draws.choice([1, 2, 7, 30], "events", 0)
    events = Events(bench.seed, jokes=5, times="rfc3339")
    given, made = bench.directory / "tree", bench.directory / "tree-migrated"
    Tree(events, count).write(given)
    for index, path in enumerate(list(walked(given))):
        if not draws.below(6, "compressed", index):
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            path.unlink()
    printed = "".join(typed_lines(given)).encode()
    run = bench.run("read-export", given)
    bench.equal("read-export of a tree", run.stdout, printed, run)
    run = bench.run("migrate-ratings", given, "-o", made, "--allow-empty")
    claim = "migrate-ratings of a tree"
    bench.equal(f"{claim}, status", run.returncode, expectations.DONE, run)
    wanted = dict(Tree(events, count, migrated=True).files())
    found = {
        str(path.relative_to(made)).removesuffix(".gz"): unpacked(path) for path in walked(made)}
    bench.equal(f"{claim}, names", sorted(found), sorted(wanted), run)
    bench.holds(
        claim, next((name for name in wanted if found.get(name) != wanted[name]), None), run)
    before = bench.run("aggregate-top10", given, "--scale", "five-point", "--now", NOW)
    after = bench.run("aggregate-top10", made, "--allow-empty", "--now", NOW)
    bench.equal("rank a migrated tree", after.stdout, before.stdout, after)
