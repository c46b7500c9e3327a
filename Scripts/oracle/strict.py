"""What Firestore can hold: typed values, the names of fields and documents, moments."""

import base64
import binascii
import re
from datetime import datetime, timedelta

DEPTH = 20
NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,9})?"
    r"(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))")
FULL = re.compile(r"projects/[^/]+/databases/[^/]+/documents/(.+)", re.DOTALL)
PLACE = {"latitude": 90, "longitude": 180}


class Unfit(Exception):
    """A document that Firestore could not hold."""


def check_fields(node, depth=0):
    """Refuses an object of typed fields, a document's or a map's."""
    if depth > DEPTH:
        raise Unfit("too deep")
    keys = [key for key, _, _ in node.members]
    if len(set(keys)) < len(keys):
        raise Unfit("a field twice")
    for key in keys:
        if not 0 < len(key.encode()) <= 1500 or (depth == 0 and is_reserved(key)):
            raise Unfit("a name that no field has")
    for _, _, value in node.members:
        check_value(value, depth)


def check_value(node, depth):
    if node.kind != "object" or len(node.members) != 1:
        raise Unfit("a value without a type, or of two")
    kind, _, value = node.members[0]
    if not CHECKS.get(kind, lambda *_: False)(value, depth + 1):
        raise Unfit(f"a malformed {kind}")


def check_map(value, depth):
    inner = only(value, "fields", "object")
    if inner:
        check_fields(inner, depth)
    return value.kind == "object" and depth <= DEPTH


def check_array(value, depth):
    inner = only(value, "values", "array")
    for each in inner.elements if inner else []:
        if [key for key, _, _ in each.members] == ["arrayValue"]:
            raise Unfit("an array in an array")
        if depth > DEPTH:
            raise Unfit("too deep")
        check_value(each, depth)
    return value.kind == "object" and depth <= DEPTH


def only(node, name, kind):
    """The one member that a map or an array may have, or None."""
    if not node.members:
        return None
    if len(node.members) > 1 or node.members[0][0] != name or node.members[0][2].kind != kind:
        raise Unfit("a malformed map or array")
    return node.members[0][2]


def check_place(value, _):
    keys = [key for key, _, _ in value.members]
    return value.kind == "object" and len(set(keys)) == len(keys) and all(
        key in PLACE and each.kind == "number" and abs(float(each.text)) <= PLACE[key]
        for key, _, each in value.members)


def spelled(value):
    """A number or the raw content of a string; None for anything else."""
    text = value.text.decode()
    return text[1:-1] if value.kind == "string" else text if value.kind == "number" else None


def integer(text):
    """The integer that a number means, whatever its spelling, or None."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    sign, front, fraction, exponent = match.groups(default="")
    digits = (front + fraction).lstrip("0")
    places = int(exponent or "0") - len(fraction) + len(digits) - len(digits.rstrip("0"))
    if not digits:
        return 0
    number = int(sign + digits.rstrip("0")) * 10**places if 0 <= places <= 19 else 2**63
    return number if -(2**63) <= number < 2**63 else None


def is_double(value, _):
    text = spelled(value)
    if text is None:
        return False
    if NUMBER.fullmatch(text):
        return abs(float(text)) != float("inf")
    return value.kind == "string" and text in ("NaN", "Infinity", "-Infinity")


def is_time(text):
    """Whether this is a timestamp of the API."""
    match = TIME.fullmatch(text)
    if not match:
        return False
    day, time, sign, hours, minutes = match.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{time}")
        away = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        moment + away if sign == "-" else moment - away
    except (ValueError, OverflowError):
        return False
    return True


def is_base64(text):
    """Whether this is base64: either alphabet, padded or not, without leftover bits."""
    if re.search("[-_]", text) and re.search("[+/]", text):
        return False
    standard = text.replace("-", "+").replace("_", "/")
    if not standard.endswith("="):
        standard += "=" * (-len(standard) % 4)
    try:
        return base64.b64encode(base64.b64decode(standard, validate=True)).decode() == standard
    except (binascii.Error, ValueError):
        return False


def is_text(check):
    return lambda value, _: value.kind == "string" and check(value.string)


CHECKS = {
    "mapValue": check_map, "arrayValue": check_array, "geoPointValue": check_place,
    "integerValue": lambda value, _: integer(spelled(value) or "") is not None, "doubleValue": is_double,
    "timestampValue": is_text(is_time), "bytesValue": is_text(is_base64),
    "referenceValue": is_text(lambda text: "/" in text and is_name(text)), "stringValue": is_text(lambda _: True),
    "booleanValue": lambda value, _: value.kind in ("true", "false"),
    "nullValue": lambda value, _: value.kind == "null" or (
        value.kind == "string" and value.string == "NULL_VALUE"),
}


def is_reserved(name):
    return len(name.encode()) >= 4 and name.startswith("__") and name.endswith("__")


def is_name(text):
    """Whether a document may have this full name, path or id."""
    full = FULL.fullmatch(text)
    path = (full[1] if full else text).split("/")
    if len(path) % 2 and (len(path) > 1 or full):
        return False
    return len(text.encode()) <= 6144 and all(
        is_segment(each, at % 2 == 1 or len(path) == 1) for at, each in enumerate(path))


def is_path(text):
    """Whether it can be the name or path of a document."""
    steps = path_in(text).split("/")
    return len(steps) % 2 == 0 and "" not in steps


def path_in(name):
    """The path that a full name ends in; anything else is a path."""
    match = FULL.fullmatch(name)
    return match[1] if match else name


def is_segment(text, is_id):
    if not 0 < len(text.encode()) <= 1500 or text in (".", ".."):
        return False
    numbered = re.fullmatch(r"__id(0|-?[1-9][0-9]*)__", text)
    return not is_reserved(text) or bool(
        is_id and numbered and -(2**63) <= int(numbered[1]) < 2**63)
