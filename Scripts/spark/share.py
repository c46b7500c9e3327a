"""A share of an export on an executor: the files that the tool reads there.

What is mounted is read where it is. Of other file systems, each file is made as a sparse one of the
same size and time, in which only the bytes of the share are filled in: the tool itself lists them,
by the same rules as on one machine, once the beginning and end of a file and the lines at the share's
ends are there.
"""

import dataclasses
import os
from collections.abc import Callable
from pathlib import Path

from live.failing import BAD_DATA, INTERNAL, Failure

from . import gateway, tools
from .hadoop import Files
from .listing import Entry, Listing, Operand, Range, check_local

# The beginning and end of a file tell its format and identity.
EDGE = 1 << 20
# What the tool lists as a share, such as 1/3, of operands: files, and which bytes of them.
List = Callable[[list[Path], str], list[tools.Part]]


class Share:
    def __init__(
        self, listing: Listing, index: int, count: int, settings: bytes, scratch: Path
    ) -> None:
        self.listing, self.index, self.count = listing, index, count
        self.settings, self.scratch = settings, scratch
        self.files: Files | None = None
        self.filled: dict[Path, list[Range]] = {}
        self.entries: dict[Path, Entry] = {}

    @property
    def option(self) -> str:
        return f"{self.index}/{self.count}"

    def operands(self, listed: List) -> list[Path]:
        """The operands for the tool, with all bytes that it reads of them."""
        paths = [
            self.mounted(operand) if operand.local else self.made(at, operand)
            for at, operand in enumerate(self.listing.operands)]
        if not self.entries:
            return paths
        self.fill_ends(listed(paths, "1/1"))
        parts = listed(paths, self.option)
        for part in parts:
            if part.path in self.entries:
                self.fill(part.path, Range(part.start, part.end))
        if listed(paths, self.option) != parts:
            raise Failure(INTERNAL, f"share {self.option} is another one now that its bytes are there")
        for path, entry in self.entries.items():
            os.utime(path, ns=(entry.status.modified * 1_000_000,) * 2)
        return paths

    def mounted(self, operand: Operand) -> Path:
        check_local(operand)
        return operand.local

    def place(self, at: int, operand: Operand) -> Path:
        """Where an operand is copied to; a folder of its own keeps its name."""
        return self.scratch / "in" / str(at) / operand.uri.rstrip("/").rpartition("/")[2]

    def made(self, at: int, operand: Operand) -> Path:
        """An operand without the bytes of its files, but for those that tell of other files."""
        self.files = self.files or gateway.files(self.settings)
        root = self.place(at, operand)
        for entry in operand.entries:
            path = root / entry.path if entry.path else root
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            os.truncate(path, entry.status.byte_count)
            self.entries[path] = entry
            if entry.is_metadata:
                self.fill(path, Range(0, entry.status.byte_count))
        return root

    def fill_ends(self, inputs: list[tools.Part]) -> None:
        """Fills in what decides where the share begins and ends: all inputs, laid end to end, are cut
        into equal ranges, and a file of lines that is cut is divided at the next line."""
        inputs = [each for each in inputs if not each.is_copied]
        total = sum(each.end for each in inputs)
        cuts = [number * total // self.count for number in (self.index - 1, self.index)]
        start = 0
        for each in inputs:
            path, size = each.path, each.end
            for cut in cuts:
                at = cut - start
                if 0 < at < size and path in self.entries:
                    self.fill(path, Range(0, min(EDGE, size)))
                    self.fill(path, Range(max(0, size - EDGE), size))
                    uri = self.entries[path].status.uri
                    self.fill(path, Range(at - 1, self.files.line_end(uri, at - 1, size)))
            start += size

    def fill(self, path: Path, part: Range) -> None:
        """Copies what is not there yet of a range."""
        status = self.entries[path].status
        if path not in self.filled and self.files.status(status.uri) != status:
            raise Failure(
                BAD_DATA, f"'{status.uri}' has changed since the job began",
                "copy the export to a place where nothing writes, and run it again")
        parts = self.filled.setdefault(path, [])
        for present in parts:
            if present.start <= part.start < present.end:
                part = Range(min(present.end, part.end), part.end)
            if present.start < part.end <= present.end:
                part = Range(part.start, max(present.start, part.start))
        if part.start < part.end:
            self.files.download(status.uri, part.start, part.end, path)
            parts.append(part)

    def has(self, path: Path, part: Range) -> bool:
        """Whether all bytes of a range are real ones."""
        if path not in self.entries:
            return True
        for present in sorted(self.filled.get(path, [])):
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
        return dataclasses.replace(
            done, notices=tuple(self.in_words_of_the_export(each) for each in done.notices))

    def check_has(self, path: Path, part: Range) -> None:
        """Fails if the tool has read bytes of a file that were not copied."""
        if not self.has(path, part):
            raise Failure(
                INTERNAL, f"bytes {part.start} to {part.end} of '{path}' were not copied for it",
                "mount the file system on all machines, and name the inputs by their paths")

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
