"""The page that a rehearsal ends with."""

import os
import shlex
import shutil
from typing import Optional

from installing.building import SCRIPTS

from . import pace
from .applying import duration
from .counts import counted
from .rehearsal import Page


def cost_words(page: Page, price: Optional[float]) -> str:
    return (f"{page.writes * price / 100_000:.2f} (at {price:g} for 100,000 writes)" if price
            else "not known: give the price of 100,000 writes with --price")


def steps(page: Page, limit: float) -> list[tuple[str, str]]:
    """What to do in production: words, and the command."""
    script = SCRIPTS / "apply-batches"
    found = shutil.which(script.name)
    folder = "" if found and os.path.samefile(found, script) else "Scripts/"
    send = f"{folder}apply-batches batches" + (
        "" if limit == float("inf") else f" --max-writes-per-second {limit:.15g}")
    return [
        ("Make the batches:",
         f"migrate-ratings {shlex.join(page.inputs)} -o migrated --batches batches "
         f"--database {shlex.quote(page.database)}"),
        ("See what they would do:", send),
        ("Send them:", f"{send} --execute"),
        ("To take that back:", f"{send} --undo --execute")]


def text(page: Page, price: Optional[float], limit: float) -> str:
    """The page, as Markdown that reads well as plain text."""
    documents = page.migration
    seconds, cost = pace.seconds_for(page.writes, limit), cost_words(page, price)
    lines = ["# Rehearsal of the release", "", *[f"- {each}" for each in page.inputs], ""]
    lines += ["## What will happen", ""]
    lines += [f"- {words}: {counted(documents[key], 'rating')}" for words, key in (
        ("in the export", "before"), ("left as they are", "kept"),
        ("changed, from 4 to 5 and from 2 to 1", "updated"), ("deleted, being 3", "deleted"),
        ("rejected, and left as they are", "rejected"))]
    lines += [f"- to be sent: {counted(page.batches, 'batch')} with {counted(page.writes, 'write')}, "
              f"{counted(page.byte_count, 'byte')}",
              *([f"- left alone of these: {counted(page.without_document, 'write')} for rejects, which no "
                 "database can hold"] if page.without_document else []),
              f"- in the ranking: {page.ranking['total_hilarious_ratings']:,} hilarious and "
              f"{counted(page.ranking['total_horrible_ratings'], 'horrible rating')}", ""]
    lines += ["## How long, and at what cost", "",
              f"- at least {duration(seconds)}: 500 writes a second at first, 50 % more every 5 minutes",
              f"- {cost}", ""]
    lines += ["## What was proved", ""]
    lines += [f"- {claim}: {figure}" for claim, figure in page.proofs]
    lines += ["", "## What to do", ""]
    for words, command in steps(page, limit):
        lines += [f"- {words}", "", f"      {command}", ""]
    return "\n".join(lines).rstrip("\n")
