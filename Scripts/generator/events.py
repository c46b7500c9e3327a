"""Rating events of a collection: devices, jokes of very different popularity, weeks, ratings that
depend on the joke, and timestamps in many spellings."""

from bisect import bisect
from datetime import datetime, timezone
from itertools import accumulate
from typing import Optional

from .defects import Choice
from .draws import Draws
from .records import Record

EVENTS_PER_DEVICE = 8
# A joke comes out with every fifth event; one more joke changes no event before that.
EVENTS_PER_JOKE = 5
FIRST_MOMENT = 1_767_600_000  # Monday, 5 January 2026, 08:00 UTC
WEEK_SECONDS = 7 * 86400
WEEKS = 47
UNIT = 1 << 53


class Events:
    def __init__(
        self, seed: object, jokes: int = 200, scale: str = "five-point",
        choices: tuple[Choice, ...] = (), shuffle_keys: bool = False, times: str = "mixed",
        devices: Optional[int] = None, weeks: int = WEEKS,
    ):
        self.draws = Draws(seed)
        self.jokes, self.scale, self.choices, self.times = jokes, scale, choices, times
        self.shuffle_keys, self.devices, self.weeks = shuffle_keys, devices, weeks
        # The k-th joke is rated about 1/k as often as the first, as Zipf observed of words.
        self.popularity = list(accumulate(1 / (place + 1) for place in range(jokes)))

    def record(self, index: int) -> Record:
        place = self.place(index)
        device, turn = divmod(index, min(EVENTS_PER_DEVICE, self.weeks))
        if self.devices is not None:
            turn, device = divmod(index, self.devices)
        # A device rates one joke a week, so that no id comes twice.
        week = (self.draws.below(self.weeks, "first week", device) + turn) % self.weeks
        record = self.event(
            index, self.draws.identifier("joke id", place), self.draws.device(device), week,
            self.rating(index, place))
        for choice in self.choices:
            choice.apply(record, self.draws, index)
        return record

    def place(self, index: int) -> int:
        """The place of the event's joke among those that have come out.

        The draws take one joke after the other instead of the first, as a consistent hash does: a joke
        more takes some events and leaves the others as they are.
        """
        known = min(self.jokes, 1 + index // EVENTS_PER_JOKE)
        place, bits, turn = 0, self.draws.bits("joke", index), 0
        while True:
            drawn = (bits % UNIT + 1) / UNIT
            following = bisect(self.popularity, self.popularity[place] / drawn, hi=known)
            if following >= known:
                return place
            place, bits, turn = following, bits // UNIT, turn + 1
            if turn % 2 == 0:
                bits = self.draws.bits(f"joke, turn {turn}", index)

    def event(self, index: int, joke: str, device: str, week: int, rating: int) -> Record:
        label = f"{2026 + week // 52}-W{week % 52 + 1:02d}"
        pairs = [
            ("joke_id", f'"{joke}"'),
            ("rating", str(rating)),
            ("device_id", f'"{device}"'),
            ("week_id", f'"{label}"'),
            ("timestamp", self.timestamp(index, FIRST_MOMENT + week * WEEK_SECONDS)),
        ]
        if self.shuffle_keys:
            pairs = self.draws.shuffled(pairs, "key order", index)
        return Record(f"{device}_{joke}_{label}", pairs, joke, rating)

    def rating(self, index: int, place: int) -> int:
        """5 to 1, more often high for good jokes."""
        funny = 0.15 + 0.7 * self.draws.fraction("funny", place)
        drawn, sure = divmod(self.draws.fraction("rating", index) * 1000, 1)
        liked = drawn < 1000 * funny
        if self.scale == "binary":
            return 5 if liked else 1
        if sure < 0.14:
            return 3
        return (5 if sure < 0.7 else 4) if liked else (1 if sure < 0.7 else 2)

    def timestamp(self, index: int, week_start: int) -> str:
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
