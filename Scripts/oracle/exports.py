"""The documents of an export: NDJSON, array, object of documents, wrapped or not.

`read` tells which of these the bytes are and where each document stands; what a document means is
for `migration`, `ranking` and `batches` to say.
"""

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Callable, Optional

from . import backups, changelog, shapes, table, typed
from .scanner import Damaged, Node, check_text, scan, skip_space
from .strict import is_path, path_in

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ID_KEYS = ["__name__", "id", "_id", "__id__", "docId", "document_id", "documentId", "name", "path"]
PATH_KEYS = ("__name__", "name", "path")
EVENT_KEYS = {"joke_id", "rating", "device_id", "week_id"}
DUMP_KEYS = {
    "jokeRatings", "jokeRatingTimestamps", "jokeImpressions", "savedJokeIds",
    "savedJokeTimestamps", "hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary",
    "hasMigratedRatedToSaved", "anonymousDeviceId", "ScreenSort.ProcessedIDs",
    "ScreenSort.CachedResults",
}
COLLECTION = "rating_events"


def is_dump_key(key):
    """Whether a top-level key is one of the app's own."""
    return key in DUMP_KEYS or key.startswith("cachedJokes_")


def is_object_of_dumps(node):
    """Whether all values of an object are objects, and the first with members is a dump."""
    values = [value for _, _, value in node.members] if node.kind == "object" else []
    if any(value.kind != "object" for value in values):
        return False
    first = next((value for value in values if value.members), None)
    return first is not None and any(is_dump_key(key) for key, _, _ in first.members)


class WrongKind(Exception):
    """Valid bytes of a kind that the tool does not read."""


@dataclass
class Document:
    """A document of an export, or a damaged line (then `node` is None)."""

    node: Optional[Node]  # its fields, with plain values
    id: Optional[str]
    start: int  # of what goes when the document goes
    end: int
    remainder: Optional[bytes] = None  # what stays of it all the same
    value_start: int = 0  # of what the remainder takes the place of
    is_other: bool = False  # of another collection, or none: it stays
    is_doubtful: bool = False  # a part of it twice, or not what it must be
    is_misnamed: bool = False
    name: Optional[str] = None  # as far as known, as the export spells it
    collection: Optional[str] = None  # None: unknown
    id_key: Optional[str] = None  # the field that is its id, and no field of the document
    special: Callable = typed.untagged  # what its values are that JSON has no type for
    typed: Optional[Node] = None  # its fields as the REST API has them, where it does
    times: dict = field(default_factory=dict)  # when it was made and last changed, where the export says so
    strangers: list = ()  # members of a REST document that the REST API does not define
    spelling: Optional[Callable] = None  # gives the typed fields, where `node` does not

    def spelled(self):
        if self.spelling:
            return self.spelling()
        return typed.typed_map(self.node, self.special, self.id_key)

    @property
    def is_ambiguous(self):
        """Whether `rating`, `joke_id` or a wrapping member occurs twice, or it cannot have its name."""
        return self.is_doubtful or self.is_misnamed or any(
            len(self.node.all(key)) > 1 for key in ("rating", "joke_id"))


@dataclass
class Export:
    """An export: its shape, its documents, and the inside of its array or object; of pages, those
    of several."""

    shape: str  # empty, lines, array, object, rows, file or groups
    documents: list
    start: int = 0
    end: int = 0
    groups: list = None


def read(content, salvage=False, collection=COLLECTION, file=0, counting=None):
    """Parses an export; raises Damaged or WrongKind. Without a collection, it has the documents of all.

    Of several changelogs each has a number, and `counting` are the rows that count.
    """
    if not salvage:
        check_text(content)
    if changelog.is_changelog(content):
        return read_rows(content, collection, file, counting if counting is not None else changelog.latest([content]))
    start = len(BYTE_ORDER_MARK) if content.startswith(BYTE_ORDER_MARK) else 0
    at = skip_space(content, start)
    if at == len(content):
        return Export("empty", [])
    if content[at : at + 1] == b"[":
        return read_array(content, at, collection)
    if content[at : at + 1] != b"{":
        raise Damaged("neither an object nor an array", at)
    try:
        first = scan(content, at)
    except (Damaged, UnicodeDecodeError):
        if not salvage:
            raise
        return read_lines(content, start, salvage, collection=collection)
    shape = shapes.wraps(first)
    if shape == "pages":
        return read_pages(content, at, collection)
    if shape == "wrapped":
        return read_file(content, first)
    if shape == "nested":
        level = shapes.level_of(first, collection) if collection else first
        return read_nested(content, first, level, collection)
    if shape == "bare":
        return read_nested(content, first, first, collection)
    if shape:
        return read_lines(content, start, salvage, shape, collection)
    if skip_space(content, first.end) < len(content):
        return read_lines(content, start, salvage, collection=collection)
    keys = {key for key, _, _ in first.members}
    if any(map(is_dump_key, keys)) or is_object_of_dumps(first):
        raise WrongKind("a defaults dump, not an export")
    if any(key in EVENT_KEYS and value.kind != "object" for key, _, value in first.members):
        return read_lines(content, start, salvage, collection=collection)
    return read_object(first, collection)


def read_rows(content, collection, file, counting):
    """The documents of a changelog; an unusable row is a document without fields."""
    found = []
    for name, fields, row in changelog.documents(content, file, counting):
        parent, _, last = path_in(name or "").rpartition("/")
        if name is None or collection in (None, parent):
            document = Document(fields, last or None, row.start, row.end, is_doubtful=fields is None)
            if fields:
                document.name, document.collection = name, parent
            found.append(document)
    return Export("rows", found)


def read_file(content, node):
    """The document of a file of node-firestore-backup; one that lost fields is unusable."""
    if skip_space(content, node.end) < len(content):
        raise Damaged("more after the document", node.end)
    view = backups.plain(node) if backups.is_whole(node) else None
    return Export("file", [Document(
        view, None, node.start, node.end, is_doubtful=view is None,
        spelling=partial(backups.typed_fields, node))])


def read_pages(content, at, collection):
    """The documents of every page; a page's array is a group of its own."""
    groups = []
    for array in shapes.pages(content, at):
        documents = [wrapped("rest", each, collection) for each in array.elements]
        groups.append(Export("array", documents, array.start + 1, array.end - 1))
    return Export("groups", [each for group in groups for each in group.documents], groups=groups)


def wrapped(shape, node, collection):
    """The document that a node is or contains; one of another collection, or none, has only its place."""
    document = document_in(shape, node)
    if document is None or collection and document.collection not in (None, collection):
        return Document(None, None, node.start, node.end, is_other=True)
    return replace(document, start=node.start, end=node.end)


def document_in(shape, node):
    """The document that a node of the REST API or a backup tool is or contains, or None."""
    if shape == "answers":
        if node.first("error"):
            raise Damaged("the server answered with an error", node.start)
        return document_in("rest", node.first("document")) if node.first("document") else None
    if shapes.is_doubtful(shape, node):
        parent = shapes.parent_of(shape, node)
        return Document(None, None, 0, 0, collection=parent, is_doubtful=True)
    if shape == "rest" and not shapes.is_there(node):
        return None
    path = table.path_of(node) or table.id_of(node) if shape == "table" else shapes.path_of(shape, node)
    parent, _, last = (path or "").rpartition("/")
    document = Document(
        node, last or None, 0, 0, collection=parent or None, is_misnamed=shapes.is_misnamed(shape, node),
        name=path if shape == "table" else shapes.name_of(shape, node))
    match shape:
        case "table":
            document.node = table.plain(node)
            document.spelling = partial(typed.typed_map, table.columns(node), table.special)
        case "leveldb":
            document.node = shapes.without(node, "_key")
        case "backfire":
            document.node, document.special = object_of(node, "data"), typed.listed(node)
        case "rest":
            document.typed = fields = object_of(node, "fields")
            document.node, document.spelling = shapes.plain(fields), partial(typed.compact, fields)
            document.times = {
                key: time for key in shapes.TIMES if (time := node.first_string(key)) is not None}
            document.strangers = [
                (key, value) for key, _, value in node.members if key not in ("name", "fields", *shapes.TIMES)]
    return document


def object_of(node, key):
    """The object under a key; an empty one for null, or without the key."""
    value = node.first(key)
    return value if value and value.kind == "object" else Node("object", node.start, node.start, b"{}")


def read_nested(content, root, level, collection):
    """A collection of node-firestore-import-export, or all of them."""
    if skip_space(content, root.end) < len(content):
        raise Damaged("more after the object", root.end)
    if level is None:
        return Export("empty", [])
    if collection:
        found = [nested(*member, collection) for member in level.members]
    elif level.first(shapes.NESTED):
        found = [each for name, _, inner in shapes.members(level, shapes.NESTED) for each in within(inner, name)]
    else:
        found = within(level, None)
    documents = [each for each in found if each]
    return Export("object", documents, level.start + 1, level.end - 1)


def nested(key, name, value, collection):
    """The document under a key, or None of a missing parent."""
    if value.kind != "object":
        raise Damaged("not a document", value.start)
    view, inner = shapes.without(value, shapes.NESTED), value.first(shapes.NESTED)
    is_doubtful = shapes.is_doubtful("nested", value)
    if not is_doubtful and not view.members and inner and inner.members:
        return None
    return Document(
        view, key, name.start, value.end, shapes.remainder(value), value.start, is_doubtful=is_doubtful,
        name=f"{collection}/{key}" if collection else key, collection=collection, special=typed.tagged)


def within(level, path):
    """The documents of a collection and below it, each before those below it. Below one without a
    name, none has a path."""
    for key, name, value in level.members:
        document = nested(key, name, value, path)
        yield document
        if not document or not document.is_doubtful:
            for step, _, inner in shapes.members(value, shapes.NESTED):
                yield from within(inner, path and f"{path}/{key}/{step}")


def read_lines(content, start, salvage, shape=None, collection=COLLECTION):
    documents, at = [], start
    while at < len(content):
        newline = content.find(b"\n", at)
        end = len(content) if newline < 0 else newline + 1
        if content[at:end].strip(b" \t\r\n"):
            documents.append(read_line(content, at, end, salvage, shape, collection))
        at = end
    return Export("lines", documents)


def read_line(content, start, end, salvage, shape=None, collection=COLLECTION):
    try:
        check_text(content[start:end])
        node = scan(content, start)
        if node.kind != "object" or node.end > end or skip_space(content, node.end) < end:
            raise Damaged("a line that is not one object", node.end)
        if any(is_dump_key(key) for key, _, _ in node.members):
            raise WrongKind("a defaults dump, not an export")
        if shape:
            return replace(wrapped(shape, node, collection), start=start, end=end)
        return flat(node, start, end, collection)
    except Damaged:
        if not salvage:
            raise
        return Document(None, None, start, end)


def read_array(content, at, collection=COLLECTION):
    array = scan(content, at)
    if skip_space(content, array.end) < len(content):
        raise Damaged("more after the array", array.end)
    shape = shapes.wraps(array.elements[0]) if array.elements else None
    if shape in ("rest", "answers", "backfire", "leveldb", "table"):
        documents = [wrapped(shape, each, collection) for each in array.elements]
        return Export("array", documents, array.start + 1, array.end - 1)
    documents = []
    for node in array.elements:
        if node.kind != "object":
            raise Damaged("not a document", node.start)
        documents.append(flat(node, node.start, node.end, collection))
    return Export("array", documents, array.start + 1, array.end - 1)


def read_object(node, collection=COLLECTION):
    if any(value.kind != "object" for _, _, value in node.members):
        raise Damaged("a value that is not a document", node.start)
    if collection is None:
        documents = [each for member in node.members for each in read_members(*member)]
    else:
        if holds_collections(node, collection):
            node = node.first(collection) or Node("object", node.end, node.end, b"")
        documents = [read_member(*member) for member in node.members]
    return Export("object", documents, node.start + 1, node.end - 1)


def read_members(key, name, value):
    """The documents of a collection, or a document, with those below."""
    inner = value.members
    if not is_remainder(value) and inner and all(each.kind == "object" for _, _, each in inner):
        return [each for member in inner for each in with_those_below(*member, key)]
    return with_those_below(key, name, value)


def with_those_below(key, name, value, collection=None):
    yield read_member(key, name, value, collection)
    if holds_subcollections(value):
        for path, _, documents in shapes.members(value, shapes.BELOW):
            for member in documents.members:
                yield from with_those_below(*member, path)


def read_member(key, name, value, collection=None):
    """A document under its id; its subcollections stay when it is deleted."""
    has_below = holds_subcollections(value)
    fields = shapes.without(value, shapes.BELOW) if has_below else value
    full = value.first_string("__name__")
    full = full if full is not None and last_of(full) == key else None
    document = Document(
        fields, key, name.start, value.end, is_other=is_remainder(value), id_key=full and "__name__")
    if has_below:
        document.remainder, document.value_start = shapes.remainder(value, shapes.BELOW), value.start
    return named(document, full, collection)


def flat(node, start, end, collection):
    """A document that carries its id, if it has one; without a collection, no document is of another."""
    key = id_key(node)
    special = typed.printed if typed.is_printed(node) else typed.untagged
    document = Document(node, document_id(node), start, end, id_key=key, special=special)
    document = named(document, node.first(key).string if key in PATH_KEYS else None)
    document.is_other = collection is not None and document.collection not in (None, collection)
    text = node.first(key).string if key == "__name__" else ""
    document.is_misnamed = "/" in text and not is_path(text)
    return document


def named(document, full, collection=None):
    """The plain document with its name: the full one, if it is, or that of its collection and id."""
    for key in PATH_KEYS:
        text = document.node.first_string(key) or ""
        if (key != "name" or "/documents/" in text) and is_path(text):
            holder = id_key(document.node)
            # A document with its id elsewhere may have a field `path` of its own.
            if holder == key or last_of(text) == document.node.first(holder).string:
                collection = path_in(text).rpartition("/")[0]
            break
    if document.id is not None:
        document.collection = collection
        document.name = f"{collection}/{document.id}" if collection else document.id
    if full and re.match("projects/.*/documents/", full):
        document.name = full
    return document


def holds_subcollections(value):
    inner = value.first(shapes.BELOW)
    return inner and inner.kind == "object" and any("/" in key for key, _, _ in inner.members)


def is_remainder(value):
    """Whether only subcollections are left of a document."""
    return holds_subcollections(value) and len(value.members) == 1


def holds_collections(node, collection):
    """Whether it is collections by name, each of them documents by id."""
    return bool(node.members) and all(
        (value.members or key == collection)
        and all(document.kind == "object" for _, _, document in value.members)
        for key, _, value in node.members
    )


def id_key(node):
    """The field in which the exporter put a flat document's id, or None."""
    for key in ID_KEYS:
        value = node.first_string(key)
        if not value or key == "name" and "/documents/" not in value:
            continue
        if key != "path" or "/" not in value or is_path(value):
            return key
    return None


def document_id(node):
    """The id that a document carries, or the one its fields derive, or None."""
    key = id_key(node)
    if key:
        text = node.first(key).string
        return last_of(text) if key in PATH_KEYS else text
    parts = [node.first_string(key) for key in ("device_id", "joke_id", "week_id")]
    return "_".join(parts) if all(parts) else None


def last_of(path):
    return path.rsplit("/", 1)[-1]
