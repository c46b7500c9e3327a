"""Plain values with Firestore's types, by the conventions of each exporter."""

import json
import re
from datetime import datetime, timezone

from .scanner import Damaged, scan
from .strict import Unfit, is_time

DEPTH_LIMIT = 20


def quoted(text):
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def token(node):
    return node.text.decode()


def compact(node):
    """The text of a value without the white space between its parts."""
    if node.kind == "object":
        return "{" + ",".join(f"{token(key)}:{compact(value)}" for _, key, value in node.members) + "}"
    if node.kind == "array":
        return "[" + ",".join(map(compact, node.elements)) + "]"
    return token(node)


def typed_map(node, special, id_key=None, path=(), depth=0):
    if depth > DEPTH_LIMIT:
        raise Unfit("too deep")
    keys = [key for key, _, _ in node.members]
    if len(set(keys)) < len(keys):
        raise Unfit("a field twice")
    return "{" + ",".join(
        f"{quoted(key)}:{typed(value, special, (*path, key), depth)}"
        for key, _, value in node.members
        if key != id_key or value.kind != "string"
    ) + "}"


def typed(node, special, path, depth):
    found = special(node, path)
    if found:
        return found
    if node.kind == "string":
        return one("stringValue", node.string)
    if node.kind == "number":
        text = token(node)
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
        values = ",".join(
            typed(each, special, (*path, str(at)), depth + 1)
            for at, each in enumerate(node.elements))
        return f'{{"arrayValue":{{"values":[{values}]}}}}' if values else '{"arrayValue":{}}'
    fields = typed_map(node, special, None, path, depth + 1)
    return '{"mapValue":{}}' if fields == "{}" else f'{{"mapValue":{{"fields":{fields}}}}}'


# Conventions: the typed value that a plain one stands for, or None


def untagged(node, path):
    is_moment = path == ("timestamp",)
    if node.kind == "string":
        return printed(node, path) or stamp(said_in_string(node.string))
    if node.kind == "number" and is_moment and float(token(node)) >= 0:
        return stamp(counted(float(token(node))))
    if node.kind != "object":
        return None
    if [key for key, _, _ in node.members] == ["__time__"]:
        inner = node.first("__time__")
        return stamp(rfc3339(inner.string)) if inner.kind == "string" else None
    return stamp(seconds(node, "_") or seconds(node, "")) or place(node)


def is_printed(value):
    """Whether it begins with the name that `read-export --plain` prints."""
    key, _, name = value.members[0] if value.members else (None, None, None)
    return key == "__name__" and name.kind == "string"


def printed(node, path):
    """The output of `read-export --plain`: values are not interpreted, except one."""
    is_moment = path == ("timestamp",) and node.kind == "string" and is_time(node.string)
    return stamp(node.string) if is_moment else None


def tagged(node, path):
    """node-firestore-import-export: `{"__datatype__":NAME,"value":…}`."""
    if node.kind != "object" or {key for key, _, _ in node.members} != {"__datatype__", "value"}:
        return None
    value, found = node.first("value"), None
    match node.first("__datatype__").string:
        case "timestamp":
            is_text = value.kind == "string"
            found = stamp(rfc3339(value.string) if is_text else seconds(value, "_"))
        case "geopoint":
            found = place(value)
        case "documentReference":
            found = one("referenceValue", value.string)
    return found or refuse()


def refuse():
    raise Unfit("a value that is not what it is said to be")


def listed(document):
    """firestore-backfire: lists of paths beside the data."""
    lists = {
        key: {each.string for each in document.first(key).elements}
        for key in ("timestamps", "geopoints", "documents")
        if document.first(key) and document.first(key).kind == "array"
    }

    def special(node, path):
        name = ".".join(path)
        if node.kind != "object":
            return None
        if name in lists.get("timestamps", ()):
            return stamp(seconds(node, "_")) or refuse()
        if name in lists.get("geopoints", ()):
            return place(node) or refuse()
        if name in lists.get("documents", ()):
            steps = node.first("_path").first("segments").elements
            return one("referenceValue", "/".join(each.string for each in steps))
        return None

    return special


def said_in_string(text):
    """firestore-migrator: a string of an object with a type and data."""
    try:
        node = scan(text.encode())
    except Damaged:
        return None
    if node.kind != "object" or node.end != len(text.encode()) or len(node.members) != 2:
        return None
    data = node.first_string("data")
    return rfc3339(data) if data is not None and node.first_string("type") == "timestamp" else None


def stamp(found):
    return one("timestampValue", found) if found else None


def numbers(node, names):
    """The spellings of an object's only two members, numbers, or None."""
    values = {key: token(value) for key, _, value in node.members if value.kind == "number"}
    if len(node.members) == 2 and set(values) == set(names):
        return [values[name] for name in names]
    return None


def seconds(node, mark):
    pair = numbers(node, (mark + "seconds", mark + "nanoseconds"))
    return moment(int(pair[0]), int(pair[1])) if pair else None


def place(node):
    pair = numbers(node, ("_latitude", "_longitude"))
    if not pair or abs(float(pair[0])) > 90 or abs(float(pair[1])) > 180:
        return None
    return f'{{"geoPointValue":{{"latitude":{pair[0]},"longitude":{pair[1]}}}}}'


def one(kind, text):
    return f"{{{quoted(kind)}:{quoted(text)}}}"


def rfc3339(text):
    """A timestamp with 0, 3, 6 or 9 fraction digits, as the API prints it, or None."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z", text)
    if not match:
        return None
    digits = (match[2] or "").ljust(9, "0")
    while digits.endswith("000"):
        digits = digits[:-3]
    return match[1] + (f".{digits}" if digits else "") + "Z"


def counted(value):
    unit = 1e6 if value >= 1e14 else 1e3 if value >= 1e11 else 1
    return moment(int(value // unit), round((value % unit) / unit * 1e6) * 1000)


def moment(seconds, nanoseconds):
    start = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
    digits = f"{nanoseconds:09d}"
    for tail in ("000000000", "000000", "000"):
        if digits.endswith(tail):
            digits = digits[: 9 - len(tail)]
            break
    return start + (f".{digits}" if digits else "") + "Z"
