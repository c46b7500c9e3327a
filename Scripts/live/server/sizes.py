"""The size of a document (https://firebase.google.com/docs/firestore/storage-size)."""

from collections.abc import Mapping

from .messages import Message
from .names import Name

FIXED = {
    "null_value": 1, "boolean_value": 1, "integer_value": 8, "double_value": 8,
    "timestamp_value": 8, "geo_point_value": 16,
}
EXTRA = 32


def document_bytes(name: Name, fields: Mapping[str, Message]) -> int:
    return name.byte_count + map_bytes(fields)


def map_bytes(fields: Mapping[str, Message]) -> int:
    """The size of a map: “the same way as document size”, so with 32 bytes more, too."""
    return EXTRA + sum(
        len(field.encode()) + 1 + value_bytes(value) for field, value in fields.items())


def value_bytes(value: Message) -> int:
    kind = value.WhichOneof("value_type")
    if kind == "string_value":
        return len(value.string_value.encode()) + 1
    if kind == "bytes_value":
        return len(value.bytes_value)
    if kind == "reference_value":
        return Name.of(value.reference_value).byte_count
    if kind == "array_value":
        return sum(map(value_bytes, value.array_value.values))
    if kind == "map_value":
        fields = value.map_value.fields
        is_vector = is_vector_map(fields)
        return value_bytes(fields["value"]) if is_vector else map_bytes(fields)
    return FIXED[kind]


def is_vector_map(fields: Mapping[str, Message]) -> bool:
    """Whether a map stands for a vector, which has a field of a reserved name."""
    return (
        set(fields) == {"__type__", "value"}
        and fields["__type__"].string_value == "__vector__"
        and all(
            each.WhichOneof("value_type") == "double_value"
            for each in fields["value"].array_value.values)
    )
