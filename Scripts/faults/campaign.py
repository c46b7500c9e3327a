"""A campaign: the promises, their figures, and the table of results."""

import os
import random
import textwrap
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

PROMISES = []


@dataclass
class Outcome:
    figure: str
    failures: list = field(default_factory=list)
    # The missing program or permission, which fails the campaign without --allow-skips.
    lacking: str = ""
    # The reason that there is nothing to test, which is no failure.
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


# The least percentage of planned trials that must happen.
ENOUGH = 95


def met_of(count, planned, what, failures):
    """The outcome of trials whose faults may not have happened; those do not count."""
    figure = f"{count:,} {what}"
    if count < planned:
        figure += f" at {planned:,} places"
    if count * 100 < planned * ENOUGH:
        # After the first failure the rest is not tested, so this comes last.
        failures = [*failures, f"only {count} of {planned} {what} happened"]
    return Outcome(figure, failures)


@dataclass(frozen=True)
class Promise:
    number: int
    words: str
    attempt: object


def promise(number, words):
    """Registers the function that tests a promise; it takes the campaign."""

    def enter(attempt):
        PROMISES.append(Promise(number, words, attempt))
        return attempt

    return enter


@dataclass
class Campaign:
    """The tools, a directory to work in, and the number of trials."""

    root: Path
    tools: Path
    work: Path
    seed: int
    is_large: bool = False
    # The available tools; the build of mutants has one.
    names: tuple = ()
    # The share of random cases to test; less for mutants.
    share: float = 1
    # Whether to stop after the first failure.
    wants_one: bool = False
    # Additional environment variables of the tools.
    environment: dict = field(default_factory=dict)

    def figure(self, usual, large):
        """The number of trials in CI, or before a release."""
        return large if self.is_large else usual

    def seeds(self, usual, large):
        """As many seeds, which follow those of the day before."""
        count = self.figure(usual, large)
        first = self.seed % 1_000_000 * count + 1
        return range(first, first + count)

    def draws(self, name):
        return random.Random(f"{self.seed}/{name}")

    def part(self, cases, count, name):
        """A part of the cases that depends on the seed; all of them before a release."""
        cases, count = list(cases), round(count * self.share)
        if self.is_large or count >= len(cases):
            return cases
        return self.draws(name).sample(cases, count)

    def room(self, name):
        directory = self.work / name
        directory.mkdir(parents=True)
        return directory

    def each(self, try_case, cases):
        """Tests every case, in parallel, and returns the violations."""
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
        """Draws and tests cases until this many trials have happened.

        A trial returns whether it happened and its violations; returns the count and all violations.
        Too many trials that do not happen are a violation, too.
        """
        happened, at, failures = 0, 0, []
        while happened < count and at < 5 * count:
            cases = [draw() for _ in range(count - happened)]
            offset, at = at, at + len(cases)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                for did, wrong in pool.map(
                        lambda pair: try_case(*pair), enumerate(cases, offset)):
                    happened += did
                    failures += [wrong] if wrong else []
            if failures and self.wants_one:
                return happened, failures
        if happened < count:
            failures.append(f"only {happened} of {at} trials happened")
        return happened, failures


# The widths of the printed table's columns, 80 together.
NUMBER, WORDS, FIGURE = 4, 40, 18


def text_rows(number, words, outcome):
    columns = (
        [number], textwrap.wrap(words, WORDS), textwrap.wrap(outcome.figure, FIGURE), [outcome.result])
    return [
        f"{one:>{NUMBER}}  {two:<{WORDS}}  {three:<{FIGURE}}  {four}".rstrip()
        for one, two, three, four in zip_longest(*columns, fillvalue="")]


def markdown(rows, command, seed):
    """The table as Markdown, below its command; rows are number, text and outcome."""
    lines = ["```sh", command, "```", "", "| promise | figure | seed | result |",
             "| --- | --- | --- | --- |"]
    for number, words, outcome in rows:
        name = f"{number}. {words}" if number else words
        lines.append(f"| {name} | {outcome.figure} | {seed} | {outcome.result} |")
    return "\n".join(lines) + "\n"
