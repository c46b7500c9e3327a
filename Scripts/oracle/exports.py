"""The documents of an export: NDJSON, array, object of documents, wrapped or not.

`read` tells which of these the bytes are and where each document stands; what a document means is
for `migration`, `ranking` and `batches` to say.
"""

from dataclasses import dataclass
from typing import Callable, Optional

from . import backups, changelog, shapes, typed
from .scanner import Damaged, Node, check_text, scan, skip_space
from .strict import path_in

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ID_KEYS = ["__name__", "id", "_id", "__id__", "docId", "document_id", "documentId", "name", "path"]
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

    node: Optional[Node]
    id: Optional[str]
    start: int  # of what goes when the document goes
    end: int
    remainder: Optional[bytes] = None  # what stays of it all the same
    value_start: int = 0  # of what the remainder takes the place of
    is_other: bool = False  # of another collection, or none: it stays
    update_time: Optional[str] = None  # when it was last changed, where the export says so
    is_doubtful: bool = False  # a part of it twice, or not what it must be
    special: Callable = typed.untagged  # what its values are that JSON has no type for
    typed: Optional[Node] = None  # its fields as the REST API has them, where it does

    def over(self, start, end):
        """The same document, with other bytes to delete."""
        self.start, self.end = start, end
        return self

    @property
    def is_ambiguous(self):
        """Whether `rating`, `joke_id` or a wrapping member occurs twice."""
        return self.is_doubtful or any(len(self.node.all(key)) > 1 for key in ("rating", "joke_id"))


@dataclass
class Export:
    """An export: its shape, its documents, and the inside of its array or object; of pages, those
    of several."""

    shape: str  # empty, lines, array, object or groups
    documents: list
    start: int = 0
    end: int = 0
    groups: list = None


def read(content, salvage=False, collection=COLLECTION, file=0, counting=None):
    """Parses an export; raises Damaged or WrongKind.

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
        return read_lines(content, start, salvage)
    shape = shapes.wraps(first)
    if shape == "pages":
        return read_pages(content, at, collection)
    if shape == "wrapped":
        return read_file(content, first)
    if shape == "nested":
        return read_nested(content, first, shapes.level_of(first, collection))
    if shape == "bare":
        return read_nested(content, first, first)
    if shape:
        return read_lines(content, start, salvage, shape, collection)
    if skip_space(content, first.end) < len(content):
        return read_lines(content, start, salvage)
    keys = {key for key, _, _ in first.members}
    if any(map(is_dump_key, keys)) or is_object_of_dumps(first):
        raise WrongKind("a defaults dump, not an export")
    if any(key in EVENT_KEYS and value.kind != "object" for key, _, value in first.members):
        return read_lines(content, start, salvage)
    return read_object(first, collection)


def read_rows(content, collection, file, counting):
    """The documents of a changelog; an unusable row is a document without fields."""
    found = []
    for name, fields, row in changelog.documents(content, file, counting):
        path = path_in(name or "")
        parent, _, last = path.rpartition("/")
        if name is None or parent == collection:
            found.append(Document(fields, last or None, row.start, row.end))
    return Export("rows", found)


def read_file(content, node):
    """The document of a file of node-firestore-backup; one that lost fields is unusable."""
    if skip_space(content, node.end) < len(content):
        raise Damaged("more after the document", node.end)
    view = backups.plain(node) if backups.is_whole(node) else None
    return Export("file", [Document(view, None, node.start, node.end)])


def read_pages(content, at, collection):
    """The documents of every page; a page's array is a group of its own."""
    groups = []
    for array in shapes.pages(content, at):
        documents = list(wrapped("rest", array.elements, collection))
        groups.append(Export("array", documents, array.start + 1, array.end - 1))
    return Export("groups", [each for group in groups for each in group.documents], groups=groups)


def wrapped(shape, nodes, collection):
    """The documents that these nodes are or contain; others stay, without a decision."""
    for node in nodes:
        if shapes.is_doubtful(shape, node) or shapes.is_misnamed(shape, node):
            document = Document(None, None, node.start, node.end, is_doubtful=True)
            document.is_other = shapes.parent_of(shape, node) not in (None, collection)
            yield document
            continue
        view = shapes.found(shape, node, collection)
        document = Document(view and view[0], view and view[1], node.start, node.end)
        document.is_other = not view
        if view and shape in ("rest", "answers"):
            inner = node.first("document") or node
            time = inner.first("updateTime")
            document.update_time = time and time.string
            document.typed = inner.first("fields")
        if view and shape == "backfire":
            document.special = typed.listed(node)
        yield document


def read_nested(content, root, level):
    """A collection of node-firestore-import-export."""
    if skip_space(content, root.end) < len(content):
        raise Damaged("more after the object", root.end)
    if level is None:
        return Export("empty", [])
    documents = []
    for key, name, value, view in shapes.nested(level):
        document = Document(view, key, name.start, value.end, special=typed.tagged)
        document.is_doubtful = shapes.is_doubtful("nested", value)
        document.remainder, document.value_start = shapes.remainder(value), value.start
        documents.append(document)
    return Export("object", documents, level.start + 1, level.end - 1)


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
            return next(wrapped(shape, [node], collection)).over(start, end)
        return Document(node, document_id(node), start, end)
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
        documents = list(wrapped(shape, array.elements, collection))
        return Export("array", documents, array.start + 1, array.end - 1)
    documents = []
    for node in array.elements:
        if node.kind != "object":
            raise Damaged("not a document", node.start)
        documents.append(Document(node, document_id(node), node.start, node.end))
    return Export("array", documents, array.start + 1, array.end - 1)


def read_object(node, collection=COLLECTION):
    if any(value.kind != "object" for _, _, value in node.members):
        raise Damaged("a value that is not a document", node.start)
    if holds_collections(node, collection):
        node = node.first(collection) or Node("object", node.end, node.end, b"")
    documents = [read_member(*member) for member in node.members]
    return Export("object", documents, node.start + 1, node.end - 1)


def read_member(key, name, value):
    """A document under its id; its subcollections stay when it is deleted."""
    document = Document(value, key, name.start, value.end)
    if holds_subcollections(value):
        document.remainder, document.value_start = shapes.remainder(value, shapes.BELOW), value.start
        document.is_other = len(value.members) == 1
    return document


def holds_subcollections(value):
    below = value.first(shapes.BELOW)
    return below and below.kind == "object" and any("/" in key for key, _, _ in below.members)


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
        value = node.first(key)
        if value is None or value.kind != "string" or not value.string:
            continue
        if key != "name" or "/documents/" in value.string:
            return key
    return None


def document_id(node):
    """The id that a document carries, or the one its fields derive, or None."""
    key = id_key(node)
    if key:
        text = node.first(key).string
        return text.rsplit("/", 1)[-1] if key in ("__name__", "name", "path") else text
    parts = [node.first(key) for key in ("device_id", "joke_id", "week_id")]
    if all(part and part.kind == "string" and part.string for part in parts):
        return "_".join(part.string for part in parts)
    return None
