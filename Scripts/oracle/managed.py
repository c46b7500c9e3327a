"""Managed exports, read and written by Google's own message definitions.

The documents of a managed Firestore export are `EntityProto` messages of the Datastore API, version 3.
Google publishes them on PyPI in `appengine-python-standard`, as
`google.appengine.datastore.entity_bytes_pb2`; `pip install --no-deps -r Scripts/requirements.txt`
brings it. The log around them is LevelDB's (`doc/log_format.md`); no definition of an export's
metadata is published, so that those few fields are spelled out here.
"""

import json
import struct
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from google.appengine.datastore import entity_bytes_pb2

BLOCK = 32768
HEADER = struct.Struct("<IHB")
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

try:
    from google_crc32c import value as crc32c
except ImportError:

    def _table():
        for byte in range(256):
            for _ in range(8):
                byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
            yield byte

    TABLE = list(_table())

    def crc32c(content):
        value = 0xFFFFFFFF
        for byte in content:
            value = TABLE[(value ^ byte) & 0xFF] ^ value >> 8
        return value ^ 0xFFFFFFFF


class Damaged(Exception):
    """A log that is not one."""


# The log.


def stored_checksum(kind, payload):
    value = crc32c(bytes([kind]) + payload)
    return ((value >> 15 | value << 17) + 0xA282EAD8) & 0xFFFFFFFF


def frame(payloads, padded=False):
    """The bytes of a log of these records, piece by piece."""
    offset = 0
    for payload in payloads:
        start, is_first = 0, True
        while True:
            left = BLOCK - offset % BLOCK
            if left < HEADER.size:
                yield bytes(left)
                offset += left
                left = BLOCK
            part = payload[start : start + left - HEADER.size]
            start += len(part)
            is_last = start == len(payload)
            kind = (FULL if is_last else FIRST) if is_first else (LAST if is_last else MIDDLE)
            yield HEADER.pack(stored_checksum(kind, part), len(part), kind) + part
            offset += HEADER.size + len(part)
            is_first = False
            if is_last:
                break
    if padded and offset % BLOCK:
        yield bytes(BLOCK - offset % BLOCK)


def records(content):
    """The records of a log; raises Damaged."""
    offset, parts = 0, None
    while offset < len(content):
        left = BLOCK - offset % BLOCK
        block = content[offset : offset + left]
        if left < HEADER.size or block.count(0) == left == len(block):
            if block.count(0) != left:
                raise Damaged(f"byte {offset}: what fills a block up is not zero")
            offset += left
            continue
        if len(block) < HEADER.size:
            raise Damaged(f"byte {offset}: a header is cut short")
        checksum, count, kind = HEADER.unpack_from(block)
        part = block[HEADER.size : HEADER.size + count]
        if len(part) != count:
            raise Damaged(f"byte {offset}: a record is cut short")
        if stored_checksum(kind, part) != checksum:
            raise Damaged(f"byte {offset}: a checksum does not match")
        if (kind in (FULL, FIRST)) != (parts is None) or kind not in (FULL, FIRST, MIDDLE, LAST):
            raise Damaged(f"byte {offset}: a fragment of type {kind} does not belong here")
        parts = (parts or []) + [part]
        if kind in (FULL, LAST):
            yield b"".join(parts)
            parts = None
        offset += HEADER.size + count
    if parts is not None:
        raise Damaged(f"byte {offset}: the last record has no end")


# Documents.


def parsed(payload):
    return entity_bytes_pb2.EntityProto.FromString(payload)


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
    """The values of the field `rating`."""
    every = [*entity.property, *entity.raw_property]
    return [each.value for each in every if each.name == "rating"]


def event_entity(project, event):
    """The document of an event: a dictionary of its id and its fields."""
    entity = entity_bytes_pb2.EntityProto()
    entity.key.app = f"s~{project}"
    for path in (entity.key.path, entity.entity_group):
        element = path.element.add()
        element.type, element.name = "rating_events", event["id"]
    for field in sorted(event.keys() - {"id"}):
        added = entity.raw_property.add(name=field, multiple=False)
        value = event[field]
        if field == "timestamp":
            added.meaning = entity_bytes_pb2.Property.GD_WHEN
            # Only a whole count of microseconds is exact.
            moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
            added.value.int64Value = (moment - EPOCH) // timedelta(microseconds=1)
        elif isinstance(value, int):
            added.value.int64Value = value
        else:
            added.value.stringValue = value.encode()
    return entity


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


@dataclass
class Fields:
    """The fields of a message, in order; only numbers and what has a length."""

    pairs: list

    @classmethod
    def of(cls, content):
        pairs, offset = [], 0

        def number():
            nonlocal offset
            value = shift = 0
            while True:
                byte = content[offset]
                offset += 1
                value |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    return value

        while offset < len(content):
            tag = number()
            value = number()
            if tag & 7 == 2:
                start, offset = offset, offset + value
                value = content[start:offset]
            elif tag & 7:
                raise ValueError(f"a field is encoded as {tag & 7}")
            pairs.append((tag >> 3, value))
        return cls(pairs)

    def all(self, number):
        return [value for key, value in self.pairs if key == number]


def kind_metadata(export, kind, shards, start, end):
    moment = field(1, export.encode()) + field(2, start) + field(3, end)
    names = b"".join(field(2, shard.encode()) for shard in shards)
    return field(1, moment) + field(2, field(1, b"__all__") + names + field(3, field(1, kind)))


def overall_metadata(path, document_count, byte_count):
    entry = field(1, field(1, 2) + field(3, 3)) + field(2, path.encode())
    entry += field(3, document_count) + field(4, byte_count)
    return b"".join(frame([b"3", field(1, entry)]))


# What Firestore makes of a document.


def double(number):
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    return number


def typed_value(meaning, value):
    import base64

    kinds = [each.name for each, _ in value.ListFields()]
    if not kinds:
        return {"arrayValue": {}} if meaning == 24 else {"nullValue": None}
    if kinds == ["int64Value"]:
        if meaning != 7:
            return {"integerValue": str(value.int64Value)}
        moment = EPOCH + timedelta(microseconds=value.int64Value)
        text = moment.strftime("%Y-%m-%dT%H:%M:%S")
        micros = moment.microsecond
        digits = "" if not micros else f".{micros:06d}" if micros % 1000 else f".{micros // 1000:03d}"
        return {"timestampValue": f"{text}{digits}Z"}
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
