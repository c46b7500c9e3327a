"""UserDefaults dumps: ratings, impressions, saved jokes, flags, and unrelated keys."""

import base64
import json
import plistlib
from datetime import datetime

from .draws import Draws
from .events import FIRST_MOMENT

FORMATS = ("json", "xml", "binary", "ndjson")
UNEXPECTED = [0, 6, 4.5, "4", True, False, -4, 2**40, "funny", [4], {"value": 4}]
ODD_JOKES = ["knock_knock", "caf\u00e9", "cafe\u0301", "\u6f2b\u624d", "\U0001f414", "a&b<c>", ""]
BINARY_FLAGS = ["hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary"]


class Dumps:
    """The dumps of a seed."""

    def __init__(self, seed, troubles=0, flagged=0, joke_count=None):
        self.draws = Draws(seed)
        self.troubles, self.flagged = troubles, flagged
        self.joke_count = joke_count

    def dump(self, index):
        """The dump of that device, as plain values."""
        draws = self.draws
        jokes = self.jokes(index)
        rated = [joke for at, joke in enumerate(jokes) if draws.below(3, f"rated {at}", index)]
        saved = [joke for at, joke in enumerate(jokes) if not draws.below(4, f"saved {at}", index)]
        entries = [
            ("anonymousDeviceId", draws.device(index)),
            ("AppleLanguages", ["en-US", "de"]),
            ("jokeRatings", {joke: self.rating(joke, index) for joke in rated}),
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
        entries += self.flags(index)
        return dict(draws.shuffled(entries, "key order", index))

    def jokes(self, index):
        """Between none and twenty joke keys: Firestore ids, a UUID here and there, odd ones.

        With a given number, the first of the catalogue.
        """
        draws, jokes, count = self.draws, [], self.joke_count
        for at in range(draws.below(21, "jokes", index) if count is None else count):
            place = draws.below(60, f"joke {at}", index) if count is None else at
            joke = draws.device(place) if place % 7 == 0 else draws.identifier("joke id", place)
            if self.is_troubled(f"odd joke {at}", index):
                joke = draws.choice(ODD_JOKES, f"odd {at}", index)
            jokes.append(joke)
        return list(dict.fromkeys(jokes))

    def rating(self, joke, index):
        if self.is_troubled(f"odd rating {joke}", index):
            return self.draws.choice(UNEXPECTED, f"unexpected {joke}", index)
        return self.draws.below(5, f"rating {joke}", index) + 1

    def moments(self, jokes, name, index, missing=False):
        """The times of rating or saving; some equal, some unknown."""
        moments = {}
        for joke in jokes:
            drawn = self.draws.below(1000, f"{name} {joke}", index)
            if not missing or drawn % 5:
                moments[joke] = FIRST_MOMENT + (drawn // 20) * 3600 + (drawn % 4) / 4
        return moments

    def flags(self, index):
        """Flags, some of them false."""
        draws, flags = self.draws, []
        if draws.fraction("binary done", index) * 100 < self.flagged:
            which = draws.below(3, "spelling", index)
            flags += [(flag, True) for at, flag in enumerate(BINARY_FLAGS) if which in (at, 2)]
        elif not draws.below(5, "binary flag says no", index):
            flags.append((draws.choice(BINARY_FLAGS, "which says no", index), False))
        if draws.fraction("saved done", index) * 100 < self.flagged:
            flags.append(("hasMigratedRatedToSaved", True))
        return flags

    def is_troubled(self, name, index):
        return self.draws.fraction(name, index) * 100 < self.troubles


def as_bytes(dump, form, pretty=False):
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


def spelled(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() + "Z"
