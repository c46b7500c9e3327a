"""The files of an export, with their sizes, as the driver has found them before the first share."""

import dataclasses
import re
from pathlib import Path
from typing import NamedTuple

from live.failing import BAD_DATA, NO_INPUT, Failure

from .hadoop import Files, Status

# What the tools pass over in a folder.
IGNORED = "__MACOSX"
NUMBERS = re.compile(r"(\d+)")
METADATA = "_metadata"
EXPORT_SHARD = re.compile(r"output-\d+")


class Range(NamedTuple):
    start: int
    end: int


class Piece(NamedTuple):
    """A range of a file that a share has read, and the size of the file."""

    uri: str
    size: int
    part: Range


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file: its path below its operand, empty if it is the operand."""

    path: str
    status: Status

    @property
    def is_metadata(self) -> bool:
        """Whether it tells of other files of a managed export."""
        return self.path.endswith(METADATA)


@dataclasses.dataclass(frozen=True)
class Operand:
    uri: str
    is_folder: bool
    # Its path, if it is a file or folder that every machine has or mounts.
    local: Path | None
    entries: tuple[Entry, ...]


@dataclasses.dataclass(frozen=True)
class Listing:
    operands: tuple[Operand, ...]

    @property
    def entries(self) -> list[Entry]:
        """The files whose bytes are shared, in the order in which the tools share them."""
        return [
            entry for operand in self.operands for entry in in_order(operand.entries)
            if not entry.is_metadata]

    @property
    def byte_count(self) -> int:
        return sum(entry.status.byte_count for entry in self.entries)

    def ranges(self, index: int, count: int) -> list[tuple[Entry, Range]]:
        """The files of a share, and which of their bytes it has: all are laid end to end and cut."""
        total = self.byte_count
        low = (index - 1) * total // count
        high = total + 1 if index == count else index * total // count
        found, start = [], 0
        for entry in self.entries:
            end = start + entry.status.byte_count
            if start < high and low < end or start == end and low <= start < high:
                found.append((entry, Range(max(low - start, 0), min(high, end) - start)))
            start = end
        return found


def listing(files: Files, uris: list[str]) -> Listing:
    operands = []
    for uri in uris:
        status = files.status(uri)
        if status is None:
            raise Failure(NO_INPUT, f"'{uri}': there is no such file or folder")
        entries = tuple(below(files, status, "")) if status.is_folder else (Entry("", status),)
        if not entries:
            raise Failure(NO_INPUT, f"'{uri}': there is no file in it")
        local = files.local_path(uri)
        operands.append(Operand(status.uri, status.is_folder, local, entries))
    return Listing(tuple(operands))


def below(files: Files, folder: Status, path: str) -> list[Entry]:
    """The files of a folder and of those in it, in the order in which the tools walk a tree."""
    found, folders = [], []
    for status in files.children(folder.uri):
        name = status.uri.rpartition("/")[2]
        if name.startswith(".") or name == IGNORED:
            continue
        if status.is_folder:
            folders.append((name, status))
        else:
            found.append(Entry(path + name, status))
    found.sort(key=lambda entry: entry.path.encode())
    for name, status in sorted(folders, key=lambda pair: pair[0].encode()):
        found += below(files, status, f"{path}{name}/")
    return found


def in_order(entries: tuple[Entry, ...]) -> list[Entry]:
    """The shards of managed exports first, by number, as their metadata list them."""
    exports = {
        entry.path.rpartition("/")[0] for entry in entries if entry.is_metadata}
    shards = [
        entry for entry in entries if entry.path.rpartition("/")[0] in exports
        and EXPORT_SHARD.fullmatch(entry.path.rpartition("/")[2])]
    chosen = {entry.path for entry in shards}
    shards.sort(key=lambda entry: numbered(entry.path))
    return shards + [entry for entry in entries if entry.path not in chosen]


def numbered(path: str) -> list[tuple[bytes, int]]:
    folder, _, name = path.rpartition("/")
    return [(folder.encode(), 0), (b"", int(NUMBERS.search(name)[0]))]


def check_local(operand: Operand) -> None:
    """Fails if a mounted operand is not as the driver has found it: its shares would not fit."""
    changed = Failure(
        BAD_DATA, f"'{operand.uri}' is not the same on every machine, or has changed",
        "mount it on all of them, or name it by the address of its file system")
    for entry in operand.entries:
        try:
            found = (operand.local / entry.path if entry.path else operand.local).stat()
        except OSError as error:
            raise changed from error
        if (found.st_size, found.st_mtime_ns // 1_000_000) != (
                entry.status.byte_count, entry.status.modified):
            raise changed
    if operand.is_folder and count_local(operand.local) != len(operand.entries):
        raise changed


def count_local(folder: Path) -> int:
    count = 0
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name == IGNORED:
            continue
        if path.is_dir() and not path.is_symlink():
            count += count_local(path)
        elif path.is_file():
            count += 1
    return count
