"""The documents of an export: NDJSON, array, object of documents, wrapped or not.

`read` tells which of these the bytes are and where each document stands; what a document means is
for `migration`, `ranking` and `batches` to say.
"""

from dataclasses import dataclass
from typing import Optional

from .scanner import Damaged, Node, check_text, scan, skip_space

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ID_KEYS = ["id", "_id", "__id__", "docId", "document_id", "documentId", "__name__", "name", "path"]
EVENT_KEYS = {"joke_id", "rating", "device_id", "week_id"}
DUMP_KEYS = {
    "jokeRatings", "jokeRatingTimestamps", "jokeImpressions", "savedJokeIds",
    "savedJokeTimestamps", "hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary",
    "hasMigratedRatedToSaved", "anonymousDeviceId", "ScreenSort.ProcessedIDs",
    "ScreenSort.CachedResults",
}
COLLECTION = "rating_events"


class WrongKind(Exception):
    """Sound bytes of a kind that the tool does not take."""


@dataclass
class Document:
    """A document of an export, or a damaged line of one (then `node` is None)."""

    node: Optional[Node]
    id: Optional[str]
    start: int  # of what goes when the document goes
    end: int

    @property
    def is_ambiguous(self):
        """Whether `rating` or `joke_id` comes twice."""
        return any(len(self.node.all(key)) > 1 for key in ("rating", "joke_id"))


@dataclass
class Export:
    """An export: its shape, its documents, and the inside of its array or object."""

    shape: str  # empty, lines, array or object
    documents: list
    start: int = 0
    end: int = 0


def read(content, salvage=False):
    """The export that these bytes are; raises Damaged or WrongKind."""
    if not salvage:
        check_text(content)
    start = len(BYTE_ORDER_MARK) if content.startswith(BYTE_ORDER_MARK) else 0
    at = skip_space(content, start)
    if at == len(content):
        return Export("empty", [])
    if content[at : at + 1] == b"[":
        return read_array(content, at)
    if content[at : at + 1] != b"{":
        raise Damaged("neither an object nor an array", at)
    try:
        first = scan(content, at)
    except (Damaged, UnicodeDecodeError):
        if not salvage:
            raise
        return read_lines(content, start, salvage)
    if skip_space(content, first.end) < len(content):
        return read_lines(content, start, salvage)
    keys = {key for key, _, _ in first.members}
    if DUMP_KEYS & keys:
        raise WrongKind("a defaults dump, not an export")
    if any(key in EVENT_KEYS and value.kind != "object" for key, _, value in first.members):
        return read_lines(content, start, salvage)
    return read_object(first)


def read_lines(content, start, salvage):
    documents, at = [], start
    while at < len(content):
        newline = content.find(b"\n", at)
        end = len(content) if newline < 0 else newline + 1
        if content[at:end].strip(b" \t\r\n"):
            documents.append(read_line(content, at, end, salvage))
        at = end
    return Export("lines", documents)


def read_line(content, start, end, salvage):
    try:
        check_text(content[start:end])
        node = scan(content, start)
        if node.kind != "object" or node.end > end or skip_space(content, node.end) < end:
            raise Damaged("a line that is not one object", node.end)
        if DUMP_KEYS & {key for key, _, _ in node.members}:
            raise WrongKind("a defaults dump, not an export")
        return Document(node, document_id(node), start, end)
    except Damaged:
        if not salvage:
            raise
        return Document(None, None, start, end)


def read_array(content, at):
    array = scan(content, at)
    if skip_space(content, array.end) < len(content):
        raise Damaged("more after the array", array.end)
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
    documents = [Document(value, key, name.start, value.end) for key, name, value in node.members]
    return Export("object", documents, node.start + 1, node.end - 1)


def holds_collections(node, collection):
    """Whether it is collections by name, each of them documents by id."""
    return bool(node.members) and all(
        (value.members or key == collection)
        and all(document.kind == "object" for _, _, document in value.members)
        for key, _, value in node.members
    )


def document_id(node):
    """The id that a document carries, or the one its fields derive, or None."""
    for key in ID_KEYS:
        value = node.first(key)
        if value is None or value.kind != "string" or not value.string:
            continue
        if key == "name" and "/documents/" not in value.string:
            continue
        is_path = key in ("__name__", "name", "path")
        return value.string.rsplit("/", 1)[-1] if is_path else value.string
    parts = [node.first(key) for key in ("device_id", "joke_id", "week_id")]
    if all(part and part.kind == "string" and part.string for part in parts):
        return "_".join(part.string for part in parts)
    return None
