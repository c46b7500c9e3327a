"""Paths of fields, such as a.`b c`.d, and the fields that they lead to."""

import re
from collections.abc import Iterable
from typing import Any

from .limits import MAX_FIELD_NAME_BYTES, check_field_name
from .messages import Document, Message
from .refusals import invalid, shown

FieldPath = tuple[str, ...]
PART = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)|`((?:[^`\\]|\\.)+)`", re.DOTALL)


def parsed(text: str) -> FieldPath:
    """Takes a path apart; a part that is no identifier stands in backquotes."""
    parts, offset = [], 0
    while True:
        match = PART.match(text, offset)
        if not match:
            raise invalid(f"field path {shown(text)} is malformed at character {offset + 1}")
        parts.append(match[1] or re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL))
        check_field_name(parts[-1])
        offset = match.end()
        if offset == len(text):
            break
        if text[offset] != ".":
            raise invalid(f"field path {shown(text)} is malformed at character {offset + 1}")
        offset += 1
    if sum(len(part.encode()) for part in parts) + len(parts) - 1 > MAX_FIELD_NAME_BYTES:
        raise invalid(
            f"field path {shown(text)} is longer than the limit of {MAX_FIELD_NAME_BYTES} bytes")
    return tuple(parts)


def mask_paths(mask: Message) -> list[FieldPath]:
    """The paths of a mask; none may lead into another."""
    paths = sorted(map(parsed, mask.field_paths))
    for path, next_path in zip(paths, paths[1:]):
        if path == next_path[: len(path)]:
            raise invalid(
                f"field paths {shown('.'.join(path))} and {shown('.'.join(next_path))} conflict")
    return paths


def find(fields: Any, path: FieldPath) -> Message | None:
    for part in path[:-1]:
        if part not in fields or fields[part].WhichOneof("value_type") != "map_value":
            return None
        fields = fields[part].map_value.fields
    return fields[path[-1]] if path[-1] in fields else None


def put(fields: Any, path: FieldPath, value: Message) -> None:
    """Sets the value at a path; what is no map on the way becomes one."""
    for part in path[:-1]:
        if fields[part].WhichOneof("value_type") != "map_value":
            fields[part].Clear()
            fields[part].map_value.SetInParent()
        fields = fields[part].map_value.fields
    fields[path[-1]].CopyFrom(value)


def remove(fields: Any, path: FieldPath) -> None:
    for part in path[:-1]:
        if part not in fields or fields[part].WhichOneof("value_type") != "map_value":
            return
        fields = fields[part].map_value.fields
    fields.pop(path[-1], None)


def only(document: Message, paths: Iterable[FieldPath]) -> Message:
    """A document with the fields of a mask."""
    made = Document(name=document.name)
    made.create_time.CopyFrom(document.create_time)
    made.update_time.CopyFrom(document.update_time)
    for path in paths:
        value = find(document.fields, path)
        if value is not None:
            put(made.fields, path, value)
    return made
