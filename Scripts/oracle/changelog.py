"""Rows of a BigQuery changelog: the latest one of each document counts, unless it is a deletion."""

import re
from datetime import datetime, timezone

from .scanner import Damaged, begins_with, scan, scan_whole, skip_space
from .strict import is_path
from .typed import is_printed

COLUMNS = ("document_name", "operation", "timestamp", "data")
OPERATIONS = {"CREATE", "UPDATE", "IMPORT", "DELETE"}
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z| UTC|\+00|\+00:00)?")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Unusable(Exception):
    """A valid row that is unusable."""


def is_row(first):
    kinds = {key: value.kind for key, _, value in first.members}
    return (
        not is_printed(first)
        and kinds.get("document_name") == "string" and kinds.get("operation") == "string"
        and "timestamp" in kinds and kinds.get("data", "null") in ("null", "string")
    )


def rows(content):
    """The row values of a file: lines, an array, or one after the other."""
    at, found = skip_space(content, 0), []
    while at < len(content):
        value = scan(content, at)
        found += value.elements if value.kind == "array" else [value]
        at = skip_space(content, value.end)
    if any(row.kind != "object" for row in found):
        raise Damaged("not a row", at)
    return found


def is_changelog(content):
    return begins_with(content, is_row)


def name_of(row):
    name = row.first_string("document_name")
    if name is None or len(row.all("document_name")) > 1:
        raise Unusable("no name")
    if not is_path(name):
        raise Unusable("the name of no document")
    return name


def change(row):
    """(name, microseconds, whether it is a deletion) of a usable row."""
    name = name_of(row)
    if any(len(row.all(key)) > 1 for key in COLUMNS):
        raise Unusable("a column twice")
    operation = row.first_string("operation")
    if operation not in OPERATIONS:
        raise Unusable("an operation that is none")
    return name, moment(row.first("timestamp")), operation == "DELETE"


def moment(node):
    if node is None or node.kind not in ("string", "number"):
        raise Unusable("no timestamp")
    text = node.string if node.kind == "string" else node.text.decode()
    match = MOMENT.fullmatch(text)
    if match:
        whole = datetime.fromisoformat(f"{match[1]}T{match[2]}+00:00")
        seconds = (whole - EPOCH).days * 86400 + (whole - EPOCH).seconds
        return seconds * 1_000_000 + int((match[3] or "0").ljust(6, "0")[:6])
    try:
        return round(float(text) * 1e6)
    except ValueError:
        raise Unusable("no moment") from None


def latest(contents):
    """The rows that count: (number of the file, place in it)."""
    found, unknown = {}, set()
    for file, content in enumerate(contents):
        for row in rows(content) if is_changelog(content) else []:
            try:
                name, when, is_deletion = change(row)
            except Unusable:
                try:
                    unknown.add(name_of(row))
                except Unusable:
                    pass
                continue
            if name not in found or when >= found[name][0]:
                found[name] = (when, file, row.start, is_deletion)
    return {
        (file, start) for name, (_, file, start, is_deletion) in found.items()
        if not is_deletion and name not in unknown
    }


def documents(content, file, counting):
    """(name, fields) of each row that counts; (None, None) of each unusable one."""
    for row in rows(content):
        try:
            name, _, _ = change(row)
        except Unusable:
            yield None, None, row
            continue
        if (file, row.start) not in counting:
            continue
        yield name, fields(row), row


def fields(row):
    try:
        node = scan_whole((row.first_string("data") or "").encode())
    except Damaged:
        return None
    return node if node.kind == "object" else None
