"""node-firestore-backup: a file for each document, `coll/ID/ID.json`, its values with their types."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

from generator.records import Recorded

from .scanner import scan
from .strict import Unfit, check_fields
from .typed import one, refuse, rfc3339, stamp, typed

LEAVES = {
    "string": ("string",), "number": ("number",), "boolean": ("true", "false"), "null": ("null",),
    "date": ("string",), "reference": ("string",),
}
TYPES = {*LEAVES, "array", "object", "unknown"}


def kind_of(value):
    kind = value.first("type") if value.kind == "object" else None
    if kind is None:
        return None
    if kind.kind != "string":
        return "object" if kind.kind == "object" else None
    return kind.string if kind.string in TYPES else None


def is_document(first):
    """Whether every field has a type, or fields were lost."""
    is_lost = first.first_string("type") == "unknown"
    others = [
        value for key, _, value in first.members
        if not (is_lost and key in ("type", "value")) and kind_of(value) is None
    ]
    return bool(first.members) and not others


def is_whole(node):
    return all(kind_of(value) and not has_lost(value) for _, _, value in node.members)


def has_lost(value):
    """Whether a value, or one inside it, has a type unknown to the program."""
    return any(
        (key == "type" and inner.kind == "string" and inner.string == "unknown")
        or (inner.kind == "object" and has_lost(inner))
        for key, _, inner in value.members
    )


def plain(node):
    """The document with plain values, each at its own place."""
    return replace(node, members=[(key, name, leaf(value)) for key, name, value in node.members])


def leaf(value):
    """The wrapped value; if there is none, a value that is neither a rating nor an id."""
    inner, kinds = value.first("value"), LEAVES.get(kind_of(value), ())
    if len(value.members) != 2 or inner is None or inner.kind not in kinds:
        return replace(value, kind="null", members=[])
    return inner if kind_of(value) in ("string", "number") else replace(inner, kind="null")


def typed_fields(node):
    """The fields as JSON text of typed values."""
    return "{" + ",".join(
        f"{json.dumps(key, ensure_ascii=False)}:{typed_value(value)}"
        for key, _, value in children(node)
    ) + "}"


def children(node):
    return [each for each in node.members if each[0] != "type" or each[2].kind != "string"]


def typed_value(value):
    kind, inner = kind_of(value), value.first("value")
    if kind in (None, "unknown"):
        raise Unfit("lost")
    if kind == "object":
        fields = typed_fields(held(value))
        return '{"mapValue":{}}' if fields == "{}" else f'{{"mapValue":{{"fields":{fields}}}}}'
    if kind == "array":
        at = {int(key): typed_value(each) for key, _, each in children(held(value))}
        if any(each.startswith('{"arrayValue"') for each in at.values()):
            raise Unfit("an array in an array")
        values = ",".join(at[index] for index in range(len(at)))
        return f'{{"arrayValue":{{"values":[{values}]}}}}' if values else '{"arrayValue":{}}'
    if len(value.members) != 2 or inner is None or inner.kind not in LEAVES[kind]:
        raise Unfit("malformed")
    if kind == "date":
        return stamp(rfc3339(inner.string)) or refuse()
    if kind == "reference":
        return one("referenceValue", inner.string)
    return typed(inner, lambda *_: None, (), 0)


def held(value):
    """The object with the members: the value itself, or its `child`."""
    child = value.first("child")
    is_field = child is None or child.kind != "object" or child.first_string("type") is not None
    return value if is_field else child


# Trees


def wrapped(value):
    """A plain value as the program writes it."""
    match value:
        case None: return {"type": "null", "value": None}
        case bool(): return {"type": "boolean", "value": value}
        case int() | float(): return {"type": "number", "value": value}
        case str(): return {"type": "string", "value": value}
        case list():
            return {"type": "array"} | {str(at): wrapped(each) for at, each in enumerate(value)}
    return {"type": "object"} | {key: wrapped(each) for key, each in value.items()}


class Tree:
    """A seed's events, one a file, with documents of other collections beside and below them."""

    def __init__(self, source: Recorded, count: int, migrated: bool = False):
        self.source, self.count, self.migrated = source, count, migrated

    def files(self):
        """(path, bytes) of each file."""
        for index in range(self.count):
            record = self.source.record(index)
            fields = {key: json.loads(value) for key, value in record.pairs}
            folder = f"rating_events/{record.id}"
            if index % 5 == 2:
                # Of a collection of the same name, and not of that collection.
                below = {"rating": wrapped(3), "joke_id": wrapped(fields.get("joke_id"))}
                yield self.file(f"{folder}/rating_events/below", below)
            pairs = record.migrated() if self.migrated else record.pairs
            if pairs is None:
                continue
            fields = {key: json.loads(value) for key, value in pairs}
            document = {key: wrapped(value) for key, value in fields.items()}
            document["timestamp"] = {"type": "date", "value": fields["timestamp"]}
            yield self.file(folder, document)
        yield self.file("jokes/lettuce-in", {
            "text": wrapped("Lettuce in"), "tags": wrapped(["christmas", *map(str, range(11))]),
            "by": {"type": "reference", "value": "users/u"}, "extra": wrapped({"type": 1, "a": {}}),
        })
        yield self.file("settings/empty", {})

    def file(self, folder, document):
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return f"{folder}/{folder.rpartition('/')[2]}.json", text.encode()

    def write(self, directory: Path) -> None:
        for path, content in self.files():
            (directory / path).parent.mkdir(parents=True, exist_ok=True)
            (directory / path).write_bytes(content)


def typed_lines(directory):
    """The output of `read-export` for a tree: every document, in the order of a walk."""
    for path in walked(directory):
        name = "/".join(path.relative_to(directory).parts[:-1])
        fields = typed_fields(scan(unpacked(path)))
        check_fields(scan(fields.encode()))
        yield f'{{"name":{json.dumps(name, ensure_ascii=False)},"fields":{fields}}}\n'


def unpacked(path):
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def walked(directory):
    """The files of a folder in the order of their names' bytes, then those below it."""
    entries = sorted(directory.iterdir(), key=lambda each: each.name.encode())
    yield from (each for each in entries if each.is_file())
    for each in entries:
        if each.is_dir():
            yield from walked(each)
