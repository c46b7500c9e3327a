"""The all-time top list of an export, in its four forms (Rules, “All-time top 10”)."""

import json
from collections import Counter
from datetime import datetime
from decimal import Decimal

from . import changelog, votes
from .exports import COLLECTION, read
from .rules import rating_meaning

SCALES = {
    "binary": {5: "hilarious", 1: "horrible"},
    "five-point": {5: "hilarious", 4: "hilarious", 2: "horrible", 1: "horrible"},
}
NAME = "weekly_rankings/all_time"


class Unmigrated(Exception):
    """Too many events that are not migrated for the binary scale."""


class Duplicate(Exception):
    """A duplicate document, with `--duplicates fail`."""


def usable_joke_id(document):
    """The joke of an event, or None if it cannot be ranked."""
    if document.node is None or document.is_ambiguous:
        return None
    joke = document.node.first("joke_id")
    return joke.string or None if joke and joke.kind == "string" else None


class Counted:
    """The votes of one or several exports: (side, joke id, document)."""

    def __init__(self, content, scale="binary", collection=COLLECTION, duplicates="count"):
        contents = content if isinstance(content, list) else [content]
        self.votes, self.rejects, self.events, self.unmigrated, seen = [], 0, 0, 0, set()
        counting = changelog.latest(contents)
        exports = [
            read(part, collection=collection, file=file, counting=counting)
            for file, part in enumerate(contents)
        ]
        for document in (each for export in exports for each in export.documents):
            if document.is_other:
                continue
            self.events += 1
            joke = usable_joke_id(document)
            if joke is None:
                self.rejects += 1
                continue
            if duplicates != "count" and document.id in seen:
                if duplicates == "fail":
                    raise Duplicate
                continue
            seen.add(document.id)
            rating = rating_meaning(document.node.first("rating"))
            if scale == "binary" and rating in (2, 3, 4):
                self.unmigrated += 1
            side = SCALES[scale].get(rating)
            if side:
                self.votes.append((side, joke, document))

    @staticmethod
    def document(kept, top, now):
        """The ranking document of such votes."""
        return ranking_document([(side, joke) for side, joke, _ in kept], top, now)


def aggregate(
    content, scale="binary", top=10, now="2026-03-01T00:00:00Z", collection=COLLECTION,
    duplicates="count", dedupe="none", max_unmigrated="1%",
):
    """The ranking document of one export or of a list of them, and the numbers of rejects and events."""
    counted = Counted(content, scale, collection, duplicates)
    if counted.unmigrated * 100 > Decimal(max_unmigrated.rstrip("%")) * counted.events:
        raise Unmigrated
    document = counted.document(votes.counting(counted.votes, dedupe), top, now)
    return document, counted.rejects, counted.events


def ranking_document(pairs, top, now):
    """The document of (side, joke id) pairs."""
    tallies = {side: Counter() for side in ("hilarious", "horrible")}
    for side, joke in pairs:
        tallies[side][joke] += 1
    return {
        "week_id": "all_time",
        "hilarious": ranked(tallies["hilarious"], top),
        "horrible": ranked(tallies["horrible"], top),
        "total_hilarious_ratings": tallies["hilarious"].total(),
        "total_horrible_ratings": tallies["horrible"].total(),
        "computed_at": now,
    }


def ranked(tally, top):
    """Most votes first; equal ones by the bytes of the joke's id."""
    order = sorted(tally.items(), key=lambda each: (-each[1], each[0].encode("utf-8")))
    return [
        {"joke_id": joke, "count": count, "rank": rank}
        for rank, (joke, count) in enumerate(order[:top], start=1)
    ]


def as_form(document, form, database=None):
    """The ranking document as `json`, `firestore`, `commit` or `import`."""
    if form == "json":
        return document
    if form == "import":
        return as_import(document)
    typed = {"fields": {key: typed_value(key, value) for key, value in document.items()}}
    if database:
        typed = {"name": f"{database}/documents/{NAME}", **typed}
    return typed if form == "firestore" else {"writes": [{"update": typed}]}


def as_import(document):
    moment = datetime.fromisoformat(document["computed_at"].replace("Z", "+00:00"))
    seconds = int(moment.replace(microsecond=0).timestamp())
    value = {"_seconds": seconds, "_nanoseconds": moment.microsecond * 1000}
    fields = {**document, "computed_at": {"__datatype__": "timestamp", "value": value}}
    all_time = {**fields, "__collections__": {}}
    return {"__collections__": {"weekly_rankings": {"all_time": all_time}}}


def typed_value(key, value):
    """A value as Firestore's REST interface spells it."""
    if key == "computed_at":
        return {"timestampValue": value}
    if isinstance(value, int):
        return {"integerValue": str(value)}
    if isinstance(value, str):
        return {"stringValue": value}
    if not value:
        return {"arrayValue": {}}
    entries = [{name: typed_value(name, each) for name, each in entry.items()} for entry in value]
    return {"arrayValue": {"values": [{"mapValue": {"fields": entry}} for entry in entries]}}


def as_jq_prints(value):
    """The bytes that `jq .` prints."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return text.replace("\x7f", "\\u007f").encode() + b"\n"
