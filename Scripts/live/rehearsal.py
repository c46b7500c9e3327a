"""A whole release against a server on this machine: every step of it, and what each proves."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .batches import BatchDirectory
from .client import EMULATOR
from .failing import BAD_DATA, IO_ERROR, USAGE, Failure
from .ledger import NAME

SCRIPTS = Path(__file__).resolve().parent.parent
PUBLISHED = (0, 3)
RANKING = "/documents/weekly_rankings/all_time"
PATIENCE = 3600
# The first two, so that the smallest export meets them, too.
FAULTS = ("unavailable@1,lost@2,unavailable=0.05,aborted=0.05,exhausted=0.02,reset=0.05,lost=0.1,"
          "read.unavailable=0.02")


@dataclass
class Proof:
    """A claim, and the figure that shows it."""

    claim: str
    figure: str


@dataclass
class Page:
    """What the rehearsal found out."""

    inputs: list[str] = field(default_factory=list)
    migration: dict[str, Any] = field(default_factory=dict)
    ranking: dict[str, Any] = field(default_factory=dict)
    batches: int = 0
    writes: int = 0
    byte_count: int = 0
    proofs: list[Proof] = field(default_factory=list)


class Rehearsal:
    """One rehearsal in a directory of its own."""

    def __init__(
        self, inputs: list[Path], directory: Path, tools: Path, database: str, kills: int, seed: int,
    ) -> None:
        self.inputs = [path.resolve() for path in inputs]
        self.directory, self.tools, self.database = directory, tools, database
        self.kills, self.random = kills, random.Random(seed)
        self.seed = seed
        self.page = Page(inputs=[str(path) for path in inputs])
        self.store = directory / "store.sqlite"

    def run(self) -> Page:
        """Every step, in the order of a release; fails at the first that does not hold."""
        self.load()
        self.migrate()
        with self.server(FAULTS) as server:
            self.apply(server)
            self.rank_and_publish()
            self.export_anew()
        self.compare_with_migrated()
        with self.server(FAULTS) as server:
            self.undo(server)
        self.compare_with_loaded()
        return self.page

    # Steps

    def load(self) -> None:
        """Fills the server's store with the documents of the export."""
        rejects, before = self.directory / "rejects.ndjson", self.directory / "before.ndjson"
        self.store_of("read-export", self.store, before, *self.inputs, "--rejects", rejects)
        databases = {name.split("/documents/")[0] for name in names_of(before)}
        if len(databases) > 1 or self.database and databases - {self.database}:
            raise Failure(
                USAGE, f"the export has documents of {', '.join(sorted(databases))}",
                "name the database of the export with --database")
        self.database = self.database or "".join(databases)
        if not databases:
            raise Failure(BAD_DATA, "the export has no documents: it would prove nothing")
        self.prove("the database holds the export",
                   f"{count(before):,} documents; "
                   f"{count(rejects) if rejects.exists() else 0:,} rejects are not among them")

    def migrate(self) -> None:
        """Migrates the export: the dry run says what the real run then does."""
        told, made = self.directory / "dry-run.json", self.directory / "migration.json"
        words = [*self.inputs, "-o", self.migrated, *self.named("--database")]
        batches = ["--batches", self.directory / "batches"]
        done = self.tool("migrate-ratings", *words, *batches, "--dry-run", "--summary", told)
        self.need("the dry run", done, PUBLISHED)
        done = self.tool("migrate-ratings", *words, *batches, "--hash", "--summary", made)
        self.need("migrate-ratings", done, PUBLISHED)
        before, after = read(told), read(made)
        if before["documents"] != after["documents"]:
            raise Failure(BAD_DATA, "the dry run has other counts than the run after it")
        if digests(before) != digests(after):
            raise Failure(BAD_DATA, "the dry run names another SHA-256 than the run after it")
        self.prove("the dry run names the bytes that the run then writes",
                   f"{len(digests(after)):,} SHA-256")
        directory = BatchDirectory(self.directory / "batches")
        directory.check()
        self.page.migration = after["documents"]
        self.page.batches, self.page.writes = len(directory.batches), directory.write_count
        self.page.byte_count = sum(each.apply.byte_count for each in directory.batches)

    def apply(self, server: "Server") -> None:
        """Sends the batches, through faults and kills."""
        if not self.page.writes:
            self.prove("nothing is to be migrated", "0 writes; sending and undoing were not tried")
            return
        killed = self.send(server)
        summary = read(self.directory / "summary.json")
        written, sent = summary["written"], self.committed()
        if summary["read_back"] != self.page.writes:
            raise Failure(BAD_DATA, f"of {self.page.writes} writes {summary['read_back']} were read back")
        if not written == sent == self.page.writes:
            raise Failure(
                BAD_DATA, f"of {self.page.writes} writes {sent} were committed, and {written} are "
                "entered as written")
        self.prove("every document is written once, through faults and kills",
                   f"{written:,} writes, {killed} kills, {summary['retries']:,} retries in the last run")
        self.prove("read back, every document is as written", f"{summary['read_back']:,} documents")

    def rank_and_publish(self) -> None:
        """Ranks what was migrated, which is the ranking of the five points before, and publishes it."""
        document = self.directory / "all_time.json"
        done = self.tool("aggregate-top10", self.migrated, "-o", document, "--allow-empty",
                         "--now", "2000-01-01T00:00:00Z")
        self.need("aggregate-top10", done, PUBLISHED)
        before = self.directory / "five-point.json"
        done = self.tool("aggregate-top10", *self.inputs, "-o", before, "--allow-empty",
                         "--scale", "five-point", "--now", "2000-01-01T00:00:00Z")
        self.need("aggregate-top10 --scale five-point", done, PUBLISHED)
        if document.read_bytes() != before.read_bytes():
            raise Failure(BAD_DATA, "the migrated export has another ranking than the export")
        self.page.ranking = read(document)
        self.prove("the ranking after is the ranking before",
                   f"{self.page.ranking['total_hilarious_ratings']:,} hilarious, "
                   f"{self.page.ranking['total_horrible_ratings']:,} horrible")
        self.script("apply-batches", "--ranking", document, "--database", self.database, "--execute")
        self.prove("the ranking is published", "weekly_rankings/all_time")

    def export_anew(self) -> None:
        """Reads the collection through Google's client, and migrates it again: nothing is left."""
        anew = self.directory / "anew"
        self.script("fetch-export", "--collection", "rating_events", "--database", self.database,
                    "-o", anew)
        done = self.tool("migrate-ratings", anew, "--check", "--allow-empty")
        self.need("migrate-ratings --check of the database exported anew", done, PUBLISHED)
        self.prove("exported anew and migrated again, nothing changes", "exit status 0 of --check")

    def compare_with_migrated(self) -> None:
        """Compares the database with the migrated export, document for document."""
        wanted, after = self.directory / "wanted.ndjson", self.directory / "after.ndjson"
        self.store_of("read-export of the migrated export", self.directory / "migrated.sqlite", wanted,
                      self.migrated)
        self.script("firestore-server", self.store, "--dump", after)
        same, wrong = compared(wanted, after)
        if wrong:
            raise Failure(BAD_DATA, f"the database is not the migrated export: {wrong[0]} differs")
        self.prove("the database is the migrated export", f"{same:,} documents are equal")

    def undo(self, server: "Server") -> None:
        """Undoes every batch, through faults and kills."""
        if not self.page.writes:
            return
        killed = self.send(server, "--undo")
        summary = read(self.directory / "summary.json")
        if summary["written"] != self.page.writes:
            raise Failure(
                BAD_DATA, f"of {self.page.writes} writes {summary['written']} are undone")
        self.prove("every batch is undone, through faults and kills",
                   f"{summary['written']:,} documents, {killed} kills")

    def compare_with_loaded(self) -> None:
        """Compares the database with the export, document for document."""
        self.script("firestore-server", self.store, "--dump", self.directory / "undone.ndjson")
        same, wrong = compared(self.directory / "before.ndjson", self.directory / "undone.ndjson")
        if wrong:
            raise Failure(BAD_DATA, f"undone, the database is not the export: {wrong[0]} differs")
        self.prove("undone, the database is the export again", f"{same:,} documents are equal")

    # Parts of steps

    @property
    def migrated(self) -> Path:
        """The migrated export; a folder for several inputs, or for one that is a folder."""
        is_file = len(self.inputs) == 1 and self.inputs[0].is_file()
        return self.directory / ("migrated-export" + ("".join(self.inputs[0].suffixes) if is_file else ""))

    def store_of(self, name: str, store: Path, dump: Path, *words: Any) -> None:
        """Fills a store with the documents that read-export prints, and dumps it."""
        lines = store.with_suffix(".ndjson")
        with lines.open("wb") as output:
            done = self.tool("read-export", *words, output=output)
        self.need(name, done, PUBLISHED)
        self.script("firestore-server", store, "--load", lines, *self.named("--database-name"),
                    "--dump", dump)

    def named(self, option: str) -> list[str]:
        return [option, self.database] if self.database else []

    def committed(self) -> int:
        """The writes that took effect."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as base:
            return int(base.execute("SELECT COALESCE(SUM(writes), 0) FROM commits").fetchone()[0])

    def send(self, server: "Server", *more: str) -> int:
        """Runs apply-batches to its end; kills it, or the server, some times on the way."""
        words = [sys.executable, SCRIPTS / "apply-batches", self.directory / "batches", "--execute",
                 "--no-ramp", "--check", "all", "--summary", self.directory / "summary.json", *more]
        killed, start = 0, self.committed()
        ledger = self.directory / "batches" / NAME
        for number in range(self.kills):
            # The first ones at the very start: an export may have a single batch.
            target = start + self.page.writes * max(number - 1, 0) // self.kills
            process = started(words, self.directory)
            try:
                while process.poll() is None and (not ledger.exists() or self.committed() < target):
                    time.sleep(0.02)
                time.sleep(self.random.uniform(0, 0.2))
                if process.poll() is None:
                    if number % 2:
                        server.restart()
                    killed += 1
            finally:
                process.kill()
                process.wait()
        done = subprocess.run(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, timeout=PATIENCE)
        # Exit 3 means documents left alone or different; nothing else writes here.
        self.need(" ".join(["apply-batches", *more]), done, (0,))
        return killed

    @contextlib.contextmanager
    def server(self, faults: str) -> Iterator["Server"]:
        """A server of the store, for as long as it is needed."""
        server = Server(self.store, faults, self.seed)
        os.environ[EMULATOR] = server.address
        try:
            yield server
        finally:
            server.stop()
            del os.environ[EMULATOR]

    def tool(self, name: str, *words: Any, output: Any = subprocess.PIPE) -> Any:
        return subprocess.run(
            [self.tools / name, *words, "--quiet"], stdout=output, stderr=subprocess.PIPE,
            timeout=PATIENCE)

    def script(self, name: str, *words: Any) -> None:
        done = subprocess.run(
            [sys.executable, SCRIPTS / name, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            timeout=PATIENCE)
        self.need(name, done, (0,))

    @staticmethod
    def need(name: str, done: Any, statuses: tuple[int, ...]) -> None:
        if done.returncode not in statuses:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Failure(BAD_DATA, f"{name} ended with {done.returncode}: {' '.join(said[-2:])}")

    def prove(self, claim: str, figure: str) -> None:
        self.page.proofs.append(Proof(claim, figure))
        print(f"rehearse: {claim}: {figure}", file=sys.stderr)


class Server:
    """The server's process."""

    def __init__(self, store: Path, faults: str, seed: int) -> None:
        self._words = [sys.executable, SCRIPTS / "firestore-server", store, "--faults", faults]
        self._seed = seed
        self.port = 0
        self._start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def _start(self) -> None:
        words = [*self._words, "--port", self.port, "--seed", self._seed]
        self._process = subprocess.Popen(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self._process.stdout.readline().decode() if self._process.stdout else ""
        if not line.startswith("listening on "):
            raise Failure(IO_ERROR, "the server does not start")
        self.port = int(line.rsplit(":", 1)[1])

    def restart(self) -> None:
        """Kills the server as a crash does, and starts it again with other faults."""
        self._process.kill()
        self._process.wait()
        self._seed += 1
        self._start()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


def started(words: list[Any], directory: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=directory)


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def digests(summary: Any) -> list[str]:
    """The SHA-256 of every output, in order."""
    return [each["sha256"] for each in summary["outputs"] if each.get("sha256")]


def count(path: Path) -> int:
    with path.open("rb") as lines:
        return sum(1 for _ in lines)


def compared(one: Path, other: Path) -> tuple[int, list[str]]:
    """How many documents are equal, and the names of those that are not; both in order of names."""
    same, wrong = 0, []
    with one.open() as ours, other.open() as theirs:
        sides = [documents(ours), documents(theirs)]
        left, right = next(sides[0], None), next(sides[1], None)
        while left or right:
            if left and right and left[0] == right[0]:
                same += left == right
                wrong += [left[0]] if left != right else []
                left, right = next(sides[0], None), next(sides[1], None)
            elif right is None or left and left[2] < right[2]:
                wrong.append(left[0])  # type: ignore[index]
                left = next(sides[0], None)
            else:
                wrong.append(right[0])
                right = next(sides[1], None)
    return same, wrong


def names_of(path: Path) -> Iterator[str]:
    with path.open() as lines:
        for line in lines:
            yield json.loads(line)["name"]


def documents(lines: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each document's name, fields and place in the order; the published ranking is left out."""
    for line in lines:
        document = json.loads(line)
        name = document["name"]
        if not name.endswith(RANKING):
            yield name, document.get("fields", {}), [part.encode() for part in name.split("/")]
