"""The documents and the log of commits, in an SQLite file that survives a kill at any moment."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from .messages import Document, Message, microseconds, now
from .names import Name

VERSION = 2
# The end of a version that is not replaced.
NEVER = 2**63 - 1
# Each version of a document is a row: from its update time until the next one, or its deletion.
SCHEMA = f"""
    CREATE TABLE documents (
        key BLOB NOT NULL, updated INTEGER NOT NULL, until INTEGER NOT NULL,
        collection BLOB NOT NULL, collection_id TEXT NOT NULL, name TEXT NOT NULL,
        document BLOB NOT NULL, PRIMARY KEY (key, updated));
    CREATE INDEX by_collection ON documents (collection, key);
    CREATE INDEX by_collection_id ON documents (collection_id, key);
    CREATE TABLE commits (
        number INTEGER PRIMARY KEY, time INTEGER NOT NULL, writes INTEGER NOT NULL,
        changes INTEGER NOT NULL, bytes INTEGER NOT NULL, lost INTEGER NOT NULL);
    CREATE TABLE clock (latest INTEGER NOT NULL);
    INSERT INTO clock VALUES (0);
    PRAGMA user_version = {VERSION};
"""


class NotAStore(Exception):
    """The file is something else, or of another version."""


class NotYet(Exception):
    """A moment that is to be read is in the future."""


@dataclass(frozen=True)
class Commit:
    """A commit: its number from 1, its time in microseconds, whether its reply was lost.

    Of its writes, `changes` had an effect: a commit that is repeated has fewer, or none.
    """

    number: int
    time: int
    writes: int
    changes: int
    bytes: int
    lost: bool


class Snapshot:
    """Reads as of one moment, in the order of names."""

    def __init__(self, database: sqlite3.Connection, moment: int) -> None:
        self.database, self.moment = database, moment

    def rows(self, what: str, condition: str, *values: bytes | str) -> sqlite3.Cursor:
        """Of the versions as of the moment, those that a condition chooses, which may end in an order."""
        return self.database.execute(
            f"SELECT {what} FROM documents WHERE updated <= ? AND until > ? AND {condition}",
            [self.moment, self.moment, *values])

    def get(self, name: Name) -> Any:
        row = self.rows("document", "key = ?", name.key).fetchone()
        return Document.FromString(row[0]) if row else None

    def documents(
        self, condition: str = "TRUE", values: tuple[bytes | str, ...] = (),
        is_descending: bool = False,
    ) -> Iterator[Any]:
        order = "DESC" if is_descending else "ASC"
        rows = self.rows("document", f"{condition} ORDER BY key {order}", *values)
        return (Document.FromString(document) for (document,) in rows)

    def children(self, parent: Name, after: bytes = b"") -> Iterator[Name]:
        """The names one level below, each once, also of documents with nothing but others below."""
        key = max(after, parent.key)
        while row := self.rows(
            "name", "key > ? AND key < ? ORDER BY key LIMIT 1", key, parent.end).fetchone():
            child = Name.of(row[0]).first(len(parent.ids) + 1)
            yield child
            key = child.end


class Transaction(Snapshot):
    """One commit: its number and time, and its effect."""

    def put(self, name: Name, document: Message) -> None:
        self.delete(name)
        self.database.execute(
            "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)",
            [name.key, microseconds(document.update_time), NEVER, name.parent.key, name.ids[-2],
             name.text, document.SerializeToString(deterministic=True)])

    def delete(self, name: Name) -> None:
        self.database.execute(
            "UPDATE documents SET until = ? WHERE key = ? AND until = ?",
            [self.moment, name.key, NEVER])

    def advance(self, moment: int) -> None:
        """Lets all later commits be later than a moment."""
        self.database.execute("UPDATE clock SET latest = max(latest, ?)", [moment])

    def log(self, writes: int, changes: int, byte_count: int, is_lost: bool) -> int:
        self.advance(self.moment)
        row = self.database.execute(
            "INSERT INTO commits (time, writes, changes, bytes, lost) VALUES (?, ?, ?, ?, ?) "
            "RETURNING number", [self.moment, writes, changes, byte_count, is_lost]).fetchone()
        return int(row[0])


class Store:
    """A file of documents; several processes may have it open."""

    def __init__(self, path: Path | str, clock: Callable[[], int] = now) -> None:
        self.path, self.clock = Path(path), clock
        self.lock = threading.Lock()
        # The latest moment of a read: later commits are after it.
        self.read = 0
        try:
            self.writer = self.connect()
            self.prepare()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
                raise sqlite3.OperationalError(f"'{path}': {error}") from None
            raise NotAStore(f"'{path}' is not a store") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.writer.close()

    def prepare(self) -> None:
        """Makes the tables of a new file, and refuses a file of other tables."""
        version = self.writer.execute("PRAGMA user_version").fetchone()[0]
        tables = self.writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not version and not tables:
            self.writer.executescript(f"BEGIN IMMEDIATE; {SCHEMA} COMMIT;")
            self.writer.execute("PRAGMA journal_mode = WAL")
        elif version != VERSION:
            raise NotAStore(f"'{self.path}' is not a store, or of another version")

    def connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self.path, timeout=60, isolation_level=None, check_same_thread=False)
        # With WAL, only FULL makes a commit durable before it is acknowledged.
        database.execute("PRAGMA synchronous = FULL")
        return database

    @contextmanager
    def reading(self, moment: int | None = None) -> Iterator[Snapshot]:
        """A snapshot of now, or of a moment that has been; no later commit changes it."""
        with closing(self.connect()) as database:
            with self.lock:
                database.execute("BEGIN")
                latest = max(self.clock(), latest_of(database))
                if moment is not None and moment > latest:
                    raise NotYet
                moment = latest if moment is None else moment
                self.read = max(self.read, moment)
            yield Snapshot(database, moment)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction, made durable at the end of the block, or undone by an exception."""
        with self.lock:
            self.writer.execute("BEGIN IMMEDIATE")
            try:
                moment = max(self.clock(), self.read + 1, latest_of(self.writer) + 1)
                yield Transaction(self.writer, moment)
                self.writer.execute("COMMIT")
            except BaseException:
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
                raise

    def documents(self) -> Iterator[Any]:
        """Every document, as a message, in the order of names."""
        with self.reading() as snapshot:
            yield from snapshot.documents()

    def commits(self) -> list[Commit]:
        with closing(self.connect()) as database:
            rows = database.execute(
                "SELECT number, time, writes, changes, bytes, lost FROM commits ORDER BY number")
            return [
                Commit(number, time, writes, changes, byte_count, bool(lost))
                for number, time, writes, changes, byte_count, lost in rows
            ]

    def mark_lost(self, number: int) -> None:
        """Records that the reply of a commit did not arrive."""
        with self.lock:
            self.writer.execute("UPDATE commits SET lost = TRUE WHERE number = ?", [number])


def latest_of(database: sqlite3.Connection) -> int:
    """The time of the latest commit, or of the latest loaded document, or 0."""
    return int(database.execute("SELECT latest FROM clock").fetchone()[0])
