"""What a tool must answer to a command line: its exit status, and the bytes it must give."""

from dataclasses import dataclass, field
from functools import partial
from typing import Optional

from . import documents, dumps, feed, ranking
from .exports import DUMP_KEYS, WrongKind
from .migration import migrate_export
from .rules import DELETE, KEEP, REJECT, UPDATE, UnexpectedRating
from .scanner import Damaged, check_text, scan

DONE, PENDING, REJECTS, BAD_DATA = 0, 2, 3, 65
PAST = {KEEP: "kept", UPDATE: "updated", DELETE: "deleted", REJECT: "rejected"}


@dataclass
class Answer:
    """An exit status, the bytes that come out (None: nothing may), whether a dump did, and what
    became of an export's documents."""

    status: int
    content: Optional[bytes] = None
    is_dump: bool = False
    counts: dict = field(default_factory=dict)


def is_dump(content):
    """Whether these bytes are one or more defaults dumps."""
    if content.startswith(b"bplist00") or content.lstrip().startswith((b"<?xml", b"<plist")):
        return True
    try:
        return bool(DUMP_KEYS & {key for key, _, _ in scan(content).members})
    except (Damaged, UnicodeDecodeError):
        return False


def migrate_ratings(content, unexpected="keep", salvage=False):
    """`migrate-ratings INPUT -o OUTPUT`."""
    try:
        if is_dump(content):
            rule = partial(dumps.migrate_ratings, policy=unexpected)
            return Answer(DONE, dumps.migrate_dumps(content, rule), True)
        migrated, counts, _ = migrate_export(content, unexpected, salvage)
    except (Damaged, WrongKind, UnexpectedRating):
        return Answer(BAD_DATA)
    status = REJECTS if counts["reject"] else DONE
    return Answer(status, migrated, counts={past: counts[each] for each, past in PAST.items()})


def migrate_saved(content, now, keep_saved_timestamps=False):
    """`migrate-saved INPUT -o OUTPUT`."""
    rule = partial(
        dumps.migrate_saved, now=dumps.seconds(now), keep_saved_timestamps=keep_saved_timestamps
    )
    try:
        return Answer(DONE, dumps.migrate_dumps(content, rule), True)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)


def read_export(content, is_plain=False, collection=None, counts=False):
    """`read-export INPUT`."""
    try:
        if is_dump(content):
            raise WrongKind("a dump is no export")
        check_text(content)
        result, rejects = documents.lines(content, is_plain, collection, counts)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    return Answer(REJECTS if rejects else DONE, result)


def check(content, answer):
    """The exit status of `--check`, from the answer of the run itself."""
    is_pending = answer.status == DONE and answer.content != content
    return PENDING if is_pending else answer.status


def aggregate(contents, scale="binary", top=10, now=None, form="json", database=None):
    """`aggregate-top10 INPUT…`."""
    try:
        document, rejects = ranking.aggregate(contents, scale, top, now)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    printed = ranking.as_jq_prints(ranking.as_form(document, form, database))
    return Answer(REJECTS if rejects else DONE, printed)


def preview(catalogue, dump, form, **options):
    """`preview-feed CATALOGUE DUMP`."""
    try:
        jokes, rejects = feed.read_catalogue(catalogue)
        shown = feed.preview(jokes, feed.read_dump(dump), form, **options)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    return Answer(REJECTS if rejects else DONE, shown)
