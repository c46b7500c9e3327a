"""Typed values as plain ones, as `read-export --plain` prints them."""

import re

from .strict import NUMBER, Unfit
from .typed import quoted, token

KINDS = {
    "mapValue": ["object"], "arrayValue": ["object"], "geoPointValue": ["object"],
    "integerValue": ["string", "number"], "doubleValue": ["string", "number"],
    "referenceValue": ["string"], "timestampValue": ["string"], "stringValue": ["string"],
    "bytesValue": ["string"], "booleanValue": ["true", "false"], "nullValue": ["null", "string"],
}


def whole(text):
    """A whole number in its shortest spelling."""
    match = NUMBER.fullmatch(text)
    if not match:
        raise Unfit("not an integer")
    sign, front, fraction, exponent = match.groups(default="")
    digits = (front + fraction).lstrip("0")
    places = int(exponent or "0") - len(fraction) + len(digits) - len(digits.rstrip("0"))
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    if places < 0 or places > 19 or not -(2**63) <= int(sign + digits) * 10**places < 2**63:
        raise Unfit("an integer that is no whole number, or too large")
    return str(int(sign + digits) * 10**places)


def double(text):
    """A double, always with a point or an exponent."""
    return text + ".0" if re.fullmatch(r"-?\d+", text) else text


def plain_value(node):
    if node.kind != "object" or len(node.members) != 1:
        raise Unfit("a value without a type, or of two")
    kind, value = node.members[0][0], node.members[0][2]
    if value.kind not in KINDS.get(kind, ()):
        raise Unfit("a malformed value")
    if kind == "mapValue":
        inner = value.first("fields")
        members = [f"{quoted(key)}:{plain_value(each)}" for key, _, each in inner.members] if inner else []
        return "{" + ",".join(members) + "}"
    if kind == "arrayValue":
        inner = value.first("values")
        return "[" + ",".join(map(plain_value, inner.elements if inner else [])) + "]"
    if kind == "integerValue":
        return whole(value.string if value.kind == "string" else token(value))
    if kind == "doubleValue":
        text = value.string if value.kind == "string" else token(value)
        if text in ("NaN", "Infinity", "-Infinity"):
            return quoted(text)
        if not NUMBER.fullmatch(text):
            raise Unfit("a double that is none")
        return double(text)
    if kind == "geoPointValue":
        sides = [value.first(side) for side in ("latitude", "longitude")]
        first, second = [double(token(side)) if side else "0.0" for side in sides]
        return f'{{"latitude":{first},"longitude":{second}}}'
    if kind == "referenceValue":
        return quoted(value.string.split("/documents/", 1)[-1])
    if kind == "nullValue":
        return "null"
    return quoted(value.string) if value.kind == "string" else token(value)
