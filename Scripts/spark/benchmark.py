#!/usr/bin/env python3
"""Times both commands beside one process and beside Spark's own reading of the same file.

usage: Scripts/spark/benchmark.py [--events N] [--runs N] [--master URL] [--piece-size SIZE]
           [--tools DIR] [--keep DIR]

Jobs run in one session on one cluster, in turns, after one run of each that is not counted, so that
the time is that of the job alone. `mounted` reads the file where it is, `copied` through Hadoop's
file systems, by another name of the folder. `read.json` is spark.read.json(…).groupBy("joke_id",
"rating").count(), which reads the file twice, to infer its types, and `with a schema` the same with
the types given. The seconds of whole commands include the start of Spark and of its executors; their
CPU seconds are those of all processes. All answers are compared. Exits with 1 if an answer differs,
or if `mounted` or `copied` takes more than half the time of `read.json`.
"""

import argparse
import contextlib
import ctypes
import dataclasses
import json
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))
from live import failing
from spark import command, counting, job, listing, migrating, tools

VIEW = "viewfs://view/work"
GOAL = 0.5
# Linux: whatever is left without a parent becomes a child of this process, and is waited for.
PR_SET_CHILD_SUBREAPER = 36
TIME = "1800000000"
SCHEMA = "joke_id STRING, rating INT"


@dataclasses.dataclass
class Row:
    name: str
    run: Callable[[], Any]
    seconds: list[float] = dataclasses.field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def arguments() -> argparse.Namespace:
    parser = failing.Parser(__doc__)
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    parser.add_argument("--piece-size", type=command.size, default=command.size("256MB"))
    parser.add_argument("--tools", type=Path, default=command.TOOLS)
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


class Trials:
    def __init__(self, running: job.Job, options: argparse.Namespace, folder: Path) -> None:
        self.running, self.options, self.folder = running, options, folder
        self.file = folder / "events.ndjson"

    def one_process(self) -> bytes:
        output = self.folder / "one.json"
        subprocess.run(
            [self.options.tools / counting.TOOL, self.file, "-o", output, "--force", "--quiet"],
            check=True)
        return output.read_bytes()

    def counted(self, uri: str) -> bytes:
        """What aggregate.py does with a session."""
        output = self.folder / "all_time.json"
        outcomes = counting.count(self.running, [uri], self.options.piece_size, [])
        counting.publish(
            self.running, outcomes, self.options.tools / counting.TOOL, str(output), ["--quiet"])
        return output.read_bytes()

    def migrated(self, uri: str, output: str) -> int:
        """What migrate.py does with a session."""
        found = listing.listing(self.running.files, [uri])
        shares = job.count_of_shares(found, self.options.piece_size)
        folder, target = migrating.prepare(self.running, found, output, True)
        outcomes = migrating.migrate(self.running, found, shares, ["--allow-empty"], folder)
        migrating.finish(self.running, folder, target, outcomes)
        return sum(each.byte_count for done in outcomes for each in done.value.files)

    def one_migration(self) -> int:
        output = self.folder / "one.ndjson"
        subprocess.run(
            [self.options.tools / migrating.TOOL, self.file, "-o", output, "--force", "--quiet",
             "--allow-empty"], check=True)
        return output.stat().st_size

    def grouped(self, schema: str | None) -> dict[str, int]:
        reader = self.running.session.read
        frame = (reader.schema(schema) if schema else reader).json(str(self.file))
        rows = frame.groupBy("joke_id", "rating").count().collect()
        totals = {5: 0, 1: 0}
        for row in rows:
            totals[row["rating"]] = totals.get(row["rating"], 0) + row["count"]
        return {"total_hilarious_ratings": totals[5], "total_horrible_ratings": totals[1]}


def rows(trials: Trials) -> list[Row]:
    uri, copied = str(trials.file), f"{VIEW}/events.ndjson"
    folder = trials.folder
    return [
        Row("aggregate: one process", trials.one_process),
        Row("aggregate: mounted", lambda: trials.counted(uri)),
        Row("aggregate: copied", lambda: trials.counted(copied)),
        Row("read.json, groupBy", lambda: trials.grouped(None)),
        Row("read.json with a schema, groupBy", lambda: trials.grouped(SCHEMA)),
        Row("migrate: one process", trials.one_migration),
        Row("migrate: mounted", lambda: trials.migrated(uri, str(folder / "out-1"))),
        Row("migrate: copied", lambda: trials.migrated(copied, f"{VIEW}/out-2")),
    ]


def check(answers: dict[str, Any]) -> None:
    """Fails unless all have the same answer."""
    document = answers["aggregate: one process"]
    totals = json.loads(document)
    for name, answer in answers.items():
        kind = name.partition(":")[0]
        if kind == "aggregate":
            is_right = answer == document
        elif kind == "migrate":
            is_right = answer == answers["migrate: one process"]
        else:
            is_right = all(totals[key] == value for key, value in answer.items())
        if not is_right:
            raise failing.Failure(failing.INTERNAL, f"{name}: another answer than one process")


def measured(trials: Trials, runs: int) -> list[Row]:
    every = rows(trials)
    check({row.name: row.run() for row in every})
    for _ in range(runs):
        for row in every:
            started = time.monotonic()
            row.run()
            row.seconds.append(time.monotonic() - started)
    return every


def whole_command(words: list[str]) -> tuple[float, float]:
    """The seconds of a command, and the CPU seconds of all its processes."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    status = subprocess.run(
        words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False).returncode
    seconds = time.monotonic() - started
    if status:
        raise failing.Failure(failing.INTERNAL, f"{shlex.join(words)} ended with {status}")
    # The JVM of the driver outlives it for a moment, and becomes a child of this process.
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, usage.ru_utime + usage.ru_stime - before.ru_utime - before.ru_stime


def commands(options: argparse.Namespace, folder: Path) -> dict[str, list[str]]:
    file, here = str(folder / "events.ndjson"), Path(__file__).parent
    common = ["--master", options.master, "--tools", str(options.tools), "--quiet"]
    size = ["--piece-size", str(options.piece_size)]
    baseline = (
        "import sys; from pyspark.sql import SparkSession as S; "
        "s = S.builder.master(sys.argv[2]).getOrCreate(); "
        "s.read.json(sys.argv[1]).groupBy('joke_id', 'rating').count().collect(); s.stop()")
    return {
        "aggregate-top10": [
            str(options.tools / counting.TOOL), file, "-o", str(folder / "a.json"), "--force"],
        "aggregate.py, mounted": [
            sys.executable, str(here / "aggregate.py"), file, "-o", str(folder / "b.json"),
            *common, *size],
        "aggregate.py, copied": [
            sys.executable, str(here / "aggregate.py"), f"{VIEW}/events.ndjson", "-o",
            str(folder / "c.json"), *common, *size],
        "read.json, groupBy": [sys.executable, "-c", baseline, file, options.master],
    }


def main() -> int:
    options = arguments()
    executables = [tools.executable(options.tools, each.TOOL) for each in (counting, migrating)]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    temporary = None if options.keep else tempfile.mkdtemp(prefix="laughtrack-")
    folder = (options.keep or Path(temporary)).absolute()
    folder.mkdir(exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = TIME
    link = f"spark.hadoop.fs.viewfs.mounttable.view.link./work=file://{folder}"
    os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join(
        ["--conf", link, "--conf", "spark.ui.enabled=false", "pyspark-shell"])
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_WORKER_DIR", str(folder / "work"))
    try:
        file = folder / "events.ndjson"
        if not file.exists():
            with file.open("wb") as output:
                subprocess.run(
                    [sys.executable, SCRIPTS / "make-fixtures", "-o", "-", "--seed", "7", "--events",
                     str(options.events), "--scale", "binary", "--times", "rfc3339"],
                    stdout=output, check=True)
        print(f"{options.events:,} events, {file.stat().st_size:,} bytes; {options.master}; "
              f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n", flush=True)
        print("| Whole commands | s | CPU s |\n| --- | ---: | ---: |")
        for name, words in commands(options, folder).items():
            times = [whole_command(words) for _ in range(options.runs)]
            seconds, processor = (statistics.median(each) for each in zip(*times, strict=True))
            print(f"| {name} | {seconds:.2f} | {processor:.2f} |", flush=True)
        with job.started("benchmark", options.master, False) as running:
            for each in executables:
                running.ship(each)
            found = measured(Trials(running, options, folder), options.runs)
        return report(found)
    finally:
        if temporary:
            shutil.rmtree(temporary)


def report(found: list[Row]) -> int:
    medians = {row.name: row.median for row in found}
    base = medians["read.json, groupBy"]
    print("\n| In a session | s | of read.json |\n| --- | ---: | ---: |")
    for name, seconds in medians.items():
        print(f"| {name} | {seconds:.2f} | {seconds / base:.2f} |")
    print(f"\nload {os.getloadavg()[0]:.1f}", flush=True)
    missed = [name for name in ("aggregate: mounted", "aggregate: copied")
              if medians[name] > GOAL * base]
    for name in missed:
        print(f"benchmark.py: {name} took more than {GOAL} of read.json", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    command.run("benchmark.py", main)
