"""The top lists of an export, in their four forms (Rules, “All-time top 10”, “Rankings of weeks”)."""

import json
from collections import Counter
from datetime import datetime
from decimal import Decimal

from . import changelog, votes, weeks
from .exports import COLLECTION, read
from .rules import rating_meaning

SCALES = {
    "binary": {5: "hilarious", 1: "horrible"},
    "five-point": {5: "hilarious", 4: "hilarious", 2: "horrible", 1: "horrible"},
}
COLLECTION_OF_RANKINGS = "weekly_rankings"
TIMES = ("week_start", "week_end", "computed_at")


class Unmigrated(Exception):
    """Too many events that are not migrated for the binary scale."""


class Duplicate(Exception):
    """A duplicate document, with `--duplicates fail`."""


def usable_joke_id(document):
    """The joke of an event, or None if it cannot be ranked."""
    if document.node is None or document.is_ambiguous:
        return None
    return votes.text(document, "joke_id")


class Counted:
    """The votes of one or several exports: (side, joke id, document)."""

    def __init__(
        self, content, scale="binary", collection=COLLECTION, duplicates="count",
        range_of_weeks=weeks.Range(), ranks_votes=False,
    ):
        contents = content if isinstance(content, list) else [content]
        self.votes, self.rejects, self.events, self.unmigrated, seen = [], 0, 0, 0, set()
        # The usable events of the weeks that are asked for, and the numbers of the others.
        self.usable, self.left_out = [], Counter()
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
            if joke is None or ranks_votes and votes.is_ambiguous(document):
                self.rejects += 1
                continue
            if duplicates != "count" and document.id is not None and document.id in seen:
                if duplicates == "fail":
                    raise Duplicate
                continue
            seen.add(document.id)
            place = range_of_weeks.place(document)
            if place != "in":
                self.left_out[place] += 1
                continue
            self.usable.append(document)
            rating = rating_meaning(document.node.first("rating"))
            if scale == "binary" and rating in (2, 3, 4):
                self.unmigrated += 1
            side = SCALES[scale].get(rating)
            if side:
                self.votes.append((side, joke, document))

    @property
    def asked(self):
        """The number of events without those of weeks that are not asked for."""
        return self.events - self.left_out.total()

    def of_weeks(self, kept, top, now):
        """The documents of the weeks of all usable events, by the bytes of their labels."""
        labels = {weeks.label_of(document) for document in self.usable} - {None}
        return [
            ranking_document(
                [vote for vote in kept if weeks.label_of(vote[2]) == label],
                top, now, label, label, label)
            for label in sorted(labels, key=str.encode)
        ]


def aggregate(
    content, scale="binary", top=10, now="2026-03-01T00:00:00Z", collection=COLLECTION,
    duplicates="count", dedupe="none", max_unmigrated="1%", range_of_weeks=weeks.Range(),
    is_by_week=False,
):
    """The ranking documents of one export or of a list of them, that of all events first, and the
    numbers of rejects and events."""
    ranks_votes = dedupe != "none" or is_by_week or range_of_weeks.is_some
    counted = Counted(content, scale, collection, duplicates, range_of_weeks, ranks_votes)
    if counted.unmigrated * 100 > Decimal(max_unmigrated.rstrip("%")) * counted.asked:
        raise Unmigrated
    kept = votes.counting(counted.votes, dedupe)
    documents = [ranking_document(
        kept, top, now, range_of_weeks.week_id, range_of_weeks.since, range_of_weeks.until)]
    if is_by_week:
        documents += counted.of_weeks(kept, top, now)
    return documents, counted.rejects, counted.events


def ranking_document(kept, top, now, week_id="all_time", first=None, last=None):
    """The document of votes, of the weeks from the first to the last."""
    tallies = {side: Counter() for side in ("hilarious", "horrible")}
    for side, joke, _ in kept:
        tallies[side][joke] += 1
    return {
        "week_id": week_id,
        **weeks.ends(first, last),
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


def as_form(documents, form, database=None):
    """A ranking document as `json`, `firestore` or `commit`, or all of them as `import`."""
    if form == "import":
        return as_import(documents)
    document, *_ = documents
    if form == "json":
        return document
    typed = {"fields": {key: typed_value(key, value) for key, value in document.items()}}
    if database:
        name = f"{COLLECTION_OF_RANKINGS}/{document['week_id']}"
        typed = {"name": f"{database}/documents/{name}", **typed}
    return typed if form == "firestore" else {"writes": [{"update": typed}]}


def as_import(documents):
    members = {}
    for document in documents:
        times = {key: tagged(document[key]) for key in TIMES if key in document}
        members[document["week_id"]] = {**document, **times, "__collections__": {}}
    return {"__collections__": {COLLECTION_OF_RANKINGS: members}}


def tagged(time):
    moment = datetime.fromisoformat(time.replace("Z", "+00:00"))
    seconds = int(moment.replace(microsecond=0).timestamp())
    value = {"_seconds": seconds, "_nanoseconds": moment.microsecond * 1000}
    return {"__datatype__": "timestamp", "value": value}


def typed_value(key, value):
    """A value as Firestore's REST interface spells it."""
    if key in TIMES:
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
