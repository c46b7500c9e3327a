"""Trials of changelogs, and of trees with a file for each document."""

import gzip
import json

from generator.defects import OF_RECORDS, Choice
from generator.draws import Draws
from generator.events import Events
from generator.spelling import quoted

from . import expectations, strict
from .backups import Tree, typed_fields, walked
from .scanner import scan

DOCUMENTS = "projects/laughs/databases/(default)/documents/"
NOW = "2026-03-01T04:00:00Z"


# Changelogs


class Changelog:
    """A seed's events as rows, most changed repeatedly, some deleted, in any order."""

    def __init__(self, seed):
        self.draws = Draws(f"changelog {seed}")
        choice = Choice(OF_RECORDS, self.draws.choice([0, 2], "defects", 0))
        self.events = Events(seed, jokes=7, choice=choice)
        self.count = self.draws.choice([1, 9, 40], "events", 0)

    def rows(self):
        rows = []
        for index in range(self.count):
            record, draws = self.events.record(index), self.draws
            for change in range(draws.below(4, "changes", index) + 1):
                place = index * 10 + change
                # The same moment twice: of such rows the one that is read last counts.
                moment = draws.below(5, "moment", place)
                rows.append(self.row(record, moment, place))
        return self.draws.shuffled(rows, "order", 0)

    def row(self, record, moment, place):
        draws = self.draws
        operation = draws.choice(["CREATE", "UPDATE", "UPDATE", "IMPORT", "DELETE"], "what", place)
        if not draws.below(40, "odd operation", place):
            operation = "TRUNCATE"
        when = "1970-01-01 00:00:00 UTC" if operation == "IMPORT" else (
            f"2026-02-0{moment + 1} 00:00:00.5 UTC")
        if not draws.below(40, "no moment", place):
            when = "soon"
        collection = "rating_events" if draws.below(9, "other", place) else "users/u/rating_events"
        name = f"{DOCUMENTS}{collection}/{record.id}"
        if not draws.below(40, "odd name", place):
            name = draws.choice([DOCUMENTS + "rating_events", "a//b", "", "a/b/c"], "name", place)
        members = ",".join(f'"{key}":{value}' for key, value in record.pairs)
        data = None if operation == "DELETE" else "{" + members + "}"
        if not draws.below(40, "odd data", place):
            data = draws.choice(["[]", "{", "{} {}", ""], "which data", place)
        columns = [
            ("timestamp", quoted(when)), ("event_id", f'"{place}"'), ("document_name", quoted(name)),
            ("operation", quoted(operation)), ("data", "null" if data is None else quoted(data)),
        ]
        if not draws.below(40, "twice", place):
            columns.append(draws.choice(columns, "which twice", place))
        return "{" + ",".join(f'"{key}":{value}' for key, value in columns) + "}"


def changelog_trial(bench, seed, directory):
    """Ranked and printed whole, and ranked in two files, between which nothing changes."""
    rows = Changelog(seed).rows()
    at = len(rows) // 2
    parts = [directory / f"changes-{index}" for index in range(2)]
    for path, some in zip(parts, (rows[:at] or rows, rows[at:])):
        path.write_bytes("".join(row + "\n" for row in some).encode())
    whole = directory / "changes"
    whole.write_bytes("".join(row + "\n" for row in rows).encode())
    for paths in ([whole], parts if at else [whole]):
        expected = expectations.aggregate(
            [path.read_bytes() for path in paths], "five-point", 10, NOW)
        run = bench.run("aggregate-top10", *paths, "--scale", "five-point", "--now", NOW)
        claim = f"seed {seed}: rank {len(paths)} changelogs"
        bench.equal(f"{claim}, status", run.status, expected.status, run)
        bench.equal(claim, run.stdout, expected.content or b"", run)
    for options in ([], ["--plain"], ["--count"]):
        expected = expectations.read_export(
            whole.read_bytes(), "--plain" in options, counts="--count" in options)
        run = bench.run("read-export", whole, *options)
        claim = f"seed {seed}: read-export {' '.join(options)} of a changelog"
        bench.equal(f"{claim}, status", run.status, expected.status, run)
        bench.equal(claim, run.stdout, expected.content, run)


# Trees


def tree_trial(bench, seed, directory):
    """Printed, migrated and ranked; some of the files are compressed."""
    draws = Draws(f"tree {seed}")
    count = draws.choice([1, 2, 7, 30], "events", 0)
    trees = [
        Tree(Events(seed, jokes=5, times="rfc3339"), count, migrated=each)
        for each in (False, True)]
    given, made = directory / "tree", directory / "tree-migrated"
    trees[0].write(given)
    for index, path in enumerate(list(walked(given))):
        if not draws.below(6, "compressed", index):
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            path.unlink()
    printed = "".join(lines(given)).encode()
    run = bench.run("read-export", given)
    bench.equal(f"seed {seed}: read-export of a tree", run.stdout, printed, run)
    run = bench.run("migrate-ratings", given, "-o", made, "--allow-empty")
    claim = f"seed {seed}: migrate-ratings of a tree"
    bench.equal(f"{claim}, status", run.status, expectations.DONE, run)
    wanted = dict(trees[1].files())
    found = {
        str(path.relative_to(made)).removesuffix(".gz"): unpacked(path) for path in walked(made)}
    bench.equal(f"{claim}, names", sorted(found), sorted(wanted), run)
    bench.holds(
        claim, next((name for name in wanted if found.get(name) != wanted[name]), None), run)
    before = bench.run("aggregate-top10", given, "--scale", "five-point", "--now", NOW)
    after = bench.run("aggregate-top10", made, "--allow-empty", "--now", NOW)
    bench.equal(f"seed {seed}: rank a migrated tree", after.stdout, before.stdout, after)


def lines(directory):
    for path in walked(directory):
        name = "/".join(path.relative_to(directory).parts[:-1])
        fields = typed_fields(scan(unpacked(path)))
        strict.check_fields(scan(fields.encode()))
        yield f'{{"name":{json.dumps(name, ensure_ascii=False)},"fields":{fields}}}\n'


def unpacked(path):
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content
