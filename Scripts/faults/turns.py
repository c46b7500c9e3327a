"""Turns by date for mutants and fuzz targets, which need builds of their own.

Which day it is, the seed says, which is the date; nothing else is known to a new checkout. A round
has a day for the mutants and one for each group of targets, in an order that it draws for itself:
days that follow each other meet all of them, and so, in time, do those of any habit. By a plain
remainder whoever runs the checks on every second day would never meet a half of them.
"""

import random
from datetime import datetime

# How many fuzz targets share a day.
TOGETHER = 2


def day(seed):
    """The number of the day that a seed is the date of; another seed is a number as good as any."""
    try:
        return datetime.strptime(str(seed), "%Y%m%d").toordinal()
    except ValueError:
        return seed


def of_day(seed, targets):
    """The fuzz targets whose turn it is; none where it is the mutants'."""
    turns = [[], *(targets[at:at + TOGETHER] for at in range(0, len(targets), TOGETHER))]
    number, place = divmod(day(seed), len(turns))
    random.Random(f"round {number}").shuffle(turns)
    return turns[place]
