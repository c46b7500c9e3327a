"""The files of an export, with their sizes, as the driver has found them before the first share."""

import dataclasses
from pathlib import Path
from typing import NamedTuple

from live.failing import BAD_DATA, NO_INPUT, Failure

from .hadoop import Files, Status

# What the tools pass over in a folder.
IGNORED = "__MACOSX"
METADATA, MANIFEST = "_metadata", "firebase-export-metadata.json"


class Range(NamedTuple):
    start: int
    end: int


@dataclasses.dataclass(frozen=True)
class Entry:
    """A file: its path below its operand, empty if it is the operand."""

    path: str
    status: Status

    @property
    def is_metadata(self) -> bool:
        """Whether it tells of other files of a managed export."""
        return self.path.endswith(METADATA) or self.path.rpartition("/")[2] == MANIFEST


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
        """The files whose bytes may be shared."""
        return [
            entry for operand in self.operands for entry in operand.entries
            if not entry.is_metadata]

    @property
    def byte_count(self) -> int:
        return sum(entry.status.byte_count for entry in self.entries)


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
