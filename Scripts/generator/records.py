"""A document of a fixture: its fields as JSON text, and what must become of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional, Protocol

BINARY = {5: 5, 4: 5, 2: 1, 1: 1}  # 3 is neutral, and its document is deleted

Pairs = list[tuple[str, str]]


@dataclass
class Record:
    """A document and its expected results, which are decided when it is made.

    A field is a pair of its name and its value in JSON text, so that defects (a key twice, an escaped
    key, a number spelled oddly) can be put in before the document is laid out.
    """

    id: str
    pairs: Pairs
    joke: Optional[str]  # None if it cannot be ranked
    rating: Optional[int]  # None if it is unexpected
    rating_key: str = "rating"  # as spelled
    spelling: str = "{}"  # of the rating
    is_rejected: bool = False  # by the migration and the ranking
    copies: int = 1
    is_other: bool = False  # of another collection, so that nothing becomes of it
    edit: Callable[[Pairs], Pairs] = list  # of the parts of its envelope
    remainder: str = ""  # what stays of it when it is deleted

    def replace(self, key: str, value: str) -> None:
        self.pairs = [(name, value if name == key else old) for name, old in self.pairs]

    def remove(self, key: str) -> None:
        self.pairs = [pair for pair in self.pairs if pair[0] != key]

    def reject(self) -> None:
        self.joke, self.is_rejected = None, True

    def migrated(self) -> Optional[Pairs]:
        """The fields of the migrated document, or None if it is deleted."""
        if self.is_other or self.is_rejected or self.rating is None:
            return self.pairs
        if self.rating not in BINARY:
            return None
        text = self.spelling.format(BINARY[self.rating])
        return [(key, text if key == self.rating_key else old) for key, old in self.pairs]

    def outcome(self) -> str:
        """What the migration does with it, as its summary calls it."""
        if self.is_rejected:
            return "rejected"
        if self.rating is None or self.rating in (5, 1):
            return "kept"
        return "updated" if self.rating in BINARY else "deleted"


class Recorded(Protocol):
    """Whatever has records by their index."""

    def record(self, index: int) -> Record: ...
