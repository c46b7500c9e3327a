"""Managed exports, read and written by Google's own message definitions.

The documents of a managed Firestore export are `EntityProto` messages of the Datastore API,
version 3. Google publishes them on PyPI in `appengine-python-standard`, as
`google.appengine.datastore.entity_bytes_pb2`; `pip install --no-deps -r Scripts/requirements.txt`
brings it. No definition of an export's metadata is published, so that those few fields have their
numbers here.
"""

import base64
import json
from datetime import datetime, timedelta, timezone

from google.appengine.datastore import entity_bytes_pb2
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from .logs import Damaged, frame

MAP = 19  # the meaning of a value that is a map
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# Documents.


def parsed(payload):
    try:
        return entity_bytes_pb2.EntityProto.FromString(payload)
    except DecodeError as error:
        raise Damaged(f"a record is no entity: {error}") from error


def document_name(app, database, elements):
    path = []
    for element in elements:
        is_number = element.HasField("id")
        path += [element.type, f"__id{element.id}__" if is_number else element.name]
    project = app.split("~", 1)[-1]
    return f"projects/{project}/databases/{database or '(default)'}/documents/{'/'.join(path)}"


def name(entity):
    return document_name(entity.key.app, entity.key.database_id, entity.key.path.element)


def collection(entity):
    """The path of the collections that the document is in."""
    return "/".join(element.type for element in entity.key.path.element)


def rating_values(entity):
    """The values of the field `rating`; none of an array."""
    every = [*entity.property, *entity.raw_property]
    return [each.value for each in every if each.name == "rating" and not each.multiple]


def entity(app, path, fields):
    """A document of a path of collections and ids, with fields of plain values."""
    made = entity_bytes_pb2.EntityProto()
    made.key.app = app
    for place in range(0, len(path), 2):
        element = made.key.path.element.add()
        element.type, element.name = path[place : place + 2]
    group = made.entity_group.element.add()
    group.type, group.name = path[:2]
    for field in sorted(fields):
        add_field(made, field, fields[field])
    return made


def add_field(made, name, value):
    if isinstance(value, list):
        for each in value:
            add_field(made, name, each)
            made.raw_property[-1].multiple = True
        return
    added = made.raw_property.add(name=name, multiple=False)
    # Of a null, nothing stands in the value.
    added.value.SetInParent()
    if value is None:
        return
    if isinstance(value, bool):
        added.value.booleanValue = value
    elif isinstance(value, int):
        added.value.int64Value = value
    elif isinstance(value, float):
        added.value.doubleValue = value
    elif isinstance(value, dict):
        added.meaning = MAP
        added.value.stringValue = map_entity(value).SerializePartialToString()
    elif isinstance(value, datetime):
        added.meaning = entity_bytes_pb2.Property.GD_WHEN
        # Only a whole count of microseconds is exact.
        added.value.int64Value = (value - EPOCH) // timedelta(microseconds=1)
    else:
        added.value.stringValue = value.encode()


def map_entity(fields):
    """The message of a map: its key has no path."""
    made = entity_bytes_pb2.EntityProto()
    made.key.app = ""
    made.key.path.SetInParent()
    made.entity_group.SetInParent()
    for field in sorted(fields):
        add_field(made, field, fields[field])
    return made


def event_entity(app, identity, fields):
    if "timestamp" in fields:
        fields = {**fields, "timestamp": datetime.fromisoformat(fields["timestamp"])}
    return entity(app, ["rating_events", identity], fields)


# Metadata.


def varint(number):
    pieces = []
    while number > 0x7F:
        pieces.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*pieces, number])


def field(number, value):
    """A field of a message: a number, or what has a length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def values(message, number):
    """The values of a field; only numbers and what has a length."""
    try:
        fields = list(UnknownFieldSet(Empty.FromString(message)))
    except DecodeError as error:
        raise Damaged(f"metadata are no message: {error}") from error
    if odd := {each.wire_type for each in fields} - {0, 2}:
        raise ValueError(f"a field is encoded as {min(odd)}")
    return [each.data for each in fields if each.field_number == number]


def part_metadata(export, kind, shards, start, end):
    """The metadata of a part: of one collection, or of everything where that is None."""
    moment = field(1, export.encode()) + field(2, start) + field(3, end)
    names = b"".join(field(2, shard.encode()) for shard in shards)
    if kind is None:
        return field(1, moment) + field(2, field(1, b"") + names)
    about = field(3, field(1, kind.encode()))
    return field(1, moment) + field(2, field(1, b"__all__") + names + about)


def overall_metadata(parts):
    """The metadata of the whole, from each part's path, documents and bytes."""
    entries = b""
    for path, document_count, byte_count in parts:
        entry = field(1, field(1, 2) + field(3, 3)) + field(2, path.encode())
        entries += field(1, entry + field(3, document_count) + field(4, byte_count))
    return b"".join(frame([b"3", entries]))


# What Firestore makes of a document.


def double(number):
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    return number


def typed_value(meaning, value):
    kinds = [each.name for each, _ in value.ListFields()]
    if not kinds:
        return {"arrayValue": {}} if meaning == 24 else {"nullValue": None}
    if kinds == ["int64Value"]:
        if meaning != 7:
            return {"integerValue": str(value.int64Value)}
        moment = EPOCH + timedelta(microseconds=value.int64Value)
        text = moment.strftime("%Y-%m-%dT%H:%M:%S")
        digits = f".{moment.microsecond:06d}"
        if digits.endswith("000"):
            digits = digits[:-3]
        return {"timestampValue": f"{text}{digits if moment.microsecond else ''}Z"}
    if kinds == ["booleanValue"]:
        return {"booleanValue": value.booleanValue}
    if kinds == ["doubleValue"]:
        return {"doubleValue": double(value.doubleValue)}
    if kinds == ["pointvalue"]:
        point = value.pointvalue
        return {"geoPointValue": {"latitude": double(point.x), "longitude": double(point.y)}}
    if kinds == ["referencevalue"]:
        reference = value.referencevalue
        elements = reference.pathelement
        return {"referenceValue": document_name(reference.app, reference.database_id, elements)}
    if meaning == 19:
        return {"mapValue": {"fields": typed_fields(parsed(value.stringValue))}}
    if meaning in (14, 16):
        return {"bytesValue": base64.b64encode(value.stringValue).decode()}
    return {"stringValue": value.stringValue.decode()}


def typed_fields(entity):
    fields = {}
    for each in [*entity.property, *entity.raw_property]:
        value = typed_value(each.meaning, each.value)
        if each.multiple:
            fields.setdefault(each.name, {"arrayValue": {"values": []}})
            fields[each.name]["arrayValue"]["values"].append(value)
        else:
            fields[each.name] = value
    return fields


def typed_document(entity):
    """The document as one line of JSON, as the REST API types it."""
    document = {"name": name(entity), "fields": typed_fields(entity)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
