"""The directory of batches that `migrate-ratings --batches` writes."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.cloud.firestore_v1 import types
from google.protobuf import json_format

from .counts import counted
from .failing import BAD_DATA, NO_INPUT, Failure, of_system

MANIFEST = "manifest.json"
SCHEMA = 1
MENDING = "restore the folder as it was written, or make the batches again with migrate-ratings --batches"
# Google's message, without the wrapper of its client.
Write = types.Write.pb()


@dataclass(frozen=True)
class Entry:
    """A file that the manifest lists."""

    path: Path
    file: str
    writes: int
    byte_count: int
    sha256: str

    def read(self) -> list[Any]:
        """The file's writes, as Google's messages; fails as `rows` does."""
        try:
            return [json_format.ParseDict(each, Write()) for each in self.rows()]
        except json_format.ParseError as error:
            raise Failure(BAD_DATA, f"'{self.path}' is not a batch: {error}", MENDING) from error

    def names(self) -> list[str]:
        try:
            rows = self.rows()
            names = [row.get("delete") or row["update"]["name"] for row in rows]
            if not all(isinstance(each, str) for each in names):
                raise TypeError("a name is not a string")
            # In the JSON of protocol buffers, null is nothing.
            if any(set((row.get("currentDocument") or {}).values()) <= {None} for row in rows):
                raise ValueError("a write has no precondition")
        except (KeyError, TypeError, ValueError) as error:
            raise Failure(BAD_DATA, f"'{self.path}' is not a batch: {error!r}", MENDING) from error
        return names

    def rows(self) -> list[dict[str, Any]]:
        """The file's writes, as JSON; fails if the file is not the one that the manifest lists."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            is_missing = isinstance(error, FileNotFoundError)
            raise of_system(error, NO_INPUT, MENDING if is_missing else None) from error
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise Failure(
                BAD_DATA, f"'{self.path}' is not the file of the manifest: its SHA-256 differs", MENDING)
        try:
            writes: list[dict[str, Any]] = json.loads(content)["writes"]
            if not isinstance(writes, list) or not all(isinstance(each, dict) for each in writes):
                raise TypeError("its writes are not a list of objects")
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(BAD_DATA, f"'{self.path}' is not a batch: {error}", MENDING) from error
        if len(writes) != self.writes:
            raise Failure(
                BAD_DATA, f"'{self.path}' has {counted(len(writes), 'write')}, the manifest says {self.writes}",
                MENDING)
        return writes


@dataclass(frozen=True)
class Batch:
    number: int
    apply: Entry
    undo: Entry

    def pairs(self, is_undo: bool) -> list[tuple[Any, Any]]:
        """Each write to send with the one that takes it back."""
        sides = self.apply.read(), self.undo.read()
        return list(zip(*(reversed(sides) if is_undo else sides), strict=True))

    def names(self) -> list[str]:
        names, undone = [side.names() for side in (self.apply, self.undo)]
        if names != undone:
            raise Failure(
                BAD_DATA, f"'{self.undo.path}' does not undo each write of '{self.apply.path}'", MENDING)
        return names


def name_of(write: Any) -> str:
    name: str = write.delete or write.update.name
    return name


class BatchDirectory:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        path = directory / MANIFEST
        try:
            content = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError) as error:
            what = f"has no {MANIFEST}" if directory.exists() else "does not exist"
            raise Failure(
                NO_INPUT, f"'{directory}' {what}",
                "give the directory that migrate-ratings --batches wrote") from error
        except OSError as error:
            raise of_system(error, NO_INPUT) from error
        self.sha256 = hashlib.sha256(content).hexdigest()
        try:
            manifest = json.loads(content)
            if manifest["schema_version"] != SCHEMA:
                raise Failure(
                    BAD_DATA, f"'{path}' has the version {manifest['schema_version']}; "
                    f"this script reads {SCHEMA}")
            sides = [[self._entry(each) for each in manifest[key]] for key in ("batches", "undo")]
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(BAD_DATA, f"'{path}' is not a manifest of batches: {error!r}", MENDING) from error
        if len(sides[0]) != len(sides[1]):
            raise Failure(BAD_DATA, f"'{path}' does not list an undo for each batch", MENDING)
        self.batches = [
            Batch(at, *pair) for at, pair in enumerate(zip(*sides, strict=True), start=1)]

    def _entry(self, row: dict[str, Any]) -> Entry:
        file = row["file"]
        if Path(file).is_absolute() or ".." in Path(file).parts:
            raise ValueError(f"'{file}' is not below the directory")
        if not all(type(row[key]) is int and row[key] >= 0 for key in ("writes", "bytes")):
            raise ValueError(f"a count of '{file}' is not a whole number")
        return Entry(self.directory / file, file, row["writes"], row["bytes"], row["sha256"])

    @property
    def write_count(self) -> int:
        return sum(batch.apply.writes for batch in self.batches)

    def check(self) -> str:
        """Reads every file, and returns the name of the one database that all writes are for."""
        databases = set()
        for batch in self.batches:
            databases |= {name.split("/documents/")[0] for name in batch.names()}
        if len(databases) > 1:
            names = ", ".join(sorted(databases))
            raise Failure(BAD_DATA, f"the batches are for several databases: {names}")
        return databases.pop() if databases else ""

    def files(self) -> list[Path]:
        entries = (entry for batch in self.batches for entry in (batch.apply, batch.undo))
        return [self.directory / MANIFEST, *(entry.path for entry in entries)]

    def unlisted(self) -> list[Path]:
        """Files that look like batches and are not in the manifest."""
        return sorted({*self.directory.rglob("batch-*.json")} - {*self.files()})
