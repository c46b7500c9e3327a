"""The output of `read-export`: every document of an export, in any layout."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Callable, Optional

from . import backups, changelog, exports, shapes, table
from .scanner import Damaged, Node, scan, skip_space
from .strict import Unfit, check_fields, is_name, is_time, path_in
from .typed import listed, printed, quoted, tagged, token, typed_map, untagged
from .untyped import plain_value


@dataclass
class Found:
    """A document: its name as far as known, its collection, its typed fields as JSON text."""

    name: Optional[str]
    collection: Optional[str]
    node: Optional[Node]
    is_typed: bool
    id_key: Optional[str] = None
    times: tuple = ()
    special: Callable = untagged
    is_doubtful: bool = False
    is_misnamed: bool = False
    strangers: list = ()  # what stands beside the fields of a REST document

    def fields(self):
        """The typed fields as JSON text, if Firestore could hold the document."""
        if self.is_misnamed or self.name is not None and not is_name(self.name):
            raise Unfit("a name that no document has")
        if not all(is_time(time) for _, time in self.times):
            raise Unfit("a time that is none")
        text = self.spelled()
        check_fields(scan(text.encode()))
        return text

    def spelled(self):
        if self.node is None:
            return "{}"
        if self.is_typed:
            return compact(self.node)
        return typed_map(self.node, self.special, self.id_key)

    def typed(self):
        members = [] if self.name is None else [f'"name":{quoted(self.name)}']
        members += [f'"fields":{self.fields()}']
        members += [f'"{key}":{quoted(time)}' for key, time in self.times]
        members += [f'{quoted(key)}:{compact(node)}' for key, node in self.strangers]
        return "{" + ",".join(members) + "}"

    def plain(self):
        text = self.fields().encode()
        members = [] if self.name is None else [f'"__name__":{quoted(self.name)}']
        members += [
            f"{quoted(key)}:{plain_value(value)}" for key, _, value in scan(text).members]
        return "{" + ",".join(members) + "}"


def read(content, collection=None, file=0, counting=None):
    """Every document, of that collection where one is named.

    Of several changelogs each has a number, and `counting` are the rows that count.
    """
    if changelog.is_changelog(content):
        return [
            each for each in changed(content, file, counting)
            if collection is None or each.name is None or each.collection == collection]
    values, at = [], skip_space(content, 3 if content.startswith(exports.BYTE_ORDER_MARK) else 0)
    while at < len(content):
        values.append(scan(content, at))
        at = skip_space(content, values[-1].end)
    flat = [each for value in values for each in of(value)]
    first = flat[0] if flat and flat[0].kind == "object" else None
    if first and is_printed(first):
        shape = None
    else:
        shape = shapes.wraps(first) if first else None
    if shape == "wrapped" and len(values) > 1:
        raise Damaged("more after the document", values[1].start)
    if shape in READERS:
        found = [each for value in flat for each in READERS[shape](value)]
    elif len(values) == 1 and values[0].kind == "object" and is_keyed(values[0]):
        found = list(keyed(values[0], collection))
    else:
        found = [plain(value, None) for value in flat]
    wanted = (None, collection)
    return [each for each in found if each and (collection is None or each.collection in wanted)]


def of(value):
    return value.elements if value.kind == "array" else [value]


# The REST API


def rest_page(value):
    if value.first("error"):
        raise Damaged("the server answered with an error", value.start)
    documents = value.first("documents")
    return [each for document in documents.elements for each in rest(document)] if documents else []


def rest_answer(value):
    if value.first("error"):
        raise Damaged("the server answered with an error", value.start)
    return rest(value.first("document")) if value.first("document") else []


def rest(value):
    if shapes.is_doubtful("rest", value):
        return [doubtful("rest", value)]
    if not shapes.is_there(value):
        return []
    times = [
        (key, value.first(key).string) for key in ("createTime", "updateTime")
        if value.first(key) and value.first(key).kind == "string"]
    fields = value.first("fields")
    fields = fields if fields and fields.kind == "object" else None
    strangers = [
        (key, node) for key, _, node in value.members
        if key not in ("name", "fields", "createTime", "updateTime")]
    found = named("rest", value, fields, True)
    found.times, found.strangers = tuple(times), strangers
    return [found]


def named(shape, value, node, is_typed, **more):
    """A document that holds its own name."""
    path = shapes.path_of(shape, value)
    collection = path.rpartition("/")[0] or None if path else None
    return Found(
        shapes.name_of(shape, value), collection, node, is_typed,
        is_misnamed=shapes.is_misnamed(shape, value), **more)


def compact(node):
    """The text of a value without the white space between its parts."""
    if node.kind == "object":
        members = [f"{token(key)}:{compact(value)}" for _, key, value in node.members]
        return "{" + ",".join(members) + "}"
    if node.kind == "array":
        return "[" + ",".join(map(compact, node.elements)) + "]"
    return token(node)


def doubtful(shape, value):
    """An ambiguous document; its name is only the members that occur once."""
    parent = shapes.parent_of(shape, value)
    return Found(None, parent, None, False, is_doubtful=True)


# Backup tools


def backfire(value):
    if shapes.is_doubtful("backfire", value):
        return [doubtful("backfire", value)]
    data = value.first("data")
    data = data if data and data.kind == "object" else None
    return [named("backfire", value, data, False, special=listed(value))]


def leveldb(value):
    if shapes.is_doubtful("leveldb", value):
        return [doubtful("leveldb", value)]
    return [named("leveldb", value, shapes.without(value, "_key"), False)]


def table_row(value):
    if shapes.is_doubtful("table", value):
        return [doubtful("table", value)]
    path = table.path_of(value) or table.id_of(value)
    collection = path.rpartition("/")[0] or None if path else None
    return [
        Found(
            path, collection, table.columns(value), False, special=table.special,
            is_misnamed=table.is_misnamed(value))]


def changed(content, file, counting):
    """The documents that a changelog leaves."""
    counting = changelog.latest([content]) if counting is None else counting
    for name, node, _ in changelog.documents(content, file, counting):
        collection = name and path_in(name).rpartition("/")[0]
        yield Found(name, collection, node, False) if node else UNUSABLE


UNUSABLE = Found(None, None, None, False, is_doubtful=True)


class Wrapped(Found):
    """A document of which every field has its type."""

    def spelled(self):
        return backups.typed_fields(self.node)


def wrapped(value):
    return [Wrapped(None, None, value, False) if backups.is_whole(value) else UNUSABLE]


def at_path(path, node, special):
    return Found(path, path.rsplit("/", 1)[0], node, False, special=special)


def nested(root, outer=""):
    """The documents below a document, or the root, each before those below it."""
    for name, _, collection in below(root, shapes.NESTED):
        for key, _, value in collection.members:
            path = f"{outer}{name}/{key}"
            if shapes.is_doubtful("nested", value):
                yield Found(path, path.rsplit("/", 1)[0], None, False, is_doubtful=True)
                continue
            if shapes_document(value):
                yield at_path(path, shapes.without(value, shapes.NESTED), tagged)
            yield from nested(value, path + "/")


def bare(root):
    """A collection without a name; its subcollections have no path either."""
    for key, _, value in root.members:
        if shapes.is_doubtful("nested", value):
            yield Found(key, None, None, False, is_doubtful=True)
            continue
        if shapes_document(value):
            yield Found(key, None, shapes.without(value, shapes.NESTED), False, special=tagged)
        for _, _, collection in below(value, shapes.NESTED):
            yield from bare(collection)


def shapes_document(value):
    """Whether it is a document, and not a missing parent."""
    inner = value.first(shapes.NESTED)
    return shapes.without(value, shapes.NESTED).members or not (inner and inner.members)


def below(value, key):
    return value.first(key).members if value.first(key) else []


READERS = {
    "pages": rest_page, "answers": rest_answer, "rest": rest, "nested": nested, "bare": bare,
    "backfire": backfire, "leveldb": leveldb, "wrapped": wrapped,
    "table": table_row,
}


# Plain documents


def is_keyed(value):
    """Whether it is an object of documents, or of collections."""
    keys = exports.EVENT_KEYS
    is_document = any(key in keys and each.kind != "object" for key, _, each in value.members)
    return not is_document and all(each.kind == "object" for _, _, each in value.members)


def keyed(value, collection):
    for key, _, each in value.members:
        inner = each.members
        if collection is None:
            is_collection = inner and all(other.kind == "object" for _, _, other in inner)
            is_collection = is_collection and not is_remainder(each)
        else:
            is_collection = key == collection
            if not is_collection and inner and all(o.kind == "object" for _, _, o in inner):
                continue
        if is_collection:
            for name, _, document in inner:
                yield from member(name, document, key)
        else:
            yield from member(key, each)


def member(key, value, collection=None):
    """A document under its id, and those below it."""
    if not exports.holds_subcollections(value):
        yield plain(value, key, collection)
        return
    if not is_remainder(value):
        yield plain(shapes.without(value, shapes.BELOW), key, collection)
    for path, _, documents in below(value, shapes.BELOW):
        for name, _, document in documents.members:
            yield from member(name, document, path)


def is_remainder(value):
    """Whether only subcollections are left of a document."""
    return exports.holds_subcollections(value) and len(value.members) == 1


def plain(value, key, collection=None):
    if value.kind != "object":
        raise Damaged("not a document", value.start)
    for path_key in ("__name__", "name", "path"):
        text = value.first(path_key).string if is_string(value.first(path_key)) else ""
        if path_key == "name" and "/documents/" not in text:
            continue
        path = path_in(text)
        if path.count("/") % 2 == 1 and "" not in path.split("/"):
            collection = path.rsplit("/", 1)[0]
            break
    identity, full = key, None
    if key is None:
        identity = exports.document_id(value)
        id_key = next((each for each in exports.ID_KEYS if is_id(value, each)), None)
        text = value.first(id_key).string if id_key else ""
        if id_key in ("__name__", "name", "path") and re.match("projects/.*/documents/", text):
            full = text
    else:
        id_key = None
        said = value.first("__name__")
        if is_string(said) and said.string.rsplit("/", 1)[-1] == key:
            id_key = "__name__"
            full = said.string if re.match("projects/.*/documents/", said.string) else None
    special = printed if key is None and is_printed(value) else untagged
    short = f"{collection}/{identity}" if collection and identity is not None else identity
    where = collection if identity is not None else None
    is_misnamed = "/" in (identity or "")
    return Found(
        full or short, where, value, False, id_key, special=special, is_misnamed=is_misnamed)


def is_printed(value):
    """Whether it begins with the name that `read-export --plain` prints."""
    first = value.members[0] if value.members else None
    return bool(first) and first[0] == "__name__" and is_string(first[2])


def is_id(value, key):
    node = value.first(key)
    return is_string(node) and node.string and (key != "name" or "/documents/" in node.string)


def is_string(node):
    return node is not None and node.kind == "string"


# The tool's answer


def lines(content, is_plain=False, collection=None, counts=False):
    """The standard output, and the number of documents that cannot be printed."""
    found, result = read(content, collection), []
    rejects = sum(each.is_doubtful for each in found)
    found = [each for each in found if not each.is_doubtful]
    if counts:
        tally = Counter(pattern(each.collection) for each in found)
        named = sorted((key for key in tally if key is not None), key=str.encode)
        for key in named + [key for key in tally if key is None]:
            name = quoted(key) if key else "null"
            result.append(f'{{"schema_version":1,"collection":{name},"documents":{tally[key]}}}')
    else:
        for each in found:
            try:
                result.append(each.plain() if is_plain else each.typed())
            except Unfit:
                rejects += 1
    return "".join(line + "\n" for line in result).encode(), rejects


def pattern(path):
    """The collection's path with `*` for the documents on it."""
    parts = path.split("/") if path else None
    return "/".join("*" if at % 2 else part for at, part in enumerate(parts)) if parts else None
