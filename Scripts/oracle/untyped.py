"""Typed values, which have been checked, as the plain ones that `read-export --plain` prints."""

import re

from .strict import integer, spelled
from .typed import quoted, token


def double(text):
    """A double, always with a point or an exponent."""
    return text + ".0" if re.fullmatch(r"-?\d+", text) else text


def plain_value(node):
    ((kind, _, value),) = node.members
    if kind == "mapValue":
        inner = value.first("fields")
        members = [f"{quoted(key)}:{plain_value(each)}" for key, _, each in inner.members] if inner else []
        return "{" + ",".join(members) + "}"
    if kind == "arrayValue":
        inner = value.first("values")
        return "[" + ",".join(map(plain_value, inner.elements if inner else [])) + "]"
    if kind == "integerValue":
        return str(integer(spelled(value)))
    if kind == "doubleValue":
        text = spelled(value)
        return quoted(text) if text in ("NaN", "Infinity", "-Infinity") else double(text)
    if kind == "geoPointValue":
        sides = [value.first(side) for side in ("latitude", "longitude")]
        first, second = [double(token(side)) if side else "0.0" for side in sides]
        return f'{{"latitude":{first},"longitude":{second}}}'
    if kind == "referenceValue":
        return quoted(value.string.split("/documents/", 1)[-1])
    if kind == "nullValue":
        return "null"
    return quoted(value.string) if value.kind == "string" else token(value)
