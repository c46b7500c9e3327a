"""UserDefaults dumps: ratings, impressions, saved jokes, flags, and unrelated keys."""

import base64
import json
import plistlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Optional

from .defects import JOKES
from .draws import Draws
from .events import FIRST_MOMENT
from .records import BINARY

FORMATS = ("json", "xml", "binary", "ndjson")
# By the defect that gives them.
RATINGS: dict[str, list[Any]] = {
    "strings": ["4", "funny", ""],
    "unexpected": [0, 6, 4.5, True, False, -4, 2**40, [4], {"value": 4}],
}
ODD_JOKES = {
    "nfc": JOKES["nfc"], "constructor": JOKES["constructor"],
    "odd-ids": ["knock_knock", "\u6f2b\u624d", "\U0001f414", "a&b<c>", ""],
}
# What random dumps have.
OF_DUMPS = (*RATINGS, *ODD_JOKES)
BINARY_FLAGS = ["hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary"]
SAVED_FLAG = "hasMigratedRatedToSaved"
Dump = dict[str, Any]


@dataclass
class Rated:
    """A joke's rating, and the points that it means: None if it is unexpected."""

    joke: str
    value: Any
    points: Optional[int]


@dataclass
class Device:
    """A dump, and what was decided when it was made."""

    dump: Dump
    ratings: list[Rated]
    is_binary: bool
    is_saved: bool

    def binary(self) -> Dump:
        if self.is_binary:
            return self.dump
        values = {each.joke: each.value for each in self.ratings} | {
            each.joke: BINARY[each.points] for each in self.ratings if each.points in BINARY}
        times = dict(self.dump["jokeRatingTimestamps"])
        for each in self.ratings:
            if each.points == 3:
                del values[each.joke]
                times.pop(each.joke, None)
        flags = {flag: True for flag in BINARY_FLAGS}
        return {**self.dump, "jokeRatings": values, "jokeRatingTimestamps": times, **flags}

    def saved(self, now: float) -> Dump:
        """The binary dump with its rated jokes saved."""
        dump = self.binary()
        if self.is_saved:
            return dump
        rated, times = dump["jokeRatings"], dump["jokeRatingTimestamps"]
        if not rated:
            return {**dump, SAVED_FLAG: True}
        ids = dump.get("savedJokeIds", [])
        rated_at = {joke: times.get(joke, now) for joke in rated}
        saved_at = {**dump.get("savedJokeTimestamps", {}), **rated_at}
        added = sorted(
            (joke for joke in rated if joke not in ids),
            key=lambda joke: (-saved_at[joke], joke.encode()))
        return {
            **dump, "savedJokeIds": ids + added, "savedJokeTimestamps": saved_at, SAVED_FLAG: True}


class Dumps:
    """The dumps of a seed. Each joke has a defect with that chance in percent."""

    def __init__(
        self, seed: object, percent: float = 0, flagged: float = 0,
        joke_count: Optional[int] = None, defects: tuple[str, ...] = OF_DUMPS,
    ):
        self.draws = Draws(seed)
        self.percent, self.flagged = percent, flagged
        self.joke_count = joke_count
        self.ratings = {name: RATINGS[name] for name in RATINGS if name in defects}
        self.odd_jokes = {name: ODD_JOKES[name] for name in ODD_JOKES if name in defects}

    def dump(self, index: int) -> Dump:
        return self.device(index).dump

    def device(self, index: int) -> Device:
        draws = self.draws
        jokes = self.jokes(index)
        rated = [joke for at, joke in enumerate(jokes) if draws.below(3, f"rated {at}", index)]
        saved = [joke for at, joke in enumerate(jokes) if not draws.below(4, f"saved {at}", index)]
        ratings = [self.rated(joke, index) for joke in rated]
        entries: list[tuple[str, Any]] = [
            ("anonymousDeviceId", draws.device(index)),
            ("AppleLanguages", ["en-US", "de"]),
            ("jokeRatings", {each.joke: each.value for each in ratings}),
            ("jokeRatingTimestamps", self.moments(rated, "rated at", index, missing=True)),
            ("jokeImpressions", draws.shuffled(jokes, "impressions", index)),
            ("savedJokeIds", draws.shuffled(saved, "saved order", index)),
            ("savedJokeTimestamps", self.moments(saved, "saved at", index)),
            ("cachedJokes_Dad", json.dumps([{"id": joke} for joke in jokes[:2]]).encode()),
            ("NSLastOpened", datetime(2026, 2, 1 + index % 28, 7, 30)),
            ("volume", 0.5),
            ("launchCount", draws.below(1000, "launches", index)),
            ("isProUser", bool(draws.below(2, "pro", index))),
        ]
        if not draws.below(4, "has saved keys", index):
            entries = [pair for pair in entries if not pair[0].startswith("savedJoke")]
        is_binary, is_saved = (
            draws.hits(self.flagged, name, index) for name in ("binary done", "saved done"))
        entries += self.flags(index, is_binary, is_saved)
        dump = dict(draws.shuffled(entries, "key order", index))
        return Device(dump, ratings, is_binary, is_saved)

    def jokes(self, index: int) -> list[str]:
        """Between none and twenty joke keys: Firestore ids, a UUID here and there, odd ones.

        With a given number, the first of the catalogue.
        """
        draws, jokes, count = self.draws, [], self.joke_count
        for at in range(draws.below(21, "jokes", index) if count is None else count):
            place = draws.below(60, f"joke {at}", index) if count is None else at
            joke = draws.device(place) if place % 7 == 0 else draws.identifier("joke id", place)
            for name, odd in self.odd_jokes.items():
                if draws.hits(self.percent, f"{name} {at}", index):
                    joke = draws.choice(odd, f"which {name} {at}", index)
            jokes.append(joke)
        return list(dict.fromkeys(jokes))

    def rated(self, joke: str, index: int) -> Rated:
        for name, odd in self.ratings.items():
            if self.draws.hits(self.percent, f"{name} {joke}", index):
                return Rated(joke, self.draws.choice(odd, f"which {name} {joke}", index), None)
        points = self.draws.below(5, f"rating {joke}", index) + 1
        return Rated(joke, points, points)

    def moments(
        self, jokes: list[str], name: str, index: int, missing: bool = False
    ) -> dict[str, float]:
        """The times of rating or saving; some equal, some unknown."""
        moments = {}
        for joke in jokes:
            drawn = self.draws.below(1000, f"{name} {joke}", index)
            if not missing or drawn % 5:
                moments[joke] = FIRST_MOMENT + (drawn // 20) * 3600 + (drawn % 4) / 4
        return moments

    def flags(self, index: int, is_binary: bool, is_saved: bool) -> list[tuple[str, Any]]:
        draws, flags = self.draws, []
        if is_binary:
            which = draws.below(3, "spelling", index)
            flags += [(flag, True) for at, flag in enumerate(BINARY_FLAGS) if which in (at, 2)]
        elif not draws.below(5, "binary flag says no", index):
            flags.append((draws.choice(BINARY_FLAGS, "which says no", index), False))
        if is_saved:
            flags.append((SAVED_FLAG, True))
        return flags


def as_bytes(dump: Dump, form: str, pretty: bool = False) -> bytes:
    """One dump as a file; JSON has no bytes and no dates, and so spells them as strings."""
    if form == "xml":
        return plistlib.dumps(dump, sort_keys=False)
    if form == "binary":
        return plistlib.dumps(dump, fmt=plistlib.FMT_BINARY, sort_keys=False)
    separators = None if pretty else (",", ":")
    text = json.dumps(
        dump, ensure_ascii=False, default=spelled, indent=2 if pretty else None,
        separators=separators,
    )
    return text.encode() + b"\n"


def spelled(value: Any) -> str:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return str(value.isoformat()) + "Z"
