"""Faults on demand: which calls fail, and how, as a function of a seed.

A list such as `unavailable=0.1,aborted@3,lost=0.1,read.reset@2` names faults of commits, and with
`read.` of reads: NAME=RATE is the probability for each call, NAME@N the Nth call, from 1.
"""

import random
import re
import threading
from dataclasses import dataclass, field
from typing import Self

import grpc

STATUSES = {
    "unavailable": grpc.StatusCode.UNAVAILABLE,
    "aborted": grpc.StatusCode.ABORTED,
    "deadline": grpc.StatusCode.DEADLINE_EXCEEDED,
    "exhausted": grpc.StatusCode.RESOURCE_EXHAUSTED,
}
RESET, LOST = "reset", "lost"
NAMES = (*STATUSES, RESET, LOST)
ENTRY = re.compile(r"(read\.)?([a-z]+)(?:=([0-9.]+)|@([0-9]+))")


class Malformed(ValueError):
    """A list of faults that cannot be understood."""


@dataclass
class Plan:
    """The faults of one kind of call, and how many calls there were."""

    rates: dict[str, float] = field(default_factory=dict)
    places: dict[int, str] = field(default_factory=dict)
    count: int = 0

    def add(self, name: str, rate: str | None, place: str | None, entry: str) -> None:
        if place:
            if int(place) < 1 or int(place) in self.places:
                raise Malformed(f"'{entry}': calls count from 1, each with one fault")
            self.places[int(place)] = name
            return
        try:
            self.rates[name] = self.rates.get(name, 0) + float(rate or "")
        except ValueError:
            raise Malformed(f"'{entry}': '{rate}' is not a number") from None
        if sum(self.rates.values()) > 1 + 1e-9:
            raise Malformed(f"'{entry}': the rates add up to more than 1")

    def fault(self, number: int, seed: str) -> str | None:
        """The fault of a call; it does not depend on the calls before."""
        if number in self.places:
            return self.places[number]
        drawn = random.Random(f"{seed} {number}").random()
        for name, rate in self.rates.items():
            drawn -= rate
            if drawn < 0:
                return name
        return None


class Faults:
    def __init__(self, commits: Plan, reads: Plan, seed: int) -> None:
        self.plans, self.seed = {"commit": commits, "read": reads}, seed
        self.lock = threading.Lock()

    @classmethod
    def parsed(cls, text: str, seed: int = 0) -> Self:
        commits, reads = Plan(), Plan()
        for entry in filter(None, text.split(",")):
            match = ENTRY.fullmatch(entry)
            if not match:
                raise Malformed(f"'{entry}' is neither NAME=RATE nor NAME@N")
            prefix, name, rate, place = match.groups()
            if name not in NAMES:
                raise Malformed(f"'{entry}': no fault '{name}'; there are {', '.join(NAMES)}")
            if prefix and name == LOST:
                raise Malformed(f"'{entry}': a read has no effect to lose; use read.reset")
            (reads if prefix else commits).add(name, rate, place, entry)
        return cls(commits, reads, seed)

    def draw(self, kind: str) -> str | None:
        """Counts a call, "commit" or "read", and returns its fault."""
        plan = self.plans[kind]
        with self.lock:
            plan.count += 1
            number = plan.count
        return plan.fault(number, f"{self.seed} {kind}")
