"""The expected results of an export, counted from what was decided when its records were made."""

from collections import Counter
from typing import Any

from .records import Record

SIDES = {
    "binary": {5: "hilarious", 1: "horrible"},
    "five-point": {5: "hilarious", 4: "hilarious", 2: "horrible", 1: "horrible"},
}
NOW = "2026-03-01T04:00:00Z"
TOP = 10
OUTCOMES = ("kept", "updated", "deleted", "rejected")


class Answers:
    def __init__(self, is_history: bool = False):
        self.is_history = is_history
        self.outcomes: Counter[str] = Counter()
        self.unranked = self.unexpected = 0
        self.votes: Counter[tuple[str, int]] = Counter()

    def count(self, record: Record) -> None:
        if record.is_other:
            return
        copies = 1 if self.is_history else record.copies
        self.outcomes[record.outcome()] += copies
        if record.rating is None and not record.is_rejected:
            self.unexpected += copies
        if record.joke is None:
            self.unranked += copies
        elif record.rating is not None:
            self.votes[record.joke, record.rating] += copies

    def documents(self) -> dict[str, int]:
        """The numbers of documents, as the summary of a migration has them."""
        counts = {name: self.outcomes[name] for name in OUTCOMES}
        events = self.outcomes.total()
        return {"before": events, **counts, "after": events - counts["deleted"]}

    def ranking(self, scale: str = "five-point", top: int = TOP) -> dict[str, Any]:
        tallies = self.tallies(scale)
        lists = {side: ranked(tally, top) for side, tally in tallies.items()}
        totals = {f"total_{side}_ratings": tally.total() for side, tally in tallies.items()}
        return {"week_id": "all_time", **lists, **totals, "computed_at": NOW}

    def tallies(self, scale: str) -> dict[str, Counter[str]]:
        tallies: dict[str, Counter[str]] = {"hilarious": Counter(), "horrible": Counter()}
        for (joke, rating), count in self.votes.items():
            if rating in SIDES[scale]:
                tallies[SIDES[scale][rating]][joke] += count
        return tallies


def order(tally: Counter[str]) -> list[tuple[str, int]]:
    """Most votes first; equal ones by the bytes of the joke's id."""
    return sorted(tally.items(), key=lambda each: (-each[1], each[0].encode()))


def ranked(tally: Counter[str], top: int) -> list[dict[str, Any]]:
    return [
        {"joke_id": joke, "count": count, "rank": rank}
        for rank, (joke, count) in enumerate(order(tally)[:top], start=1)
    ]
