"""Rows of a table that BigQuery loaded from a managed export: columns are fields, and `__key__` has the
document's path in BigQuery's spelling."""

import re
from dataclasses import replace

from .scanner import Damaged, begins_with, scan
from .typed import is_printed, one, refuse, rfc3339, stamp

OWN = ("__key__", "__error__", "__has_error__")
MOMENT = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) UTC")
STEP = re.compile(r'"(?P<name>[^/]+?)"(?:, (?=.)|$)|(?P<number>-?\d+)(?:, (?=.)|$)', re.DOTALL)


def is_row(first):
    key = first.first("__key__")
    return key is not None and key.kind == "object" and not is_printed(first)


def is_table(content):
    return begins_with(content, is_row)


def path_text(row):
    """The path as spelled, or None, for rows that are not ambiguous."""
    key = row.first("__key__")
    return key and key.first_string("path")


def path_of(row):
    return steps(path_text(row) or "")


def steps(text):
    names, at = [], 0
    while at < len(text):
        match = STEP.match(text, at)
        if not match:
            return None
        names.append(match["name"] or f"__id{int(match['number'])}__")
        at = match.end()
    return "/".join(names) if names and len(names) % 2 == 0 else None


def is_doubtful(row):
    keys, errors = row.all("__key__"), row.all("__has_error__")
    if len(keys) > 1 or len(errors) > 1:
        return True
    if errors and (errors[0].kind == "true" or errors[0].text == b'"true"'):
        return True
    if keys and keys[0].kind not in ("object", "null"):
        return True
    paths = keys[0].all("path") if keys and keys[0].kind == "object" else []
    return len(paths) > 1 or any(each.kind not in ("string", "null") for each in paths)


def is_misnamed(row):
    """Whether the path's spelling is invalid."""
    return path_text(row) is not None and path_of(row) is None


def parent_of(row):
    """The collection of an ambiguous row, or None."""
    if len(row.all("__key__")) > 1:
        return None
    key = row.first("__key__")
    if key is None or key.kind != "object" or len(key.all("path")) != 1:
        return None
    return (path_of(row) or "").rpartition("/")[0] or None


def id_of(row):
    """The name in the key of a row without a path."""
    key = row.first("__key__")
    return key and key.first_string("name") or None


def columns(row):
    return replace(row, members=[each for each in row.members if each[0] not in OWN])


def plain(row):
    """The row with plain values; integers are strings there."""
    members = []
    for key, name, value in columns(row).members:
        if key == "rating":
            value = number(value)
        elif key == "joke_id" and provided(value):
            kind, inner = provided(value)
            value = inner if kind == "string" else number(value)
        members.append((key, name, value))
    return replace(row, members=members)


def provided(value):
    """The type and the value that one of several types has, or None."""
    kind = value.first_string("provided")
    inner = kind is not None and value.first(kind)
    return (kind, inner) if inner else None


def number(value):
    """A rating: the whole number in a string that is not typed as one."""
    found = provided(value)
    if found and found[0] == "string":
        return found[1]
    value = found[1] if found else value
    if value.kind != "string":
        return value
    try:
        inner = scan(value.text[1:-1])
    except Damaged:
        return value
    is_whole = inner.kind == "number" and inner.end == len(value.text) - 2
    is_whole = is_whole and float(inner.text).is_integer() and abs(int(float(inner.text))) < 2**63
    return replace(inner, start=value.start + 1, end=value.end - 1) if is_whole else value


def special(node, path):
    """A column's value of a type that JSON lacks."""
    if node.kind == "string":
        whole = number(node) if path == ("rating",) else node
        if whole.kind == "number":
            return one("integerValue", str(int(float(whole.text))))
        return moment(node.string)
    if node.kind != "object":
        return None
    found = provided(node)
    if found:
        return chosen(*found)
    names = {key for key, _, _ in node.members}
    path = node.first_string("path")
    if {"kind", "app"} <= names and path is not None:
        where = every_step(path)
        return one("referenceValue", where) if where else None
    return place(node) if names == {"lat", "long"} else None


def every_step(text):
    """A path of any length."""
    return steps(text) or (steps(text + ', "x"') or "").removesuffix("/x") or None


def chosen(kind, value):
    match kind, value.kind:
        case "integer", "string" | "number":
            whole = number(value)
            return one("integerValue", whole.text.decode()) if whole.kind == "number" else refuse()
        case "float", "number":
            return f'{{"doubleValue":{value.text.decode()}}}'
        case "boolean", "true" | "false":
            return f'{{"booleanValue":{value.kind}}}'
        case "integer" | "float" | "boolean", _:
            return refuse()
        case _, "string":
            return moment(value.string) or one("stringValue", value.string)
    return refuse()


def place(node):
    pair = [node.first(key) for key in ("lat", "long")]
    if any(each.kind != "number" for each in pair):
        return None
    at = [float(each.text) for each in pair]
    if abs(at[0]) > 90 or abs(at[1]) > 180:
        return None
    return f'{{"geoPointValue":{{"latitude":{at[0]},"longitude":{at[1]}}}}}'


def moment(text):
    match = MOMENT.fullmatch(text)
    return stamp(rfc3339(f"{match[1]}T{match[2]}Z")) if match else None
