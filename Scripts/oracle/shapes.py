"""Exports that wrap documents: the REST API's pages and answers, node-firestore-import-export,
firestore-backfire. Each is read as plain documents, so that the rules are the same.
"""

from dataclasses import replace

from . import table
from .backups import is_document
from .changelog import is_row
from .scanner import Damaged, Node, scan, skip_space
from .strict import FULL, path_in

INTEGER, DOUBLE = "integerValue", "doubleValue"
NESTED = "__collections__"
BELOW = "subCollection"
ANSWER = {"document", "readTime", "skippedResults", "transaction", "done", "error"}


def wraps(first):
    """The shape of the first value of a file, or of its array, or None."""
    kinds = {key: value.kind for key, _, value in first.members}
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


def found(shape, node, collection):
    """The plain view and the id of a node that is a document of the chosen collection, or None."""
    if shape == "answers":
        inner = node.first("document")
        if node.first("error"):
            raise Damaged("the server answered with an error", node.start)
        return found("rest", inner, collection) if inner else None
    if shape == "table":
        path = table.path_of(node)
        parent, _, last = (path or f"{collection}/{table.id_of(node) or ''}").rpartition("/")
        return (table.plain(node), last or None) if parent == collection else None
    if shape == "rest" and not is_there(node):
        return None
    # What does not say where it is, is taken for wanted.
    parent, _, last = (path_of(shape, node) or "").rpartition("/")
    if parent and parent != collection:
        return None
    if shape == "leveldb":
        return without(node, "_key"), last or None
    fields = node.first("data" if shape == "backfire" else "fields")
    if fields is None or fields.kind == "null":
        fields = Node("object", node.start, node.start, b"{}")
    return (fields if shape == "backfire" else plain(fields)), last or None


def is_there(node):
    """Whether a REST document exists; a missing parent has only a name."""
    parts = [node.first(key) for key in ("fields", "createTime", "updateTime")]
    if any(part and part.kind != "null" for part in parts):
        return True
    name = node.first("name")
    return bool(parts[0] and name and name.kind == "string")


def name_of(shape, node):
    """The name of a document that is not ambiguous, or None."""
    if shape == "leveldb":
        node = node.first("_key")
        node = node if node and node.kind == "object" else Node("object", 0, 0, b"{}")
    name = node.first("name" if shape == "rest" else "path")
    return name.string if name and name.kind == "string" else None


def path_of(shape, node):
    """`collection/id`, or the id alone; None without a valid name."""
    name = name_of(shape, node)
    if name is None or is_misnamed(shape, node):
        return None
    return path_in(name)


def is_misnamed(shape, node):
    """Whether the name cannot name a document."""
    if shape == "answers":
        inner = node.first("document")
        return bool(inner) and inner.kind == "object" and is_misnamed("rest", inner)
    if shape == "table":
        return table.is_misnamed(node)
    if node.kind != "object" or shape == "rest" and not is_there(node):
        return False
    name = name_of(shape, node)
    if name is None or shape == "rest" and name and "/" not in name:
        return False
    steps = path_in(name).split("/")
    return len(steps) % 2 == 1 or "" in steps


LISTS = ("timestamps", "geopoints", "documents", "queries")
PARTS = {
    "rest": {"fields": "object", "name": "string", "createTime": "string", "updateTime": "string"},
    "backfire": {"path": "string", "data": "object"} | dict.fromkeys(LISTS, "array"),
    "leveldb": {"_key": "object"}, "_key": {"path": "string"}, "nested": {NESTED: "object"},
}


def is_doubtful(shape, node):
    """Whether a wrapping member occurs twice or has a wrong type."""
    if shape == "answers":
        inner = [each for each in node.all("document") if each.kind == "object"]
        return len(inner) > 1 or bool(inner) and is_doubtful("rest", inner[0])
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
    if shape == "answers":
        return parent_of("rest", node.first("document"))
    if shape == "table":
        return table.parent_of(node)
    outer = node
    if shape == "leveldb":
        node = node.first("_key")
    names = node.all("name" if shape == "rest" else "path")
    if len(names) != 1 or names[0].kind != "string":
        return None
    if is_misnamed(shape, outer):
        return None
    return path_in(names[0].string).rpartition("/")[0] or None


def without(node, key):
    """The node without a member that is not a field."""
    return replace(node, members=[member for member in node.members if member[0] != key])


def plain(fields):
    """The typed fields as plain ones."""
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


def nested(level):
    """(id, key node, document, plain view) of each document of a collection."""
    for key, name, value in level.members:
        if value.kind != "object":
            raise Damaged("not a document", value.start)
        view, inner = without(value, NESTED), value.first(NESTED)
        if view.members or not (inner and inner.members):
            yield key, name, value, view


def remainder(node, key=NESTED):
    """The remainder of a deleted document with subcollections, or None."""
    inner = node.first(key)
    return b'{"' + key.encode() + b'":' + inner.text + b"}" if inner and inner.members else None
