"""The expected exit status and output of a command line."""

from dataclasses import dataclass, field
from functools import partial
from typing import Optional

from . import changelog, documents, dumps, feed, pruning, ranking, saving, table, weeks
from .exports import COLLECTION, WrongKind, is_dump_key, is_object_of_dumps
from .migration import migrate_export
from .rules import DELETE, KEEP, REJECT, UPDATE, UnexpectedRating
from .scanner import Damaged, check_text, scan

DONE, PENDING, REJECTS, GUARD, USAGE, BAD_DATA, REFUSED = 0, 2, 3, 4, 64, 65, 73
PAST = {KEEP: "kept", UPDATE: "updated", DELETE: "deleted", REJECT: "rejected"}


@dataclass
class Answer:
    """An exit status, the bytes that come out (None: nothing may), whether they are a dump whose values
    count, and what became of an export's documents."""

    status: int
    content: Optional[bytes] = None
    is_by_value: bool = False
    counts: dict = field(default_factory=dict)
    stdout: Optional[bytes] = None


def is_dump(content):
    if content.startswith(b"bplist00") or content.lstrip().startswith((b"<?xml", b"<plist")):
        return True
    try:
        node = scan(content)
        return any(is_dump_key(key) for key, _, _ in node.members) or is_object_of_dumps(node)
    except (Damaged, UnicodeDecodeError):
        return False


def migrate_ratings(content, unexpected="keep", salvage=False, collection=COLLECTION):
    """`migrate-ratings INPUT -o OUTPUT`."""
    try:
        if is_dump(content):
            rule = partial(dumps.migrate_ratings, policy=unexpected)
            return Answer(DONE, dumps.migrate_dumps(content, rule), True)
        if table.is_table(content):
            raise WrongKind("a table is only read")
        migrated, counts, decisions = migrate_export(content, unexpected, salvage, collection)
    except (Damaged, WrongKind, UnexpectedRating):
        return Answer(BAD_DATA)
    if migrated is None:
        return Answer(REFUSED)
    if not any(counts[each] for each in PAST) and is_elsewhere([content], collection):
        return Answer(GUARD)
    if is_unrated(decisions):
        return Answer(GUARD)
    status = REJECTS if counts["reject"] else DONE
    return Answer(status, migrated, counts={past: counts[each] for each, past in PAST.items()})


def is_unrated(decisions):
    """Whether there are documents, none with a rating and none rejected."""
    own = [(document, each) for document, each in decisions if each in PAST]
    return bool(own) and all(
        each != REJECT and document.node.first("rating") is None for document, each in own)


def migrate_saved(content, now, keep_saved_timestamps=False, allow_five_point=False):
    """`migrate-saved INPUT -o OUTPUT`."""
    rule = partial(
        dumps.migrate_saved, now=dumps.seconds(now), keep_saved_timestamps=keep_saved_timestamps
    )
    try:
        migrated = dumps.migrate_dumps(content, rule)
        if not allow_five_point and any(map(dumps.is_five_point, dumps.read_dumps(content)[1])):
            return Answer(GUARD)
        return Answer(DONE, migrated, True)
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
    if not result and not rejects and collection and is_elsewhere([content], collection):
        return Answer(GUARD)
    return Answer(REJECTS if rejects else DONE, result)


def is_elsewhere(contents, collection):
    """Whether there are documents, but none of the collection."""
    counting = changelog.latest(contents)

    def read(collection):
        return [document for file, each in enumerate(contents)
                for document in documents.read(each, collection, file, counting)]

    return not read(collection) and any(each.collection is not None for each in read(None))


def check(content, answer):
    """The exit status of `--check`, from the expected result of the run."""
    is_pending = answer.status in (DONE, REJECTS) and answer.content != content
    return PENDING if is_pending else answer.status


def prune(content, existing, allow_empty=False, asked=None):
    """`prune-processed INPUT --existing FILE -o OUTPUT`."""
    try:
        ids = pruning.read_ids(existing)
        if not ids and not allow_empty:
            return Answer(GUARD)
        report = None if asked is None else skip_report(content, asked).content
        pruned, has_rejects = pruning.prune(content, ids)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    return Answer(
        REJECTS if has_rejects else DONE, pruned, content.startswith(b"bplist00"), stdout=report)


def skip_report(content, asked):
    """`prune-processed INPUT --skip-report FILE`."""
    try:
        ids = dict.fromkeys(pruning.read_ids(asked))
        processed = set(pruning.processed_ids(content))
        _, has_rejects = pruning.prune(content, ids)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    lines = [each.encode() + b"\n" for each in ids if each in processed]
    return Answer(REJECTS if has_rejects else DONE, b"".join(lines))


def aggregate(
    contents, scale="binary", top=10, now=None, form="json", database=None, collection=COLLECTION,
    duplicates="count", dedupe="none", max_unmigrated="1%", range_of_weeks=weeks.Range(),
    is_by_week=False,
):
    """`aggregate-top10 INPUT…`."""
    try:
        documents, rejects, events = ranking.aggregate(
            contents, scale, top, now, collection, duplicates, dedupe, max_unmigrated,
            range_of_weeks, is_by_week,
        )
    except ranking.Unmigrated:
        return Answer(GUARD)
    except (Damaged, WrongKind, ranking.Duplicate):
        return Answer(BAD_DATA)
    if not events and is_elsewhere(contents, collection):
        return Answer(GUARD)
    printed = ranking.as_jq_prints(ranking.as_form(documents, form, database))
    return Answer(REJECTS if rejects else DONE, printed)


def preview(catalogue, dump, form, **options):
    """`preview-feed CATALOGUE DUMP`."""
    try:
        jokes, rejects = feed.read_catalogue(catalogue)
        shown = feed.preview(jokes, dumps.read_dump(dump)[1], form, **options)
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    return Answer(REJECTS if rejects else DONE, shown)


def edit_saved(content, now, save=(), unsave=(), rate=()):
    """`edit-saved DUMP --save … --unsave … --rate … -o OUTPUT`; `rate` has pairs of joke and word."""
    named, rated = [*save, *unsave], dict(rate)
    if not named and not rate or "" in [*named, *rated] or set(save) & set(unsave):
        return Answer(USAGE)
    if len(rated) < len(rate) or not set(rated.values()) <= {"none", *saving.VERDICTS}:
        return Answer(USAGE)
    try:
        kind, dump = saving.read(content, rates=bool(rate))
        result = saving.edited(dump, save, unsave, rated, dumps.seconds(now))
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
    made = content if result is None else saving.as_given(content, kind, result)
    return Answer(DONE, made, kind == "binary")


def list_saved(content, form):
    """`edit-saved DUMP --list`."""
    try:
        return Answer(DONE, saving.listed(saving.read(content)[1], form))
    except (Damaged, WrongKind):
        return Answer(BAD_DATA)
