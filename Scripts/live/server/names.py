"""Names of documents and collections: their parts, limits, and Firestore's order.

The limits are those of https://firebase.google.com/docs/firestore/quotas. Ids such as `__id7__` are
the numeric ids of documents that came from Datastore; they precede all others, in the order of
their numbers.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from ..failing import DATABASE
from .refusals import invalid, shown

FULL = re.compile(rf"({DATABASE.pattern})/documents(?:/(.+))?", re.DOTALL)
NUMERIC = re.compile(r"__id(-?[0-9]{1,19})__")
RESERVED = re.compile(r"__.*__", re.DOTALL)
MAX_ID_BYTES = 1500
MAX_NAME_BYTES = 6 * 1024
MAX_COLLECTIONS = 100


@dataclass(frozen=True)
class Name:
    """A database, and the ids of collections and documents below it, in turn; or none."""

    database: str
    ids: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """Takes a full name apart; refuses any other text."""
        match = FULL.fullmatch(text)
        if not match:
            raise invalid(
                f"{shown(text)} is not of the form projects/P/databases/D/documents/PATH")
        return cls(match[1], tuple(match[2].split("/")) if match[2] else ())

    @classmethod
    def of_document(cls, text: str) -> Self:
        name = cls.of(text)
        if not name.ids or len(name.ids) % 2:
            raise invalid(f"{shown(text)} is not the name of a document")
        name.check()
        return name

    @property
    def text(self) -> str:
        return "/".join([self.database, "documents", *self.ids])

    @property
    def parent(self) -> "Name":
        return Name(self.database, self.ids[:-1])

    def child(self, id: str) -> "Name":
        return Name(self.database, (*self.ids, id))

    def first(self, count: int) -> "Name":
        return Name(self.database, self.ids[:count])

    @cached_property
    def key(self) -> bytes:
        """Bytes in the order of names; those of all names below begin with them."""
        parts = [ordered(part) for part in self.database.split("/")[1::2]]
        for at, id in enumerate(self.ids):
            match = NUMERIC.fullmatch(id) if at % 2 else None
            parts.append(numeric(int(match[1])) if match else ordered(id))
        return b"".join(parts)

    @property
    def end(self) -> bytes:
        """A key behind those of all names below."""
        return self.key + b"\xff"

    @property
    def byte_count(self) -> int:
        """The size as documented under “Storage size calculations”."""
        numbers = sum(1 for id in self.ids[1::2] if NUMERIC.fullmatch(id))
        texts = [id for at, id in enumerate(self.ids) if not (at % 2 and NUMERIC.fullmatch(id))]
        return sum(len(id.encode()) + 1 for id in texts) + 8 * numbers + 16

    def check(self) -> None:
        """Refuses ids and names that Firestore could not hold."""
        for at, id in enumerate(self.ids):
            what = f"document {shown(self.text)}: {'document' if at % 2 else 'collection'} id"
            if not id:
                raise invalid(f"{what} is empty")
            if id in (".", ".."):
                raise invalid(f"{what} must not be '.' or '..'")
            if RESERVED.fullmatch(id) and not (at % 2 and NUMERIC.fullmatch(id)):
                raise invalid(f"{what} {shown(id)} is reserved (matches '__.*__')")
            if len(id.encode()) > MAX_ID_BYTES:
                count = len(id.encode())
                raise invalid(f"{what} has {count} bytes; the limit is {MAX_ID_BYTES} bytes")
        if self.byte_count > MAX_NAME_BYTES:
            raise invalid(
                f"document {shown(self.text)}: name has {self.byte_count} bytes; "
                f"the limit is {MAX_NAME_BYTES} bytes (6 KiB)")
        if len(self.ids) > 2 * MAX_COLLECTIONS:
            raise invalid(
                f"document {shown(self.text)}: subcollections are nested more than "
                f"{MAX_COLLECTIONS} deep")


def ordered(id: str) -> bytes:
    """Bytes that end before any longer id goes on, so that a/b precedes a!/b."""
    return b"\x01" + id.encode().replace(b"\0", b"\0\x01") + b"\0\0"


def numeric(number: int) -> bytes:
    if not -(2**63) <= number < 2**63:
        raise invalid(f"numeric id {number} has more than 64 bits")
    return b"\0" + (number + 2**63).to_bytes(8)
