"""The documented limits of a document's fields, its size, and a request.

See https://firebase.google.com/docs/firestore/quotas. Limits of index entries are not checked.
"""

from collections.abc import Mapping

from .messages import Message
from .names import RESERVED, Name
from .refusals import about, invalid, shown
from .sizes import document_bytes, is_vector_map

MAX_REQUEST_BYTES = 10 * 1024 * 1024
MAX_DOCUMENT_BYTES = 1024 * 1024
MAX_VALUE_BYTES = MAX_DOCUMENT_BYTES - 89
MAX_FIELD_NAME_BYTES = 1500
MAX_DEPTH = 20
MAX_TRANSFORMS = 500
MAX_WRITES = 500
SECONDS = range(-62_135_596_800, 253_402_300_800)  # the years 1 to 9999


def check_request(byte_count: int) -> None:
    if byte_count > MAX_REQUEST_BYTES:
        raise invalid(
            f"request has {byte_count} bytes; the limit is {MAX_REQUEST_BYTES} bytes (10 MiB)")


def check_size(name: Name, fields: Mapping[str, Message]) -> None:
    size = document_bytes(name, fields)
    if size > MAX_DOCUMENT_BYTES:
        raise invalid(
            f"document {shown(name.text)} has {size} bytes; "
            f"the limit is {MAX_DOCUMENT_BYTES} bytes (1 MiB)")


def check_fields(name: Name, fields: Mapping[str, Message]) -> None:
    """Refuses fields that Firestore could not hold, naming the document and the limit."""
    with about(name.text):
        check_map(fields, 0)


def check_map(fields: Mapping[str, Message], depth: int) -> None:
    for field, value in fields.items():
        check_field_name(field)
        check_value(field, value, depth)


def check_field_name(field: str) -> None:
    if not field:
        raise invalid("field name is empty")
    if len(field.encode()) > MAX_FIELD_NAME_BYTES:
        raise invalid(
            f"field name has {len(field.encode())} bytes; "
            f"the limit is {MAX_FIELD_NAME_BYTES} bytes")
    if RESERVED.fullmatch(field):
        raise invalid(f"field name {shown(field)} is reserved (matches '__.*__')")


def check_value(field: str, value: Message, depth: int) -> None:
    kind = value.WhichOneof("value_type")
    place = f"field {shown(field)}"
    if kind in ("array_value", "map_value") and depth >= MAX_DEPTH:
        raise invalid(f"{place} is nested too deep; the limit is {MAX_DEPTH} levels")
    if kind == "map_value":
        if not is_vector_map(value.map_value.fields):
            check_map(value.map_value.fields, depth + 1)
    elif kind == "array_value":
        for each in value.array_value.values:
            if each.WhichOneof("value_type") == "array_value":
                raise invalid(f"{place} has an array directly in an array")
            check_value(field, each, depth + 1)
    elif kind in ("string_value", "bytes_value"):
        content = getattr(value, kind)
        count = len(content if isinstance(content, bytes) else content.encode())
        if count > MAX_VALUE_BYTES:
            raise invalid(
                f"{place} has {count} bytes; the limit is {MAX_VALUE_BYTES} bytes (1 MiB − 89)")
    elif kind == "timestamp_value":
        stamp = value.timestamp_value
        if stamp.seconds not in SECONDS or not 0 <= stamp.nanos < 1_000_000_000:
            raise invalid(f"{place} is a time outside the years 1 to 9999")
    elif kind == "geo_point_value":
        point = value.geo_point_value
        if not (-90 <= point.latitude <= 90 and -180 <= point.longitude <= 180):
            raise invalid(f"{place} is not a place on earth")
    elif kind == "reference_value":
        Name.of_document(value.reference_value)
    elif kind not in ("null_value", "boolean_value", "integer_value", "double_value"):
        raise invalid(f"{place} has {f'a value of type {kind}' if kind else 'no value'}")
