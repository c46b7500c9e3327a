"""The rows of the table: commands, peers and goals."""

from dataclasses import dataclass
from typing import Optional

MEMORY_GOAL = 32  # MiB, in any row
# How many chunks are under way when a run ends is chance, and makes a megabyte.
MEMORY_GROWTH_GOAL = 1.25
FEW = 50_000
FAST = ("duckdb", "polars", "chdb", "orjson", "node")


@dataclass
class Line:
    """A line of the table: our figure, a peer's, and the goal."""

    work: str
    ours: str
    beside: str
    ratio: str = ""
    goal: str = ""
    is_met: Optional[bool] = None
    # Whether the goal holds at any size, that of a quick run included.
    is_steady: bool = False


@dataclass
class Row:
    """A job: our command first, then its peers; goals are ratios to a peer's median time."""

    work: str
    commands: list
    goals: dict
    # Megabytes a second that ours has to read on one core, of so many bytes.
    rate_goal: float = 0
    byte_count: int = 0
    # Whether the goals hold at any size.
    is_steady: bool = False
    # Whether memory has to grow with the input.
    grows: bool = False

    def wrong_answers(self):
        answers = [each for each in self.commands if each.answered is not None]
        return [
            f"{self.work}: {each.name} answers otherwise than {answers[0].name}"
            for each in answers[1:] if each.answered != answers[0].answered
        ]

    def lines(self):
        ours, made = self.commands[0], []
        for other in self.commands[1:]:
            ratio, goal = ours.median / other.median, self.goals.get(other.name)
            made.append(Line(
                self.work, figure(ours), f"{other.name}: {figure(other)}", f"{ratio:.3g}",
                f"≤ {goal:g}" if goal else "", ratio <= goal if goal else None, self.is_steady))
        if self.rate_goal:
            rate = self.byte_count / ours.median / 1e6
            made.append(Line(
                self.work, figure(ours), f"{rate:,.0f} MB/s a core", "",
                f"≥ {self.rate_goal:,.0f} MB/s", rate >= self.rate_goal))
        return made

    def memory(self):
        return 0 if self.grows else self.commands[0].mebibytes


def figure(command):
    seconds = command.median
    time = f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.3g} s"
    return f"{time}, {command.mebibytes:,.0f} MiB" if command.mebibytes else time


def amount(count):
    """A number of records in words."""
    for size, letter in ((1_000_000, " M"), (1000, " k")):
        if count >= size and count % (size // 10) == 0:
            return f"{count / size:g}{letter}"
    return f"{count:,}"


class Rows:
    NAMES = (
        "ndjson", "one-job", "varied", "shuffled", "array", "rest", "managed", "migrate", "undoable",
        "dry-run", "hash", "votes", "plan", "batches",
        "folder", "dumps", "dumps-jq", "plain",
    )

    def __init__(self, commands, inputs, events, dumps):
        self.make, self.inputs = commands, inputs
        self.events, self.few, self.dump_count = events, min(events, 1_000_000), dumps

    def named(self, name):
        """The rows of a name; none if this machine lacks their programs."""
        made = getattr(self, name.replace("-", "_"))()
        return made if isinstance(made, list) else [made] if made else []

    def ndjson(self):
        path = self.inputs.events(self.events)
        commands = [self.make.rank(path), self.make.count_lines(path)]
        return Row(
            f"rank {amount(self.events)} events, NDJSON, 2 jobs",
            commands + self.make.rankers("ndjson", path, FAST), {"wc -l": 0.85, "DuckDB": 0.13})

    def one_job(self):
        path = self.inputs.events(self.events)
        commands = [self.make.rank(path, jobs=1), self.make.count_lines(path)]
        return Row("the same, 1 job", commands, {"wc -l": 1.4})

    def varied(self):
        path = self.inputs.varied(self.few)
        plain = self.make.rank(self.inputs.events(self.few), jobs=1)
        plain.name = "as many lines all alike"
        # The answers differ: these are other events.
        plain.answer = None
        return [
            Row(f"rank {amount(self.few)} events, times in five spellings",
                [self.make.rank(path), *self.make.rankers("ndjson", path, ("duckdb",))],
                {"DuckDB": 0.15}),
            Row("the same, 1 job", [self.make.rank(path, jobs=1), plain], {plain.name: 1.6}),
        ]

    def shuffled(self):
        return self.laid_out("keys shuffled", "ndjson", self.inputs.shuffled(self.few), 0.12)

    def array(self):
        return self.laid_out("JSON array", "array", self.inputs.array(self.few), 0.15)

    def rest(self):
        return self.laid_out("REST pages", "pages", self.inputs.pages(self.few), 0.01)

    def laid_out(self, words, layout, path, goal):
        commands = [self.make.rank(path), *self.make.rankers(layout, path, FAST)]
        return Row(f"rank {amount(self.few)} events, {words}", commands, {"DuckDB": goal})

    def managed(self):
        count = self.few // 5
        path = self.inputs.managed(count)
        if path is None:
            return None
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        twin = self.make.rank(self.inputs.events(count), jobs=1)
        twin.name = "its twin in NDJSON"
        return Row(
            f"rank {amount(count)} events, managed export, 1 job",
            [self.make.rank(path, jobs=1), twin], {}, 3500, size)

    def migrate(self):
        path = self.inputs.events(self.events)
        commands = [self.make.migrate(path), self.make.copy(path)]
        return Row(
            f"migrate {amount(self.events)} events, NDJSON, to a new file",
            commands + self.make.migrators(path, ("duckdb", "orjson")),
            {"cat, sync": 1.2, "DuckDB": 0.25})

    def undoable(self):
        path, journal = self.inputs.events(self.events), self.make.directory / "journal"
        name = "with journal and checkpoints"
        ours = self.make.migrate(path, "--journal", journal, name=name, made=journal)
        plain = self.make.migrate(path, "--checkpoint-bytes", 1 << 50, name="without")
        return Row(f"the same, {name}", [ours, plain], {plain.name: 1.3})

    def dry_run(self):
        path = self.inputs.events(self.events)
        ours = self.make.migrate(path, "--dry-run", "--no-hash", name="dry run")
        return Row("dry run of the same, --no-hash", [ours, self.make.rank(path)],
                   {self.make.rank(path).name: 1.2})

    def hash(self):
        path = self.inputs.events(self.events)
        migrated = self.make.migrate(path)
        migrated.run("/dev/null")
        migrated.output.rename(output := self.make.directory / "to-hash")
        ours = self.make.migrate(path, "--dry-run", "--hash", name="dry run")
        ours.answer = lambda _: self.make.digest_of_dry_run(path)
        return Row(
            "dry run of the same, with the hash", [ours, *self.make.checksums(output)],
            {"sha256sum": 0.6, "openssl": 1.2})

    def votes(self):
        path = self.inputs.events(self.few)
        made = []
        for job, words, work in (
            ("latest", ("--dedupe", "week"), "a vote a device and week"),
            ("once", ("--duplicates", "first"), "each document once"),
        ):
            ours = self.make.rank(path, *words, name=" ".join(words))
            commands = [ours, self.make.rank(path), *self.make.voters(path, job)]
            made.append(Row(
                f"rank {amount(self.few)} events, {work}", commands,
                {commands[1].name: 3, "DuckDB": 0.4}, grows=True))
        return made

    def plan(self):
        path, plan = self.inputs.events(self.few), self.make.directory / "plan"
        ours = self.make.migrate(
            path, "--dry-run", "--plan-out", plan, name="dry run with a plan", made=plan)
        beside = self.make.migrate(path, "--dry-run", "--hash", name="with the hash alone")
        return Row(
            f"dry run of {amount(self.few)} events, with a plan", [ours, beside], {beside.name: 2})

    def batches(self):
        ours = self.make.batch(self.inputs.events(self.few // 5))
        return Row(
            f"write batches of {amount(self.few // 5)} events", [ours, self.copy_of(ours)],
            {"cp -r, sync -f": 2})

    def folder(self):
        count = min(self.dump_count, 3000)
        ours = self.make.migrate_folder(self.inputs.folder(count))
        return Row(
            f"migrate a folder of {amount(count)} dumps", [ours, self.copy_of(ours)], {})

    def copy_of(self, command):
        """The command that copies the directory that another makes."""
        command.run("/dev/null")
        command.made.rename(kept := command.made.with_suffix(".kept"))
        return self.make.copy_directory(kept)

    def dumps(self):
        path = self.inputs.dumps(self.dump_count)
        return Row(
            f"migrate-saved, {amount(self.dump_count)} dumps, NDJSON, 1 job",
            [self.make.save(path, jobs=1), self.make.copy(path)], {}, 150, path.stat().st_size)

    def dumps_jq(self):
        if not self.make.programs["jq"]:
            return None
        count = max(1, self.dump_count // 20)
        path = self.inputs.dumps(count)
        return Row(
            f"migrate-saved, {amount(count)} dumps", [self.make.save(path), self.make.saver(path)],
            {"jq": 0.05})

    def plain(self):
        """The goals for any machine and size: the tools beat scripts."""
        path, names = self.inputs.events(self.few // 5), ("json", "jq")
        return [
            Row(f"rank {amount(self.few // 5)} events, beside a script",
                [self.make.rank(path), *self.make.rankers("ndjson", path, names)],
                {"Python, json": 1, "jq": 1}, is_steady=True),
            Row(f"migrate {amount(self.few // 5)} events, beside a script",
                [self.make.migrate(path), *self.make.migrators(path, names)],
                {"Python, json": 1, "jq": 1}, is_steady=True),
        ]
