"""The binary migration of an export, byte for byte (Rules, “Binary ratings”)."""

import re
from collections import Counter

from .exports import COLLECTION, WrongKind, read
from .rules import DELETE, FAIL, OTHER, REJECT, UPDATE, UnexpectedRating
from .rules import decision, rating_meaning, respelled


def decide(document, policy):
    if document.is_other:
        return OTHER
    if document.node is None or document.is_ambiguous:
        return REJECT
    return decision(rating_meaning(document.node.first("rating")), policy)


def migrate_export(content, policy="keep", salvage=False, collection=COLLECTION):
    """The migrated export, the count of each decision, and the decisions in order.

    Raises Damaged or WrongKind where nothing may be published, UnexpectedRating where the policy
    is to fail at one.
    """
    export = read(content, salvage, collection)
    if export.shape == "rows":
        raise WrongKind("a history is not rewritten")
    decisions = [(document, decide(document, policy)) for document in export.documents]
    if any(each == FAIL for _, each in decisions):
        raise UnexpectedRating
    if export.shape == "lines":
        migrated = rewrite_lines(content, decisions)
    elif export.shape == "file":
        document, each = decisions[0]
        # The file goes with its document.
        migrated = None if each == DELETE else (
            content[: document.start] + rewritten(content, document, each)
            + content[document.end :])
    elif export.shape == "empty":
        migrated = content
    elif export.shape == "groups":
        migrated = rewrite_groups(content, export, policy)
    else:
        migrated = rewrite_elements(content, export, decisions)
    return migrated, Counter(each for _, each in decisions), decisions


def rewritten(content, document, each, end=None):
    """The document's bytes, with an updated rating."""
    end = document.end if end is None else end
    if each == DELETE:
        return content[document.start : document.value_start] + document.remainder
    if each != UPDATE:
        return content[document.start : end]
    rating = document.node.first("rating")
    before, after = content[document.start : rating.start], content[rating.end : end]
    return before + respelled(rating.text) + after


def rewrite_lines(content, decisions):
    """Deletes lines with their line ends; a final newline is neither added nor lost."""
    kept, at = [], 0
    for document, each in decisions:
        kept += content[at : document.start].splitlines(keepends=True)
        if each != DELETE:
            kept.append(rewritten(content, document, each))
        at = document.end
    kept += content[at:].splitlines(keepends=True)
    migrated = b"".join(kept)
    lost_last = decisions[-1][1] == DELETE and decisions[-1][0].end == len(content)
    if lost_last and not content.endswith(b"\n"):
        return re.sub(rb"\r?\n\Z", b"", migrated)
    return migrated


def rewrite_groups(content, export, policy):
    """Migrates the groups from the last, so that the places of the others stay."""
    for group in reversed(export.groups):
        decisions = [(document, decide(document, policy)) for document in group.documents]
        content = rewrite_elements(content, group, decisions)
    return content


def goes(document, each):
    return each == DELETE and document.remainder is None


def rewrite_elements(content, export, decisions):
    """Deletes elements with the separator after them, the last one with that before it."""
    if not decisions:
        return content
    pieces, kept = [], [
        at for at, (document, each) in enumerate(decisions) if not goes(document, each)
    ]
    first, last = decisions[0][0], decisions[-1][0]
    if kept:
        pieces.append(content[export.start : first.start])
    for at in kept:
        document, each = decisions[at]
        pieces.append(rewritten(content, document, each))
        if at != kept[-1]:
            pieces.append(content[document.end : decisions[at + 1][0].start])
    pieces.append(content[last.end : export.end])
    return content[: export.start] + b"".join(pieces) + content[export.end :]
