"""The ledger of an application: which batches were committed, and what became of each write.

A batch is entered before it is sent and again when it is known to be committed, both durably, so that a
run that was killed goes on exactly where it was.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional
from urllib.parse import quote

from .failing import BAD_DATA, CANNOT_CREATE, NO_PERMISSION, Failure

NAME = "ledger.sqlite"
RESTORING = "restore it from a backup: without it an undo does not know what was written"
# What became of a write: it was committed; the database already had it; or the document had changed,
# and was left alone.
WRITTEN, PRESENT, LEFT = "written", "present", "left"
SENDING, COMMITTED = "sending", "committed"
TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS batches (
  direction TEXT, number INTEGER, state TEXT NOT NULL, PRIMARY KEY (direction, number));
CREATE TABLE IF NOT EXISTS pins (
  direction TEXT, number INTEGER, position INTEGER, update_time TEXT NOT NULL,
  PRIMARY KEY (direction, number, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS writes (
  direction TEXT, number INTEGER, position INTEGER, state TEXT NOT NULL, update_time TEXT,
  PRIMARY KEY (direction, number, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changed (
  direction TEXT, number INTEGER, position INTEGER, name TEXT NOT NULL, document TEXT,
  PRIMARY KEY (direction, number, position)) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Result:
    """What became of a write, and when; for a document left alone, its name and its text now."""

    state: str
    update_time: Optional[str] = None
    name: str = ""
    document: Optional[str] = None


def opened(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode={mode}", uri=True, isolation_level=None)


def is_unfinished(base: sqlite3.Connection) -> bool:
    """Whether a killed run was writing it: SQLite takes that back first, which reading alone may not."""
    try:
        base.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK
    return False


def restored(path: Path) -> sqlite3.Connection:
    """An unfinished ledger without its last, unfinished entry, in memory; the files stay as they are."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / NAME
        shutil.copyfile(path, copy)
        shutil.copyfile(f"{path}-journal", f"{copy}-journal")
        with contextlib.closing(opened(copy, "rw")) as base:
            base.backup(memory)
    return memory


class Ledger:
    def __init__(self, path: Path, manifest_sha256: str, database: str, is_read_only: bool) -> None:
        self._path = path
        with self._explained():
            self._base = opened(path, "ro" if is_read_only else "rwc")
            if is_read_only and is_unfinished(self._base):
                self._base = restored(path)
            elif not is_read_only:
                # FULL would let a power cut take back the last entry: its journal's removal is not synced.
                self._base.execute("PRAGMA synchronous = EXTRA")
                self._base.executescript(TABLES)
                self._base.executemany(
                    "INSERT OR IGNORE INTO about VALUES (?, ?)",
                    [("manifest", manifest_sha256), ("database", database)])
            (state,) = self._base.execute("PRAGMA quick_check").fetchone()
            if state != "ok":
                raise Failure(BAD_DATA, f"the ledger '{path}' is damaged: {state}", RESTORING)
            known = dict(self._base.execute("SELECT key, value FROM about"))
        if known.get("manifest") != manifest_sha256:
            raise Failure(
                BAD_DATA, f"the ledger '{path}' is of other batches",
                "give the ledger of these batches with --ledger")
        if known.get("database") != database:
            raise Failure(
                BAD_DATA, f"the ledger '{path}' is of {known.get('database')}, not of {database}",
                "set or unset FIRESTORE_EMULATOR_HOST as in the run before, or give this database a"
                " ledger of its own with --ledger")

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            message = f"the ledger '{self._path}': {error}"
            if not isinstance(error, sqlite3.OperationalError):
                raise Failure(BAD_DATA, message, RESTORING) from error
            can_write = os.access(self._path.parent, os.W_OK | os.X_OK)
            raise Failure(
                CANNOT_CREATE if can_write else NO_PERMISSION, message,
                "make room, or name another place with --ledger and move this file there, if there is one,"
                f" together with {self._path.name}-journal, if there is one;"
                " then run the same command again: it goes on where it was") from error

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._explained():
            return self._base.execute(query, values).fetchall()

    def states(self, direction: str) -> dict[int, str]:
        return dict(self._rows("SELECT number, state FROM batches WHERE direction = ?", direction))

    def begin(self, direction: str, number: int, pins: dict[int, str]) -> None:
        """Enters a batch that is about to be sent, with the times that writes were pinned to."""
        with self._explained(), self._base:
            self._base.execute("BEGIN")
            self._base.executemany(
                "INSERT OR REPLACE INTO pins VALUES (?, ?, ?, ?)",
                [(direction, number, at, time) for at, time in pins.items()])
            self._base.execute(
                "INSERT OR REPLACE INTO batches VALUES (?, ?, ?)", (direction, number, SENDING))

    def forget(self, direction: str, number: int) -> None:
        """Takes back the entry of a batch that certainly took no effect."""
        with self._explained(), self._base:
            self._base.execute("BEGIN")
            for table in ("pins", "writes", "changed", "batches"):
                self._base.execute(
                    f"DELETE FROM {table} WHERE direction = ? AND number = ?", (direction, number))

    def pins(self, direction: str, number: int) -> dict[int, str]:
        """The times that writes of a batch were pinned to, by position."""
        return dict(self._rows(
            "SELECT position, update_time FROM pins WHERE direction = ? AND number = ?",
            direction, number))

    def finish(
        self, direction: str, number: int, results: dict[int, Result], listing: Optional[str] = None,
    ) -> None:
        """Enters a batch whose fate is known, with what became of the writes at these positions.

        Its documents that were left alone are listed in another direction, too, if one is given.
        """
        place = (direction, number)
        with self._explained(), self._base:
            self._base.execute("BEGIN")
            self._enter(place, results)
            self._base.execute("DELETE FROM pins WHERE direction = ? AND number = ?", place)
            self._base.execute("INSERT OR REPLACE INTO batches VALUES (?, ?, ?)", (*place, COMMITTED))
            if listing:
                self._base.execute(
                    "INSERT OR REPLACE INTO changed SELECT ?, number, position, name, document FROM changed"
                    " WHERE direction = ? AND number = ?", (listing, *place))

    def note(self, direction: str, number: int, results: dict[int, Result]) -> None:
        """Enters what became of some writes of a batch before the others are sent."""
        with self._explained(), self._base:
            self._base.execute("BEGIN")
            self._enter((direction, number), results)

    def _enter(self, place: tuple[str, int], results: dict[int, Result]) -> None:
        self._base.executemany(
            "INSERT OR REPLACE INTO writes VALUES (?, ?, ?, ?, ?)",
            [(*place, at, each.state, each.update_time) for at, each in results.items()])
        self._base.executemany(
            "INSERT OR REPLACE INTO changed VALUES (?, ?, ?, ?, ?)",
            [(*place, at, each.name, each.document) for at, each in results.items()
             if each.state == LEFT])

    def results(self, direction: str, number: int) -> dict[int, Result]:
        """What became of each write of a batch, by its position."""
        rows = self._rows(
            "SELECT position, state, update_time FROM writes WHERE direction = ? AND number = ?",
            direction, number)
        return {at: Result(state, time) for at, state, time in rows}

    def result_counts(self, direction: str) -> dict[int, tuple[int, int]]:
        """For each batch, the number of writes of which it is known what became of them, and of those that
        were committed."""
        rows = self._rows(
            "SELECT number, COUNT(*), SUM(state = ?) FROM writes WHERE direction = ? GROUP BY number",
            WRITTEN, direction)
        return {number: (every, written) for number, every, written in rows}

    def counts(self, direction: str) -> dict[str, int]:
        return dict(self._rows(
            "SELECT state, COUNT(*) FROM writes WHERE direction = ? GROUP BY state", direction))

    def changed(self, direction: str) -> list[tuple[str, Optional[str]]]:
        """The documents left alone, with their text; without one if the document is deleted."""
        return self._rows(
            "SELECT name, document FROM changed WHERE direction = ? ORDER BY number, position", direction)

    def close(self) -> None:
        self._base.close()
