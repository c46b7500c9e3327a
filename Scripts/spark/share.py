"""A share of an export on an executor: the files that the tool reads there.

What is mounted is read where it is. Of other file systems, each file is made as a sparse one of the
same size and time, in which only the bytes of the share are filled in. So the tool itself decides,
by the same rules as on one machine, what belongs to a share, and where its lines begin.
"""

import os
from collections.abc import Callable
from pathlib import Path

from live.failing import BAD_DATA, INTERNAL, Failure

from . import gateway, tools
from .hadoop import Files
from .listing import Entry, Listing, Operand, Piece, Range, check_local

# The beginning and end of a file tell its format and identity.
EDGE = 1 << 20
Divides = Callable[[Path], bool]


class Share:
    def __init__(
        self, listing: Listing, index: int, count: int, settings: bytes, scratch: Path
    ) -> None:
        self.listing, self.index, self.count = listing, index, count
        self.settings, self.scratch = settings, scratch
        self.files: Files | None = None
        self.filled: dict[Path, list[Range]] = {}

    @property
    def option(self) -> str:
        return f"{self.index}/{self.count}"

    def operands(self, divides: Divides) -> list[Path]:
        """The operands for the tool, with all bytes of the share."""
        ranges = {
            id(entry): part for entry, part in self.listing.ranges(self.index, self.count)}
        return [
            self.mounted(operand) if operand.local else self.copied(at, operand, ranges, divides)
            for at, operand in enumerate(self.listing.operands)]

    def mounted(self, operand: Operand) -> Path:
        check_local(operand)
        return operand.local

    def place(self, at: int, operand: Operand) -> Path:
        """Where an operand is copied to; a folder of its own keeps its name."""
        return self.scratch / "in" / str(at) / operand.uri.rstrip("/").rpartition("/")[2]

    def copied(
        self, at: int, operand: Operand, ranges: dict[int, Range], divides: Divides
    ) -> Path:
        self.files = self.files or gateway.files(self.settings)
        root = self.place(at, operand)
        for entry in operand.entries:
            path = root / entry.path if entry.path else root
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            os.truncate(path, entry.status.byte_count)
            part = Range(0, entry.status.byte_count) if entry.is_metadata else ranges.get(id(entry))
            if part:
                self.fill(entry, path, part, divides)
            os.utime(path, ns=(entry.status.modified * 1_000_000,) * 2)
        return root

    def fill(self, entry: Entry, path: Path, part: Range, divides: Divides) -> None:
        uri, size = entry.status.uri, entry.status.byte_count
        found = self.files.status(uri)
        if found != entry.status:
            raise Failure(
                BAD_DATA, f"'{uri}' has changed since the job began",
                "copy the export to a place where nothing writes, and run it again")
        self.add(uri, path, Range(0, min(EDGE, size)))
        self.add(uri, path, Range(max(0, size - EDGE), size))
        if part != (0, size) and not (known := self.is_divided(path, size, divides)):
            if part.start == 0:
                part = Range(0, size)
            elif known is False:
                return
        if part.start > 0:
            part = Range(part.start - 1, part.end)
        if 0 < part.end < size:
            part = Range(part.start, self.files.line_end(uri, part.end - 1, size))
        self.add(uri, path, part)

    def is_divided(self, path: Path, size: int, divides: Divides) -> bool | None:
        """Whether the tool divides a file; None if its beginning does not tell."""
        with path.open("rb") as file:
            head = file.read(EDGE)
            file.seek(size - 1)
            last = file.read()
        lines = head[: head.rfind(b"\n") + 1]
        if lines.count(b"\n") < 2:
            return None
        sample = self.scratch / "sample" / path.name
        sample.parent.mkdir(exist_ok=True)
        # It begins and ends like the file.
        sample.write_bytes(lines if last == b"\n" else lines + last)
        try:
            return divides(sample)
        except Failure:
            return None  # what is wrong is told by the share that has it

    def add(self, uri: str, path: Path, part: Range) -> None:
        """Copies what is not there yet of a range."""
        parts = self.filled.setdefault(path, [])
        for present in parts:
            if present.start <= part.start < present.end:
                part = Range(min(present.end, part.end), part.end)
            if present.start < part.end <= present.end:
                part = Range(part.start, max(present.start, part.start))
        if part.start < part.end:
            self.files.download(uri, part.start, part.end, path)
            parts.append(part)

    def has(self, path: Path, part: Range) -> bool:
        """Whether all bytes of a range are real ones."""
        if path not in self.filled:
            return part.start == part.end or not path.is_relative_to(self.scratch)
        for present in sorted(self.filled[path]):
            if present.start <= part.start < present.end:
                part = Range(min(present.end, part.end), part.end)
        return part.start >= part.end

    def run(self, program: Path, arguments: list[str]) -> tools.Done:
        """Runs a tool, and tells of failures and warnings in the words of the export."""
        try:
            done = tools.run(program, arguments)
        except Failure as failure:
            raise Failure(
                failure.status, self.in_words_of_the_export(str(failure)), failure.hint) from None
        except tools.Broken as error:
            raise tools.Broken(self.in_words_of_the_export(str(error))) from None
        return tools.Done(
            done.status, tuple(self.in_words_of_the_export(each) for each in done.notices))

    def piece(self, path: str, size: int, part: Range) -> Piece:
        """What the tool has read of a file; it must not be what was not copied."""
        if not self.has(Path(path), part):
            raise Failure(
                INTERNAL, f"bytes {part.start} to {part.end} of '{path}' were not copied for it",
                "mount the file system on all machines, and name the inputs by their paths")
        return Piece(self.uri(Path(path)), size, part)

    def uri(self, path: Path) -> str:
        """The address of a file that the tool has read."""
        for at, operand in enumerate(self.listing.operands):
            root = operand.local or self.place(at, operand)
            if path == root:
                return operand.uri
            if path.is_relative_to(root):
                return f"{operand.uri}/{path.relative_to(root).as_posix()}"
        raise Failure(INTERNAL, f"'{path}' is in no input")

    def in_words_of_the_export(self, text: str) -> str:
        """A message with the addresses of the files instead of the paths of their copies."""
        for at, operand in enumerate(self.listing.operands):
            if not operand.local:
                text = text.replace(str(self.place(at, operand)), operand.uri)
        return text
