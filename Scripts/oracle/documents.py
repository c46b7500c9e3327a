"""What `read-export` prints of an export: plain documents in any shape, or those of the REST API."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Optional

from . import exports
from .scanner import Damaged, Node, scan, skip_space

DEPTH_LIMIT = 20


class Unfit(Exception):
    """A document that Firestore could not hold."""


@dataclass
class Found:
    """A document: its name or what is known of it, its collection, its typed fields as JSON text."""

    name: Optional[str]
    collection: Optional[str]
    node: Optional[Node]
    is_typed: bool
    id_key: Optional[str] = None
    times: tuple = ()

    def fields(self):
        """The typed fields as JSON text."""
        if self.node is None:
            return "{}"
        return compact(self.node) if self.is_typed else typed_map(self.node, self.id_key)

    def typed(self):
        members = [] if self.name is None else [f'"name":{quoted(self.name)}']
        members += [f'"fields":{self.fields()}']
        members += [f'"{key}":{quoted(time)}' for key, time in self.times]
        return "{" + ",".join(members) + "}"

    def plain(self):
        text = self.fields().encode()
        members = [] if self.name is None else [f'"__name__":{quoted(self.name)}']
        members += [
            f"{token(key)}:{plain_value(value)}" for _, key, value in scan(text).members]
        return "{" + ",".join(members) + "}"


def read(content, collection=None):
    """Every document, of that collection where one is named."""
    values, at = [], skip_space(content, 3 if content.startswith(exports.BYTE_ORDER_MARK) else 0)
    while at < len(content):
        values.append(scan(content, at))
        at = skip_space(content, values[-1].end)
    flat = [each for value in values for each in of(value)]
    if flat and any(flat[0].first(key) for key in ("documents", "document", "readTime")):
        found = [each for value in flat for each in rest_answer(value)]
    elif flat and flat[0].first("name") and flat[0].first("fields"):
        found = [rest(value) for value in flat]
    elif len(values) == 1 and values[0].kind == "object" and is_keyed(values[0]):
        found = list(keyed(values[0], collection))
    else:
        found = [plain(value, None) for value in flat]
    wanted = (None, collection)
    return [each for each in found if each and (collection is None or each.collection in wanted)]


def of(value):
    return value.elements if value.kind == "array" else [value]


# The REST API


def rest_answer(value):
    if value.first("documents"):
        return [rest(each) for each in value.first("documents").elements]
    return [rest(value.first("document"))] if value.first("document") else []


def rest(value):
    keys = {key for key, _, _ in value.members}
    if not keys & {"fields", "createTime", "updateTime"}:
        return None
    name = value.first("name").string
    path = name.split("/documents/", 1)[1]
    times = [(key, value.first(key).string) for key in ("createTime", "updateTime") if key in keys]
    return Found(name, path.rsplit("/", 1)[0], value.first("fields"), True, times=tuple(times))


def compact(node):
    """The text of a value without the white space between its parts."""
    if node.kind == "object":
        members = [f"{token(key)}:{compact(value)}" for _, key, value in node.members]
        return "{" + ",".join(members) + "}"
    if node.kind == "array":
        return "[" + ",".join(map(compact, node.elements)) + "]"
    return token(node)


def token(node):
    return node.text.decode()


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
        else:
            is_collection = key == collection
            if not is_collection and inner and all(o.kind == "object" for _, _, o in inner):
                continue
        if is_collection:
            yield from (plain(document, name, key) for name, _, document in inner)
        else:
            yield plain(each, key)


def plain(value, key, collection=None):
    if value.kind != "object":
        raise Damaged("not a document", value.start)
    for path_key in ("__name__", "name", "path"):
        text = value.first(path_key).string if is_string(value.first(path_key)) else ""
        if path_key == "name" and "/documents/" not in text:
            continue
        path = text.split("/documents/", 1)[-1]
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
    short = f"{collection}/{identity}" if collection and identity is not None else identity
    return Found(full or short, collection if identity is not None else None, value, False, id_key)


def is_id(value, key):
    node = value.first(key)
    return is_string(node) and node.string and (key != "name" or "/documents/" in node.string)


def is_string(node):
    return node is not None and node.kind == "string"


def quoted(text):
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def typed_map(node, id_key=None, depth=0):
    if depth > DEPTH_LIMIT:
        raise Unfit("too deep")
    keys = [key for key, _, _ in node.members]
    if len(set(keys)) < len(keys):
        raise Unfit("a field twice")
    return "{" + ",".join(
        f"{quoted(key)}:{typed(value, key if depth == 0 else None, depth)}"
        for key, _, value in node.members
        if key != id_key or value.kind != "string"
    ) + "}"


def typed(node, key, depth):
    is_time = key == "timestamp"
    if node.kind == "string":
        moment = rfc3339(node.string) if is_time else None
        return one("timestampValue", moment) if moment else one("stringValue", node.string)
    if node.kind == "number":
        text = token(node)
        if is_time and float(text) >= 0:
            return one("timestampValue", counted(float(text)))
        if re.fullmatch(r"-?\d+", text) and -(2**63) <= int(text) < 2**63:
            return one("integerValue", str(int(text)))
        if float(text) in (float("inf"), float("-inf")):
            raise Unfit("too large")
        return f'{{"doubleValue":{text}}}'
    if node.kind in ("true", "false"):
        return f'{{"booleanValue":{node.kind}}}'
    if node.kind == "null":
        return '{"nullValue":null}'
    if node.kind == "array":
        if depth >= DEPTH_LIMIT or any(each.kind == "array" for each in node.elements):
            raise Unfit("an array in an array, or too deep")
        values = ",".join(typed(each, None, depth + 1) for each in node.elements)
        return f'{{"arrayValue":{{"values":[{values}]}}}}' if values else '{"arrayValue":{}}'
    moment = stamped(node)
    if moment:
        return one("timestampValue", moment)
    fields = typed_map(node, None, depth + 1)
    return '{"mapValue":{}}' if fields == "{}" else f'{{"mapValue":{{"fields":{fields}}}}}'


def one(kind, text):
    return f"{{{quoted(kind)}:{quoted(text)}}}"


def rfc3339(text):
    shape = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z"
    return text if re.fullmatch(shape, text) else None


def counted(value):
    unit = 1e6 if value >= 1e14 else 1e3 if value >= 1e11 else 1
    return moment(int(value // unit), round((value % unit) / unit * 1e6) * 1000)


def stamped(node):
    if [key for key, _, _ in node.members] == ["__time__"] and is_string(node.first("__time__")):
        return rfc3339(node.first("__time__").string)
    values = {key: token(value) for key, _, value in node.members if value.kind == "number"}
    for mark in ("_", ""):
        if len(node.members) == 2 and set(values) == {mark + "seconds", mark + "nanoseconds"}:
            return moment(int(values[mark + "seconds"]), int(values[mark + "nanoseconds"]))
    return None


def moment(seconds, nanoseconds):
    start = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    digits = f"{nanoseconds:09d}"
    for tail in ("000000000", "000000", "000"):
        if digits.endswith(tail):
            digits = digits[: 9 - len(tail)]
            break
    return start + (f".{digits}" if digits else "") + "Z"


# Values without types


def plain_value(node):
    kind, value = node.members[0][0], node.members[0][2]
    if kind == "mapValue":
        inner = value.first("fields")
        members = [f"{token(key)}:{plain_value(each)}" for _, key, each in inner.members] if inner else []
        return "{" + ",".join(members) + "}"
    if kind == "arrayValue":
        inner = value.first("values")
        return "[" + ",".join(map(plain_value, inner.elements if inner else [])) + "]"
    if kind == "integerValue":
        return str(int(value.string)) if value.kind == "string" else token(value)
    if kind == "doubleValue":
        text = token(value)
        return text + ".0" if re.fullmatch(r"-?\d+", text) else text
    if kind == "geoPointValue":
        sides = [value.first(side) for side in ("latitude", "longitude")]
        first, second = [token(side) if side else "0.0" for side in sides]
        return f'{{"latitude":{first},"longitude":{second}}}'
    if kind == "referenceValue":
        return quoted(value.string.split("/documents/", 1)[-1])
    return token(value)


# The tool's answer


def lines(content, is_plain=False, collection=None, counts=False):
    """What goes to standard output, and how many documents cannot be printed."""
    found, rejects, result = read(content, collection), 0, []
    if counts:
        tally = Counter(pattern(each.collection) for each in found)
        named = sorted((key for key in tally if key is not None), key=str.encode)
        for key in named + [key for key in tally if key is None]:
            result.append(f'{{"collection":{quoted(key) if key else "null"},"documents":{tally[key]}}}')
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
