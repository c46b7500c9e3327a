"""Turns by date for mutants and fuzz targets, which need builds of their own.

The seed is the date. A round has a day for the mutants and a day for each group of targets, in an order
that is drawn for each round: with a fixed order, checks on every second day would miss half of them.
"""

import random
from datetime import datetime

# How many fuzz targets share a day.
TOGETHER = 2


def day(seed):
    """The number of the day of a seed that is a date; any other seed is that number."""
    try:
        return datetime.strptime(str(seed), "%Y%m%d").toordinal()
    except ValueError:
        return seed


def of_day(seed, targets):
    """The fuzz targets whose turn it is; none on the day of the mutants."""
    turns = [[], *(targets[at:at + TOGETHER] for at in range(0, len(targets), TOGETHER))]
    number, place = divmod(day(seed), len(turns))
    random.Random(f"round {number}").shuffle(turns)
    return turns[place]
