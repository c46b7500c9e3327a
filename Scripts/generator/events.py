"""Rating events of a collection: devices, jokes of very different popularity, weeks, ratings that
depend on the joke, and timestamps in many spellings.

A record is a list of (key, value) pairs of JSON text, so that troubles (a key twice, an escaped
key, a number spelled oddly) can be put in before it is laid out.
"""

from bisect import bisect
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import accumulate
from typing import Optional

from .draws import Draws
from .troubles import TROUBLES

EVENTS_PER_DEVICE = 8
FIRST_MOMENT = 1_767_600_000  # Monday, 5 January 2026, 08:00 UTC
WEEK_SECONDS = 7 * 86400


@dataclass
class Record:
    """An event and its expected result."""

    id: str
    pairs: list
    joke: Optional[str]  # None where it cannot be ranked
    rating: Optional[int]  # None where it is unexpected
    has_key_twice: bool = False

    def replace(self, key, value):
        """Replaces a field's value."""
        self.pairs = [(name, value if name == key else old) for name, old in self.pairs]

    def remove(self, key):
        """Removes a field."""
        self.pairs = [pair for pair in self.pairs if pair[0] != key]


class Events:
    """The events of a seed."""

    def __init__(
        self, seed, jokes=200, scale="five-point", troubles=0, shuffle_keys=False, times="mixed"
    ):
        self.draws = Draws(seed)
        self.scale, self.troubles, self.times = scale, troubles, times
        self.shuffle_keys = shuffle_keys
        # The k-th joke is rated about 1/k as often as the first, as Zipf observed of words.
        self.popularity = list(accumulate(1 / (place + 1) for place in range(jokes)))

    def record(self, index):
        """The event of that index."""
        draws = self.draws
        drawn = draws.fraction("joke", index) * self.popularity[-1]
        place = min(bisect(self.popularity, drawn), len(self.popularity) - 1)
        joke = draws.identifier("joke id", place)
        device_index, turn = divmod(index, EVENTS_PER_DEVICE)
        device = draws.device(device_index)
        # A device rates in one week after the other, so that no id comes twice.
        weeks = draws.below(40, "first week", device_index) + turn
        week = f"{2026 + weeks // 52}-W{weeks % 52 + 1:02d}"
        rating = self.rating(index, place)
        event_id = f"{device}_{joke}_{week}"
        pairs = [
            ("joke_id", f'"{joke}"'),
            ("rating", str(rating)),
            ("device_id", f'"{device}"'),
            ("week_id", f'"{week}"'),
            ("timestamp", self.timestamp(index, FIRST_MOMENT + weeks * WEEK_SECONDS)),
        ]
        if self.shuffle_keys:
            pairs = draws.shuffled(pairs, "key order", index)
        record = Record(event_id, pairs, joke, rating)
        if self.troubles and draws.fraction("troubled", index) * 100 < self.troubles:
            draws.choice(TROUBLES, "trouble", index)(record, draws, index)
        return record

    def rating(self, index, place):
        """5 to 1, more often high for good jokes."""
        funny = 0.15 + 0.7 * self.draws.fraction("funny", place)
        drawn, sure = divmod(self.draws.fraction("rating", index) * 1000, 1)
        liked = drawn < 1000 * funny
        if self.scale == "binary":
            return 5 if liked else 1
        if sure < 0.14:
            return 3
        return (5 if sure < 0.7 else 4) if liked else (1 if sure < 0.7 else 2)

    def timestamp(self, index, week_start):
        """A time of that week, in one of the exports' spellings."""
        bits = self.draws.bits("timestamp", index)
        bits, offset = divmod(bits, WEEK_SECONDS)
        bits, micros = divmod(bits, 1_000_000)
        second = week_start + offset
        shape = 0 if self.times == "rfc3339" else bits % 6
        if shape == 1:
            return f'{{"_seconds":{second},"_nanoseconds":{micros * 1000}}}'
        if shape == 2:
            return f'{{"seconds":{second},"nanoseconds":{micros * 1000}}}'
        if shape == 3:
            return str(second * 1000 + micros // 1000)
        if shape == 4:
            return f"{second}.{micros:06d}"
        spelled = datetime.fromtimestamp(second, timezone.utc).isoformat()[:19]
        spelled = f'"{spelled}.{micros:06d}Z"'
        return f'{{"__time__":{spelled}}}' if shape == 5 else spelled
