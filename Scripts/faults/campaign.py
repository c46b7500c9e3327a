"""A campaign: what is tried with what figures, and the table of what came of it."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

PROMISES = []


@dataclass
class Outcome:
    """What one promise was tried with, and where it did not hold."""

    figure: str
    failures: list = field(default_factory=list)
    # What this machine lacks to try it, which fails the campaign unless that is allowed.
    lacking: str = ""
    # What there is none of to try, which everyone may see and nobody is to blame for.
    missing: str = ""

    @property
    def result(self):
        if self.failures:
            return f"FAILED ({len(self.failures)})"
        return "not tried" if self.lacking or self.missing else "holds"

    def __add__(self, other):
        return Outcome(
            ", ".join(filter(None, (self.figure, other.figure))), self.failures + other.failures,
            self.lacking or other.lacking, self.missing or other.missing)


# Of the trials that are laid out so many must happen, in percent: the rest is chance.
ENOUGH = 95


def met_of(count, planned, what, failures):
    """The outcome of trials of which some may not have happened: those count for nothing."""
    figure = f"{count:,} {what}"
    if count < planned:
        figure += f" at {planned:,} places"
    if count * 100 < planned * ENOUGH:
        # Where one failure is enough, the rest is not tried; so this is said last.
        failures = [*failures, f"only {count} of {planned} {what} happened"]
    return Outcome(figure, failures)


@dataclass(frozen=True)
class Promise:
    """A promise, by its number and in a few words."""

    number: int
    words: str
    attempt: object


def promise(number, words):
    """Enters a function as that which tries a promise; it is given the campaign."""

    def enter(attempt):
        PROMISES.append(Promise(number, words, attempt))
        return attempt

    return enter


@dataclass
class Campaign:
    """Where the tools are, where there is room, and how much is asked."""

    root: Path
    tools: Path
    work: Path
    seed: int
    is_large: bool = False
    # The tools that there are; of mutants there is one alone.
    names: tuple = ()
    # How much of what is drawn from many cases is tried; of mutants, less.
    share: float = 1
    # Whether one failure is enough.
    wants_one: bool = False
    # What the tools find in their environment beside the usual.
    environment: dict = field(default_factory=dict)

    def figure(self, usual, large):
        """How much is asked: of CI, or before a release."""
        return large if self.is_large else usual

    def draws(self, name):
        """Random numbers that belong to the seed and a name."""
        return random.Random(f"{self.seed}/{name}")

    def part(self, cases, count, name):
        """As many of the cases, another part for each seed; all of them before a release."""
        cases, count = list(cases), round(count * self.share)
        if self.is_large or count >= len(cases):
            return cases
        return self.draws(name).sample(cases, count)

    def room(self, name):
        """A new directory to work in."""
        directory = self.work / name
        directory.mkdir(parents=True)
        return directory

    def each(self, try_case, cases):
        """Tries every case, as many at once as there are processors; gives what went wrong."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            wrongs = []
            for wrong in pool.map(lambda pair: try_case(*pair), enumerate(cases)):
                if wrong:
                    wrongs.append(wrong)
                    if self.wants_one:
                        pool.shutdown(wait=False, cancel_futures=True)
                        break
            return wrongs

    def until(self, count, draw, try_case):
        """Draws cases and tries them until so many trials have happened.

        Each trial says whether it happened and what is wrong; gives how many happened, and the wrongs.
        Where too many do not happen, that is a wrong of its own.
        """
        happened, at, failures = 0, 0, []

        def attempt(number, case):
            return try_case(number, case)

        while happened < count and at < 5 * count:
            cases = [draw() for _ in range(count - happened)]
            offset, at = at, at + len(cases)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for did, wrong in pool.map(
                        lambda pair: attempt(offset + pair[0], pair[1]), enumerate(cases)):
                    happened += did
                    failures += [wrong] if wrong else []
            if failures and self.wants_one:
                return happened, failures
        if happened < count:
            failures.append(f"only {happened} of {at} trials happened")
        return happened, failures


# The columns of the table as it is printed, in 80 in all.
NUMBER, WORDS, FIGURE = 4, 40, 18


def text_rows(number, words, outcome):
    """A row of the table in 80 columns; what is long goes on below."""
    columns = ([number], wrapped(words, WORDS), wrapped(outcome.figure, FIGURE), [outcome.result])
    rows = []
    for at in range(max(map(len, columns))):
        one, two, three, four = (column[at] if at < len(column) else "" for column in columns)
        rows.append(f"{one:>{NUMBER}}  {two:<{WORDS}}  {three:<{FIGURE}}  {four}".rstrip())
    return rows


def wrapped(text, width):
    """The text in lines of at most so many columns; a longer word is cut."""
    lines = [""]
    for word in text.split():
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line] or [""]


def markdown(rows, command, seed):
    """The table as Markdown, below the command that gives it; rows are number, words, outcome."""
    lines = ["```sh", command, "```", "", "| promise | figure | seed | result |",
             "| --- | --- | --- | --- |"]
    for number, words, outcome in rows:
        name = f"{number}. {words}" if number else words
        lines.append(f"| {name} | {outcome.figure} | {seed} | {outcome.result} |")
    return "\n".join(lines) + "\n"
