"""Random numbers that depend on a name and an index, not on the order of calls."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

Option = TypeVar("Option")
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Draws:
    def __init__(self, seed: object):
        self.seed = seed
        self.hashes: dict[str, Any] = {}

    def bits(self, name: str, index: int) -> int:
        hashed = self.hashes.get(name)
        if hashed is None:
            hashed = self.hashes[name] = blake2b(f"{self.seed}/{name}/".encode(), digest_size=16)
        hashed = hashed.copy()
        hashed.update(b"%d" % index)
        return int.from_bytes(hashed.digest(), "little")

    def below(self, limit: int, name: str, index: int) -> int:
        """A whole number from 0 to limit - 1."""
        return self.bits(name, index) % limit

    def fraction(self, name: str, index: int) -> float:
        """A number from 0 up to 1."""
        return (self.bits(name, index) >> 75) / (1 << 53)

    def hits(self, percent: float, name: str, index: int) -> bool:
        """Whether a chance of so many percent comes up."""
        return self.fraction(name, index) * 100 < percent

    def choice(self, options: Sequence[Option], name: str, index: int) -> Option:
        return options[self.bits(name, index) % len(options)]

    def shuffled(self, sequence: Iterable[Option], name: str, index: int) -> list[Option]:
        bits, elements = self.bits(name, index), list(sequence)
        for last in range(len(elements) - 1, 0, -1):
            bits, other = divmod(bits, last + 1)
            elements[last], elements[other] = elements[other], elements[last]
        return elements

    @lru_cache(maxsize=65536)
    def identifier(self, name: str, index: int) -> str:
        """Twenty characters, as Firestore makes them."""
        bits, letters = self.bits(name, index), []
        for _ in range(20):
            bits, letter = divmod(bits, 62)
            letters.append(BASE62[letter])
        return "".join(letters)

    @lru_cache(maxsize=65536)
    def device(self, index: int) -> str:
        """An upper-case UUID of version 4."""
        bits = self.bits("device", index)
        bits = bits & ~(0xF << 76) | 0x4 << 76
        bits = bits & ~(0x3 << 62) | 0x2 << 62
        text = f"{bits:032X}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
