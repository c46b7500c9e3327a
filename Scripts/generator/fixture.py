"""A fixture: an export, dumps and a catalogue of one seed, with the expected answers beside them."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Optional, Protocol

from .answers import NOW, Answers
from .catalogues import Jokes
from .defects import Choice
from .disorder import Disordered
from .draws import Draws
from .dumps import Dumps, as_bytes
from .envelopes import Oddity
from .events import WEEKS, Events
from .layout import FORMATS, SHAPES, Style, as_states, export, pretty_pieces
from .records import Record
from .ties import Ties

# The formats that are folders; what their documents cannot have.
LACKING = (
    "twice", "escaped", "numbers", "huge", "unknown", "crlf", "bom", "no-newline", "javascript",
    "crowded", "vote-twice", "disorder", "envelopes")
FOLDERS = {
    "managed": LACKING, "emulator": LACKING, "backup": (*LACKING, "odd-ids", "duplicates")}
ENDINGS = {"json": "json", "xml": "plist", "binary": "plist"}
CUT_BYTES = 10
MARK = b"\xef\xbb\xbf"


class Folder(Protocol):
    """An export that is a folder."""

    def write(self, directory: Path) -> None: ...


@dataclass(frozen=True)
class Wishes:
    seed: int
    events: int = 1000
    jokes: int = 200
    devices: Optional[int] = None
    weeks: int = WEEKS
    ties: int = 0
    form: str = "ndjson"
    scale: str = "five-point"
    times: str = "mixed"
    is_shuffled: bool = False
    is_pretty: bool = False
    defects: tuple[str, ...] = ()
    percent: float = 5
    dumps: int = 1
    dump_jokes: Optional[int] = None
    has_catalogue: bool = False
    # Of folders:
    shards: int = 4
    is_padded: bool = False
    has_others: bool = False

    def wrong(self) -> Optional[tuple[str, str]]:
        """What cannot be made, if anything, and what to do."""
        impossible = sorted(set(self.defects) & lacking(self.form))
        if impossible:
            able = [form for form in (*FORMATS, *FOLDERS) if impossible[0] not in lacking(form)]
            return (
                f"the format {self.form} cannot have the defect {impossible[0]}",
                f"these can: {', '.join(able)}")
        if self.devices is not None and self.events > self.devices * self.weeks:
            most = self.devices * self.weeks
            return (
                f"a device rates one joke a week: {self.devices} devices rate at most {most} in "
                f"{self.weeks} weeks", "give more --devices")
        if self.is_pretty and self.form not in ("array", "object"):
            return f"--pretty is for the formats array and object, not {self.form}", "leave one of them out"
        if self.is_pretty and "disorder" in self.defects:
            return "a pretty export has no disorder", "leave one of them out"
        if not self.events and "truncated" in self.defects:
            return "an export without events cannot be truncated", "give more --events"
        return None


def lacking(form: str) -> set[str]:
    if form in FOLDERS:
        return set(FOLDERS[form])
    if form in SHAPES:
        return {*FORMATS[form].lacks, "envelopes"}
    return {*FORMATS[form].lacks, *(() if oddities(form) else ("disorder", "envelopes"))}


def oddities(form: str) -> tuple[Oddity, ...]:
    return FORMATS[form].oddities if form in FORMATS else ()


class Fixture:
    def __init__(self, wishes: Wishes):
        self.wishes = wishes
        times = "rfc3339" if wishes.form in FOLDERS else wishes.times
        self.events = Events(
            wishes.seed, wishes.jokes, wishes.scale,
            (Choice(wishes.defects, wishes.percent, oddities(wishes.form)),), wishes.is_shuffled, times,
            wishes.devices, wishes.weeks)
        self.draws, self.jokes = self.events.draws, wishes.jokes
        self.answers = Answers(wishes.form in FORMATS and FORMATS[wishes.form].is_history)
        self.ties: Optional[Ties] = None
        self.is_truncated = "truncated" in wishes.defects
        self.line_end = "\r\n" if "crlf" in wishes.defects else "\n"

    def count(self) -> None:
        """Decides on the ties, and counts the answers."""
        for index in range(self.wishes.events):
            self.answers.count(self.events.record(index))
        if self.wishes.ties:
            self.ties = Ties(self.events, self.wishes.ties, self.answers)
            for index in range(len(self.ties)):
                self.answers.count(self.ties.record(index))

    def __len__(self) -> int:
        return self.wishes.events + len(self.ties or ())

    def record(self, index: int) -> Record:
        if self.ties and index >= self.wishes.events:
            return self.ties.record(index - self.wishes.events)
        return self.events.record(index)

    def content(self, is_migrated: bool = False) -> Iterator[bytes]:
        states = as_states(map(self.record, range(len(self))), is_migrated)
        form = self.wishes.form
        pieces: Iterable[str]
        cut = self.line_end if self.has("no-newline") else ""
        draws = Draws(f"disorder of {self.wishes.seed}")
        if self.has("disorder") and form in SHAPES:
            pieces, cut = [Disordered(draws, form, cut).text(states)], ""
        elif self.wishes.is_pretty:
            pieces = pretty_pieces(states, form, self.line_end)
        else:
            style = Style.drawn(draws, self.line_end) if self.has("disorder") else Style(self.line_end)
            pieces = FORMATS[form].pieces(states, style)
        if "bom" in self.wishes.defects:
            yield MARK
        yield from self.ended((piece.encode() for piece in pieces), cut.encode())

    def ended(self, pieces: Iterable[bytes], cut: bytes) -> Iterator[bytes]:
        held = b""
        for piece in pieces:
            # A closing bracket alone is shorter than the cut.
            if len(held) > CUT_BYTES:
                yield held
                held = b""
            held += piece
        held = held.removesuffix(cut)
        yield held.rstrip()[:-CUT_BYTES] if self.is_truncated else held

    def write(self, directory: Path) -> str:
        """Writes every file; returns the SHA-256 of all of them."""
        if self.wishes.form in FOLDERS:
            self.folder(is_migrated=False)  # fails without Google's definitions before a file is written
        self.count()
        expected = directory / "expected"
        expected.mkdir(parents=True)
        facts = self.facts()
        if self.wishes.form in FOLDERS:
            self.write_folder(directory / "export", is_migrated=False)
            if not self.is_truncated:
                self.write_folder(expected / "migrated", is_migrated=True)
        else:
            self.write_file(directory, expected, facts)
        if not self.is_truncated:
            write_json(expected / "ranking.json", self.answers.ranking())
        self.write_dumps(directory)
        if self.wishes.has_catalogue:
            jokes = Jokes(self.wishes.seed, self.wishes.percent if self.has("odd-jokes") else 0)
            write(directory / "jokes.ndjson", [export(jokes, range(self.wishes.jokes)).encode()])
        write_json(expected / "answers.json", facts)
        return digest(directory)

    def has(self, defect: str) -> bool:
        return defect in self.wishes.defects

    def facts(self) -> dict[str, Any]:
        documents = self.answers.documents()
        rejects = {"migrate-ratings": documents["rejected"], "aggregate-top10": self.answers.unranked}
        statuses = {
            tool: {"status": 65} if self.is_truncated else {"status": 3 if count else 0, "rejects": count}
            for tool, count in rejects.items()}
        return {
            "seed": self.wishes.seed, "format": self.wishes.form, "documents": documents,
            "unexpected": self.answers.unexpected, **statuses,
        }

    def write_file(self, directory: Path, expected: Path, facts: dict[str, Any]) -> None:
        layout = FORMATS[self.wishes.form]
        write(directory / f"export.{layout.ending}", self.content())
        if not layout.is_rewritten:
            del facts["migrate-ratings"]
        elif not self.is_truncated:
            path = expected / f"migrated.{layout.ending}"
            facts["migrate-ratings"]["sha256"] = write(path, self.content(is_migrated=True))

    def write_folder(self, directory: Path, is_migrated: bool) -> None:
        self.folder(is_migrated).write(directory)
        if self.is_truncated:
            cut_last(directory)

    def folder(self, is_migrated: bool) -> Folder:
        wishes = self.wishes
        if wishes.form == "backup":
            from oracle.backups import Tree

            return Tree(self, len(self), is_migrated)
        from oracle.export_trees import Plan

        layout = "production" if wishes.form == "managed" else "emulator"
        return Plan(
            self, len(self), wishes.shards, wishes.is_padded, layout, wishes.has_others, is_migrated)

    def write_dumps(self, directory: Path) -> None:
        """Writes the dumps in each format, and their outcomes as JSON."""
        dumps = Dumps(
            self.wishes.seed, self.wishes.percent, 33 if self.has("flagged") else 0,
            self.wishes.dump_jokes, self.wishes.defects)
        now = datetime.fromisoformat(NOW.replace("Z", "+00:00")).timestamp()
        for index in range(self.wishes.dumps):
            device, name = dumps.device(index), f"device-{index + 1:05d}"
            for form, ending in ENDINGS.items():
                write(directory / "dumps" / form / f"{name}.{ending}", [as_bytes(device.dump, form)])
            for what, dump in (("binary", device.binary()), ("saved", device.saved(now))):
                write(directory / "expected/dumps" / what / f"{name}.json", [as_bytes(dump, "json")])


def cut_last(directory: Path) -> None:
    """Cuts the last document of an export that is a folder; zeros behind it are padding."""
    files = [*directory.glob("rating_events/*/*.json"), *directory.rglob("all_namespaces/*/output-*")]
    contents = {path: path.read_bytes().rstrip(b"\0") for path in files}
    last = max(path for path, content in contents.items() if content)
    last.write_bytes(contents[last][:-CUT_BYTES])


def write(path: Path, pieces: Iterable[bytes]) -> str:
    """Writes a file; returns its SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with open(path, "wb") as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def write_json(path: Path, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    # As the tools spell it.
    write(path, [text.replace("\x7f", "\\u007f").encode() + b"\n"])


def digest(directory: Path) -> str:
    """The SHA-256 of the lines that `sha256sum` prints of the files, in the order of their names."""
    files = sorted(
        (path.relative_to(directory).as_posix().encode(), path)
        for path in directory.rglob("*") if path.is_file())
    lines = (
        hashlib.sha256(path.read_bytes()).hexdigest().encode() + b"  ./" + name + b"\n"
        for name, path in files)
    return hashlib.sha256(b"".join(lines)).hexdigest()
