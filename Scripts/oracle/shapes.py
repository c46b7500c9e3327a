"""Exports that wrap documents: the REST API's pages and answers, node-firestore-import-export,
firestore-backfire. Each is read as plain documents, so that the rules are the same.
"""

from dataclasses import replace

from . import table
from .backups import is_document
from .changelog import is_row
from .scanner import Damaged, scan, skip_space
from .strict import FULL, is_path, path_in
from .typed import is_printed

INTEGER, DOUBLE = "integerValue", "doubleValue"
NESTED = "__collections__"
BELOW = "subCollection"
TIMES = ("createTime", "updateTime")
ANSWER = {"document", "readTime", "skippedResults", "transaction", "done", "error"}


def wraps(first):
    """The shape of the first value of a file, or of its array, or None."""
    kinds = {key: value.kind for key, _, value in first.members}
    if is_printed(first):
        return None
    if is_row(first):
        return "changelog"
    if table.is_row(first):
        return "table"
    if is_document(first):
        return "wrapped"
    if kinds.get("documents") == "array":
        return "pages"
    if kinds.get("name") == "string" and ("fields" in kinds or "createTime" in kinds):
        return "rest"
    if list(kinds) == ["name"] and FULL.fullmatch(first.first("name").string or ""):
        return "rest"
    is_answer = kinds.get("document") == "object" or "readTime" in kinds
    if is_answer and kinds.keys() <= ANSWER:
        return "answers"
    if kinds.get(NESTED) == "object":
        return "nested"
    if kinds.get("path") == "string" and kinds.get("data") == "object":
        return "backfire"
    if kinds.get("_key") == "object":
        return "leveldb"
    if set(kinds.values()) == {"object"} and first.members[0][2].first(NESTED):
        return "bare"
    return None


def is_there(node):
    """Whether a REST document exists; a missing parent has only a name."""
    parts = [node.first(key) for key in ("fields", *TIMES)]
    if any(part and part.kind != "null" for part in parts):
        return True
    return parts[0] is not None and node.first_string("name") is not None


def name_of(shape, node):
    """The name of a document that is not ambiguous, or None."""
    if shape == "leveldb":
        node = node.first("_key")
    return node and node.first_string("name" if shape == "rest" else "path")


def path_of(shape, node):
    """`collection/id`, or the id alone; None without a valid name."""
    name = name_of(shape, node)
    if name is None or is_misnamed(shape, node):
        return None
    return path_in(name)


def is_misnamed(shape, node):
    if shape == "table":
        return table.is_misnamed(node)
    if node.kind != "object" or shape == "rest" and not is_there(node):
        return False
    name = name_of(shape, node)
    if name is None or shape == "rest" and name and "/" not in name:
        return False
    return not is_path(name)


LISTS = ("timestamps", "geopoints", "documents", "queries")
PARTS = {
    "rest": {"fields": "object", "name": "string"} | dict.fromkeys(TIMES, "string"),
    "backfire": {"path": "string", "data": "object"} | dict.fromkeys(LISTS, "array"),
    "leveldb": {"_key": "object"}, "_key": {"path": "string"}, "nested": {NESTED: "object"},
}


def is_doubtful(shape, node):
    """Whether a wrapping member occurs twice or has a wrong type."""
    if node.kind != "object":
        return False
    if shape == "table":
        return table.is_doubtful(node)
    for part, kind in PARTS[shape].items():
        values = node.all(part)
        if len(values) > 1 or any(kind and each.kind not in (kind, "null") for each in values):
            return True
        if kind == "array" and any(
            each.kind != "string" for value in values for each in value.elements
        ):
            return True
    key = node.first("_key") if shape == "leveldb" else None
    return bool(key) and is_doubtful("_key", key)


def parent_of(shape, node):
    """The collection of a document; None if it is missing or ambiguous."""
    if shape == "table":
        return table.parent_of(node)
    holder = node.first("_key") if shape == "leveldb" else node
    if len(holder.all("name" if shape == "rest" else "path")) != 1:
        return None
    return (path_of(shape, node) or "").rpartition("/")[0] or None


def without(node, key):
    """The node without a member that is not a field."""
    return replace(node, members=[member for member in node.members if member[0] != key])


def plain(fields):
    members = [(key, name, plain_value(value)) for key, name, value in fields.members]
    return replace(fields, members=members)


def plain_value(value):
    """A typed value as a plain one, at the place of its content."""
    if value.kind != "object" or len(value.members) != 1:
        return replace(value, kind="null", members=[])
    kind, _, inner = value.members[0]
    if kind in (INTEGER, DOUBLE) and inner.kind == "number":
        return inner
    if kind in (INTEGER, DOUBLE) and inner.kind == "string":
        try:
            number = scan(inner.text[1:-1])
        except Damaged:
            number = None
        if number and number.kind == "number" and number.end == len(inner.text) - 2:
            return replace(number, start=inner.start + 1, end=inner.end - 1)
        return replace(inner, kind="null")
    if kind == "stringValue" and inner.kind == "string":
        return inner
    return replace(inner, kind="null", members=[], elements=[])


def pages(content, at):
    """The arrays of documents of every page, one page after the other."""
    arrays = []
    while at < len(content):
        page = scan(content, at)
        if page.kind != "object":
            raise Damaged("not a page", page.start)
        if page.first("error"):
            raise Damaged("the server answered with an error", page.start)
        if page.first("documents"):
            arrays.append(page.first("documents"))
        at = skip_space(content, page.end)
    return arrays


def level_of(root, collection):
    """The object of a collection's documents, or None."""
    for at, name in enumerate(collection.split("/")):
        root = root and (root.first(name) if at % 2 else (root.first(NESTED) or root).first(name))
    return root


def members(node, key):
    return node.first(key).members if node.first(key) else []


def remainder(node, key=NESTED):
    """The remainder of a deleted document with subcollections, or None."""
    inner = node.first(key)
    return b'{"' + key.encode() + b'":' + inner.text + b"}" if inner and inner.members else None
