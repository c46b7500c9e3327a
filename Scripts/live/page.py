"""The page that a rehearsal ends with."""

import shlex
from typing import Optional

from . import pace
from .applying import duration
from .rehearsal import Page


def cost_words(page: Page, price: Optional[float]) -> str:
    return (f"{page.writes * price / 100_000:.2f} (at {price:g} for 100,000 writes)" if price
            else "not known: give the price of 100,000 writes with --price")


def steps(page: Page) -> list[tuple[str, str]]:
    """What to do in production: words, and the command."""
    return [
        ("Make the batches:",
         f"migrate-ratings {shlex.join(page.inputs)} -o migrated --batches batches "
         f"--database {shlex.quote(page.database)}"),
        ("See what they would do:", "Scripts/apply-batches batches"),
        ("Send them:", "Scripts/apply-batches batches --execute"),
        ("To take that back:", "Scripts/apply-batches batches --undo --execute")]


def text(page: Page, price: Optional[float], limit: float) -> str:
    """The page, as Markdown that reads well as plain text."""
    documents = page.migration
    seconds, cost = pace.seconds_for(page.writes, limit), cost_words(page, price)
    lines = ["# Rehearsal of the release", "", *[f"- {each}" for each in page.inputs], ""]
    lines += ["## What will happen", ""]
    lines += [f"- {documents[key]:,} {words}" for key, words in (
        ("before", "ratings are in the export"), ("kept", "stay as they are"),
        ("updated", "change: 4 becomes 5, 2 becomes 1"), ("deleted", "are deleted, being rated 3"),
        ("rejected", "are rejects, and stay as they are"))]
    batches = "1 batch" if page.batches == 1 else f"{page.batches:,} batches"
    lines += [f"- {batches} with {page.writes:,} writes are sent, {page.byte_count:,} bytes",
              *([f"- {page.without_document:,} of them are for rejects, which no database can hold, and are "
                 "left alone"] if page.without_document else []),
              f"- the ranking has {page.ranking['total_hilarious_ratings']:,} hilarious and "
              f"{page.ranking['total_horrible_ratings']:,} horrible ratings", ""]
    lines += ["## How long, and at what cost", "",
              f"- at least {duration(seconds)}: 500 writes a second at first, 50 % more every 5 minutes",
              f"- {cost}", ""]
    lines += ["## What was proved", ""]
    lines += [f"- {proof.claim}: {proof.figure}" for proof in page.proofs]
    lines += ["", "## What to do", ""]
    for words, command in steps(page):
        lines += [f"- {words}", "", f"      {command}", ""]
    return "\n".join(lines).rstrip("\n")
