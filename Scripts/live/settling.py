"""Decides from a document as it is now what became of a write whose fate is unknown."""

import re
from typing import Any, Optional

# A write is still to be done, is done, or its document is neither as before nor as after it.
PENDING, DONE, CHANGED = "pending", "done", "changed"
# The types whose values a plain export spells as others, and not always in full.
NOT_IN_JSON = ("timestamp_value", "bytes_value", "reference_value", "geo_point_value")
STEP = re.compile(r"`((?:[^`\\]|\\.)*)`|([^.`]+)")


def state_of(write: Any, back: Any, document: Optional[Any]) -> str:
    """Whether a write is pending, done, or overtaken; `back` is the write that takes it back."""
    condition = write.current_document
    condition_type = condition.WhichOneof("condition_type")
    if condition_type is None:
        # It takes effect whatever there is, however often it is sent.
        return PENDING
    if document is not None and condition_type == "update_time":
        if document.update_time == condition.update_time:
            return PENDING
    if write.delete:
        if document is None:
            return DONE
        is_as_exported = condition_type == "exists" and are_alike(document.fields, back.update.fields)
        return PENDING if is_as_exported else CHANGED
    if condition_type == "exists" and not condition.exists:
        if document is None:
            return PENDING
        return DONE if is_same(document.fields, write.update.fields) else CHANGED
    if document is None:
        return CHANGED
    if has(document, write):
        return DONE
    # Without an update time, the old values show that the document is unchanged.
    return PENDING if condition_type == "exists" and has(document, back) else CHANGED


def has(document: Any, write: Any) -> bool:
    """Whether a document has the values that an update gives it."""
    if not write.HasField("update_mask"):
        return is_same(document.fields, write.update.fields)
    return all(
        is_value(value_at(document.fields, path), value_at(write.update.fields, path))
        for path in map(steps, write.update_mask.field_paths))


def others(document: Any, write: Any) -> dict[str, bytes]:
    """The fields that an update leaves as they are, spelled."""
    paths = [*write.update_mask.field_paths, *(each.field_path for each in write.update_transforms)]
    changed = {steps(path)[0] for path in paths}
    return {key: spelled(value) for key, value in document.fields.items() if key not in changed}


def are_alike(now: Any, exported: Any) -> bool:
    """Whether a map of fields may be what an export has, also a plain one, which may lose types."""
    return now.keys() == exported.keys() and all(is_alike(now[key], exported[key]) for key in now)


def is_alike(now: Any, exported: Any) -> bool:
    kind = now.WhichOneof("value_type")
    if kind in NOT_IN_JSON:
        return True
    if kind == "map_value":
        return are_alike(now.map_value.fields, exported.map_value.fields)
    if kind == "array_value":
        values = now.array_value.values, exported.array_value.values
        return len(values[0]) == len(values[1]) and all(map(is_alike, *values))
    return is_value(now, exported)


def steps(path: str) -> list[str]:
    """The names in a field path; those with other characters stand in backquotes."""
    return [re.sub(r"\\(.)", r"\1", quoted) if quoted else plain
            for quoted, plain in STEP.findall(path)]


def value_at(fields: Any, path: list[str]) -> Optional[Any]:
    """The value of a field, or None if the field is missing."""
    value = None
    for step in path:
        if step not in fields:
            return None
        value = fields[step]
        fields = value.map_value.fields
    return value


def is_value(one: Optional[Any], other: Optional[Any]) -> bool:
    """Whether two values are equal; 4 and 4.0 are, since a plain export may lose the type."""
    if one is None or other is None:
        return one is other
    numbers = [
        getattr(each, each.WhichOneof("value_type")) for each in (one, other)
        if each.WhichOneof("value_type") in ("integer_value", "double_value")]
    return len(numbers) == 2 and numbers[0] == numbers[1] or spelled(one) == spelled(other)


def is_same(one: Any, other: Any) -> bool:
    """Whether two maps of fields are equal; NaN equals itself."""
    return one.keys() == other.keys() and all(spelled(one[key]) == spelled(other[key]) for key in one)


def spelled(message: Any) -> bytes:
    """The bytes of a message, the same for the same values."""
    text: bytes = message.SerializeToString(deterministic=True)
    return text
