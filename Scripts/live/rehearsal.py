"""A whole release against a server on this machine: every step of it, and what each proves."""

import contextlib
import heapq
import itertools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from . import ranking
from .batches import BatchDirectory, name_of
from .client import EMULATOR
from .counts import counted
from .failing import BAD_DATA, DONE, IO_ERROR, LEFT_ALONE, USAGE, Failure, say
from .ledger import NAME
from .markup import shown
from .server.lines import Completion, Unfit, load
from .server.messages import microseconds, now
from .server.names import Name
from .server.serving import check_port
from .server.store import Store
from .server.writes import content
from .settling import is_same

SCRIPTS = Path(__file__).resolve().parent.parent
PUBLISHED = (DONE, LEFT_ALONE)
COLLECTION, RANKING = "rating_events", "/documents/weekly_rankings/all_time"
PATIENCE = 3600
# The first two, so that the smallest export meets them, too.
FAULTS = ("unavailable@1,lost@2,unavailable=0.05,aborted=0.05,exhausted=0.02,reset=0.05,lost=0.1,"
          "read.unavailable=0.02")


@dataclass
class Page:
    inputs: list[str] = field(default_factory=list)
    database: str = ""
    migration: dict[str, Any] = field(default_factory=dict)
    ranking: dict[str, Any] = field(default_factory=dict)
    batches: int = 0
    writes: int = 0
    without_document: int = 0
    byte_count: int = 0
    # Claims, and the figures that show them.
    proofs: list[tuple[str, str]] = field(default_factory=list)
    # The tools' own pages, of which --report takes parts.
    migration_page: str = ""
    ranking_page: str = ""


class Rehearsal:
    def __init__(
        self, inputs: list[Path], directory: Path, tools: Path, database: str, kills: int, seed: int,
    ) -> None:
        self.inputs = [path.resolve() for path in inputs]
        self.directory, self.tools, self.database = directory, tools, database
        self.kills, self.random = kills, random.Random(seed)
        self.seed = seed
        self.page = Page(inputs=[str(path) for path in inputs])
        self.store, self.before = directory / "store.sqlite", directory / "before.sqlite"
        # Ratings whose digits a database rounds to a whole number.
        self.rounded: set[str] = set()
        self.began = now()

    def run(self) -> Page:
        """Every step, in the order of a release; fails at the first that does not hold."""
        self.load()
        self.migrate()
        self.compare_batches()
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
        rejects = self.directory / "rejects.ndjson"
        lines = self.lines("export.ndjson", *self.inputs, "--rejects", rejects)
        databases, rounded, is_partial = set(), [], False
        for line in lines_of(lines):
            document = json.loads(line, parse_float=str)
            if "name" not in document:
                raise Failure(
                    BAD_DATA, "the export does not name its documents: no write can be for them")
            database, is_full, _ = document["name"].partition("/documents/")
            databases |= {database} if is_full else set()
            is_partial |= not is_full
            if is_rounded(document["fields"].get("rating", {}).get("doubleValue")):
                rounded.append(document["name"])
        if len(databases) > 1 or self.database and databases - {self.database}:
            raise Failure(
                USAGE, f"the export has documents of {', '.join(sorted(databases))}"
                + (f", not of {self.database}" if self.database else ""),
                "leave --database out, or rehearse the exports of each database by themselves")
        self.database = self.database or "".join(databases)
        if is_partial and not self.database:
            raise Failure(USAGE, "the export does not name its documents in full",
                          "name its database with --database projects/P/databases/D")
        self.page.database = self.database
        self.rounded = set(map(self.completion.full, rounded))
        number = self.fill(self.store, lines)
        if not number:
            raise Failure(BAD_DATA, "the export has no documents: it would prove nothing")
        shutil.copyfile(self.store, self.before)
        self.prove("the database holds the export",
                   f"{counted(number, 'document')}; "
                   f"{counted(sum(1 for _ in lines_of(rejects)), 'reject')} left out")

    def migrate(self) -> None:
        """Migrates the export: the dry run says what the real run then does."""
        told, made = self.directory / "dry-run.json", self.directory / "migration.json"
        words = [*self.inputs, "-o", self.migrated]
        words += ["--database", self.database] if self.database else []
        batches = ["--batches", self.directory / "batches"]
        page = self.directory / "migration.html"
        self.tool(
            "migrate-ratings", *words, *batches, "--dry-run", "--summary", told, "--report", page,
            called="the dry run")
        self.tool("migrate-ratings", *words, *batches, "--hash", "--summary", made)
        before, after = read(told), read(made)
        if before["documents"] != after["documents"]:
            raise Failure(BAD_DATA, "the dry run has other counts than the run after it")
        if digests(before) != digests(after):
            raise Failure(BAD_DATA, "the dry run names another SHA-256 than the run after it")
        self.prove("the dry run names the bytes that the run then writes",
                   f"{len(digests(after)):,} SHA-256")
        directory = BatchDirectory(self.directory / "batches")
        directory.check()
        self.page.migration, self.page.migration_page = after["documents"], self.drawn(page)
        self.page.batches, self.page.writes = len(directory.batches), directory.write_count
        self.page.byte_count = sum(each.apply.byte_count for each in directory.batches)

    def compare_batches(self) -> None:
        """Compares each write's precondition with the document that the export has."""
        rejects = self.directory / "rejects.ndjson"
        rejected = {json.loads(line).get("document") for line in lines_of(rejects)}
        with Store(self.before) as store, store.reading() as snapshot:
            for batch in BatchDirectory(self.directory / "batches").batches:
                for write in batch.apply.read():
                    name, condition = name_of(write), write.current_document
                    document = snapshot.get(Name.of(name))
                    if document is None:
                        self.page.without_document += 1
                        wrong = not rejected & {name.rsplit("/", 1)[1], name.split("/documents/")[1], name}
                    elif condition.HasField("update_time"):
                        wrong = condition.update_time != document.update_time
                    else:
                        # A document without times has that of its loading.
                        wrong = not condition.exists or microseconds(document.update_time) < self.began
                    if wrong:
                        raise Failure(
                            BAD_DATA, f"'{batch.apply.path}' has a write for {name} whose precondition "
                            "is not that document as exported")
        self.prove("each write requires its document to be as exported", counted(self.page.writes, "write"))

    def apply(self, server: "Server") -> None:
        """Sends the batches, through faults and kills."""
        if not self.page.writes:
            self.prove("nothing is to be migrated", "0 writes; sending and undoing were not tried")
            return
        alone = self.page.without_document
        killed = self.send(server, LEFT_ALONE if alone else DONE)
        summary = read(self.directory / "summary.json")
        written, sent = summary["written"], self.committed()
        if summary["read_back"] != self.expected:
            raise Failure(BAD_DATA, f"of {counted(self.expected, 'write')}, {summary['read_back']} were read back")
        if not written == sent == self.expected or summary["left_alone"] != alone:
            raise Failure(
                BAD_DATA, f"of {counted(self.expected, 'write')}, {sent} were committed, and {written} are "
                f"entered as written; {counted(summary['left_alone'], 'document')} left alone")
        self.prove("every document is written once, through faults and kills",
                   f"{counted(written, 'write')}, {counted(killed, 'kill')}, "
                   f"{counted(summary['retries'], 'retry')} in the last run")
        self.prove("read back, every document is as written", counted(summary["read_back"], "document"))

    def rank_and_publish(self) -> None:
        """Ranks what was migrated, which is the ranking of the five points before, and publishes it."""
        document, page = self.directory / "all_time.json", self.directory / "ranking.html"
        before, common = self.directory / "five-point.json", ("--allow-empty", "--now", "2000-01-01T00:00:00Z")
        self.tool("aggregate-top10", self.migrated, "-o", document, *common, "--report", page)
        self.tool("aggregate-top10", *self.inputs, "-o", before, *common, "--scale", "five-point",
                  called="aggregate-top10 --scale five-point")
        if document.read_bytes() != before.read_bytes():
            raise Failure(BAD_DATA, "the migrated export has another ranking than the export")
        self.page.ranking, self.page.ranking_page = read(document), self.drawn(page)
        self.prove("the ranking after is the ranking before",
                   f"{self.page.ranking['total_hilarious_ratings']:,} hilarious, "
                   f"{self.page.ranking['total_horrible_ratings']:,} horrible")
        self.script("apply-batches", "--ranking", document, "--database", self.database, "--execute")
        self.compare_published(document)

    def compare_published(self, document: Path) -> None:
        """Compares the ranking in the database with that of the tool."""
        wanted = ranking.read(document, self.database).update
        with Store(self.store) as store, store.reading() as snapshot:
            found = snapshot.get(Name.of(wanted.name))
        if found is None:
            raise Failure(BAD_DATA, "published, the ranking is not in the database")
        fields = dict(found.fields)
        if fields.pop(ranking.TIME, None) is None or not is_same(fields, wanted.fields):
            raise Failure(BAD_DATA, "published, the ranking in the database is another")
        self.prove("the ranking is published", ranking.DOCUMENT)

    def export_anew(self) -> None:
        """Reads the collection through Google's client, and migrates it again: nothing is left."""
        anew, again = self.directory / "anew", self.directory / "again"
        self.script("fetch-export", "--collection", COLLECTION, "--database", self.database,
                    "--allow-empty", "-o", anew)
        self.tool("migrate-ratings", anew, "-o", self.directory / "anew-migrated", "--batches", again,
                  "--allow-empty", called="migrate-ratings of the database exported anew")
        left = {name for batch in BatchDirectory(again).batches for name in batch.names()}
        if left - self.rounded:
            raise Failure(BAD_DATA, f"exported anew, {counted(len(left), 'document')} still to be migrated: "
                          f"{min(left - self.rounded)} is one")
        self.prove("exported anew and migrated again, nothing changes",
                   f"0 writes; {counted(len(left), 'rating')} whole only as rounded by the database"
                   if left else "0 writes")

    def compare_with_migrated(self) -> None:
        """Compares the database with the migrated export, document for document."""
        migrated = self.directory / "migrated.sqlite"
        self.fill(migrated, self.lines(
            "migrated.ndjson", self.migrated, called="read-export of the migrated export"))
        same, wrong = compared(migrated, self.store)
        if wrong:
            raise Failure(BAD_DATA, f"the database is not the migrated export: {wrong[0]} differs")
        self.prove("the database is the migrated export", counted(same, "equal document"))

    def undo(self, server: "Server") -> None:
        if not self.page.writes:
            return
        killed = self.send(server, DONE, "--undo")
        summary = read(self.directory / "summary.json")
        if summary["written"] != self.expected:
            raise Failure(
                BAD_DATA, f"of {counted(self.expected, 'write')}, {summary['written']} are undone")
        self.prove("every batch is undone, through faults and kills",
                   f"{counted(summary['written'], 'document')}, {counted(killed, 'kill')}")

    def compare_with_loaded(self) -> None:
        """Compares the database with the export, document for document."""
        same, wrong = compared(self.before, self.store)
        if wrong:
            raise Failure(BAD_DATA, f"undone, the database is not the export: {wrong[0]} differs")
        self.prove("undone, the database is the export again", counted(same, "equal document"))

    # Parts of steps

    @property
    def migrated(self) -> Path:
        """The migrated export; a folder for several inputs, or for one that is a folder."""
        is_file = len(self.inputs) == 1 and self.inputs[0].is_file()
        return self.directory / ("migrated-export" + ("".join(self.inputs[0].suffixes) if is_file else ""))

    @property
    def completion(self) -> Completion:
        return Completion(self.database or None, COLLECTION)

    @property
    def expected(self) -> int:
        """The writes that find a document: the others are of rejects, which no database holds."""
        return self.page.writes - self.page.without_document

    def lines(self, file: str, *words: Any, called: str = "") -> Path:
        """The documents that read-export prints."""
        path = self.directory / file
        with path.open("wb") as output:
            self.tool("read-export", *words, called=called, output=output)
        return path

    def fill(self, path: Path, lines: Path) -> int:
        with Store(path) as store, lines.open(encoding="utf-8") as file:
            try:
                return load(store, [file], self.completion)
            except Unfit as error:
                what = str(error).removeprefix(f"{lines}:")
                raise Failure(BAD_DATA, f"the database cannot hold the export: line {what}") from error

    def drawn(self, page: Path) -> str:
        """A tool's page, without the folder that is gone when the rehearsal ends."""
        return page.read_text(encoding="utf-8").replace(f"{shown(str(self.directory))}/", "")

    def committed(self) -> int:
        """The writes that took effect."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as base:
            return int(base.execute("SELECT COALESCE(SUM(writes), 0) FROM commits").fetchone()[0])

    def send(self, server: "Server", status: int, *more: str) -> int:
        """Runs apply-batches to its end; kills it, or the server, some times on the way."""
        words: list[Any] = [
            sys.executable, SCRIPTS / "apply-batches", self.directory / "batches", "--execute", "--no-ramp",
            "--check", "all", "--summary", self.directory / "summary.json", *more]
        killed, start = 0, self.committed()
        ledger = self.directory / "batches" / NAME
        for number in range(self.kills):
            # The first ones at the very start: an export may have a single batch.
            target = start + self.page.writes * max(number - 1, 0) // self.kills
            process = subprocess.Popen(
                words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.directory)
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
        run(" ".join(["apply-batches", *more]), words, (status,))
        return killed

    @contextlib.contextmanager
    def server(self, faults: str) -> Iterator["Server"]:
        server = Server(self.store, faults, self.seed)
        os.environ[EMULATOR] = server.address
        try:
            yield server
        finally:
            server.stop()
            del os.environ[EMULATOR]

    def tool(self, name: str, *words: Any, called: str = "", output: Any = subprocess.PIPE) -> None:
        run(called or name, [self.tools / name, *words, "--quiet"], PUBLISHED, output)

    @staticmethod
    def script(name: str, *words: Any) -> None:
        run(name, [sys.executable, SCRIPTS / name, *words], (DONE,))

    def prove(self, claim: str, figure: str) -> None:
        self.page.proofs.append((claim, figure))
        say(f"rehearse: {claim}: {figure}", sys.stderr)


class Server:
    def __init__(self, store: Path, faults: str, seed: int) -> None:
        self._words = [sys.executable, SCRIPTS / "firestore-server", store, "--faults", faults]
        self._seed = seed
        self.port = free_port()
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
        with self._process:
            self._process.kill()
        self._seed += 1
        self._start()

    def stop(self) -> None:
        with self._process:
            self._process.send_signal(signal.SIGTERM)


def free_port() -> int:
    """A free port below those that the system hands out, so that no program gets it while a server restarts."""
    while True:
        port = random.randrange(20_000, 32_768)
        with contextlib.suppress(OSError):
            check_port(port)
            return port


def run(
    called: str, words: list[Any], statuses: tuple[int, ...], output: Any = subprocess.PIPE
) -> None:
    """Runs a program to its end, which must be one of these."""
    done = subprocess.run(words, stdout=output, stderr=subprocess.PIPE, timeout=PATIENCE)
    if done.returncode not in statuses:
        said = (done.stderr + (done.stdout or b"")).decode("utf-8", "replace")
        told = re.search(r"^[a-z0-9-]+: error: (.*)", said, re.MULTILINE)
        why = told[1] if told else " ".join(said.splitlines()[-5:])
        status = IO_ERROR if done.returncode == IO_ERROR else BAD_DATA
        raise Failure(status, f"{called} ended with {done.returncode}: {why}")


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


def digests(summary: Any) -> list[str]:
    return [each["sha256"] for each in summary["outputs"] if each.get("sha256")]


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a file, or none without it."""
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            yield from lines


def is_rounded(text: object) -> bool:
    """Whether a number has digits that a double does not keep, and becomes a rating without them."""
    return isinstance(text, str) and float(text) in range(1, 6) and Decimal(text) != float(text)


def compared(one: Path, other: Path) -> tuple[int, list[str]]:
    """How many documents of two stores are equal, and the names of those that are not."""
    same, wrong = 0, []
    with Store(one) as ours, Store(other) as theirs:
        both = heapq.merge(documents(ours), documents(theirs))
        for _, group in itertools.groupby(both, key=lambda each: each[0]):
            first, *others = group
            if others == [first]:
                same += 1
            else:
                wrong.append(first[1])
    return same, wrong


def documents(store: Store) -> Iterator[tuple[bytes, str, bytes]]:
    """Each document's place in the order, name and fields; the published ranking is left out."""
    for document in store.documents():
        if not document.name.endswith(RANKING):
            yield Name.of(document.name).key, document.name, content(document)
