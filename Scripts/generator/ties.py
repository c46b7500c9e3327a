"""Jokes that tie with the last of each list, so that the ranking ends among them."""

from collections import Counter

from .answers import TOP, Answers, order
from .events import Events
from .records import Record

# Beyond every index of an event, and every number of ratings.
BEYOND, MANY = 1 << 60, 1 << 30


class Ties:
    """The ratings of as many jokes more, which come after all others and have no defects."""

    def __init__(self, events: Events, jokes: int, answers: Answers):
        self.events, self.jokes = events, jokes
        # The binary list of unmigrated events has other counts: the ties are those of five points.
        tallies = answers.tallies("five-point")
        self.hilarious, self.horrible = (last(tallies[side]) for side in ("hilarious", "horrible"))

    def __len__(self) -> int:
        return self.jokes * (self.hilarious + self.horrible)

    def record(self, index: int) -> Record:
        """A rating, which depends on its joke, its side and its number there alone."""
        joke, turn = divmod(index, self.hilarious + self.horrible)
        is_hilarious = turn < self.hilarious
        number = turn if is_hilarious else turn - self.hilarious
        week, device = self.cell(number, is_hilarious)
        draws = self.events.draws
        place = (joke * 2 + is_hilarious) * MANY + number
        return self.events.event(
            BEYOND + place, draws.identifier("tied joke", joke), draws.device(device), week,
            5 if is_hilarious else 1)

    def cell(self, number: int, is_hilarious: bool) -> tuple[int, int]:
        """The week and the device of a joke's rating: the first ones like the joke, the last ones do not."""
        weeks, devices = self.events.weeks, self.events.devices
        if devices is not None:
            return divmod(number if is_hilarious else devices * weeks - 1 - number, devices)
        return number % weeks, number if is_hilarious else MANY + number


def last(tally: Counter[str]) -> int:
    listed = order(tally)[:TOP]
    return listed[-1][1] if listed else 1
