"""The effect of one write on one document: precondition, update with its mask, transforms."""

from typing import Any

import grpc

from .fieldpaths import find, mask_paths, parsed, put, remove
from .limits import check_fields, check_size
from .messages import Document, Message, Value, WriteResult, microseconds, timestamp
from .names import Name
from .refusals import Refused, about, invalid, short, shown, unsupported


def target(write: Message) -> Name:
    """The document that a write is about; refuses writes that are not supported or malformed."""
    operation = write.WhichOneof("operation")
    if operation == "delete":
        if write.HasField("update_mask") or write.update_transforms:
            raise invalid(f"delete of {shown(write.delete)} has a mask or transforms")
        return Name.of_document(write.delete)
    if operation == "update":
        return Name.of_document(write.update.name)
    raise unsupported(f"a write with {operation}") if operation else invalid(
        "a write has neither an update nor a delete")


def applied(write: Message, name: Name, old: Message | None, moment: int) -> tuple[Any, Any]:
    """The document after a write, or None, and the write's result."""
    check_precondition(write, name, old)
    result = WriteResult()
    if write.WhichOneof("operation") == "delete":
        return None, result
    truncate(write.update.fields)
    check_fields(name, write.update.fields)
    with about(name.text):
        new = updated(write, name, old)
        for each in write.update_transforms:
            result.transform_results.append(transformed(each, new, moment))
    check_fields(name, new.fields)
    check_size(name, new.fields)
    if old is not None and content(new) == content(old):
        # “If the write did not actually change the document, this will be the previous time.”
        result.update_time.CopyFrom(old.update_time)
        return old, result
    new.update_time.CopyFrom(timestamp(moment))
    new.create_time.CopyFrom(timestamp(moment) if old is None else old.create_time)
    result.update_time.CopyFrom(new.update_time)
    return new, result


def check_precondition(write: Message, name: Name, old: Message | None) -> None:
    """Refuses with the messages of Firestore, which name a document only in some of them."""
    condition = write.current_document
    match condition.WhichOneof("condition_type"):
        case "exists" if condition.exists and old is None:
            verb = write.WhichOneof("operation")
            raise Refused(grpc.StatusCode.NOT_FOUND, f"No document to {verb}: {short(name.text)}")
        case "exists" if not condition.exists and old is not None:
            raise Refused(
                grpc.StatusCode.ALREADY_EXISTS, f"Document already exists: {short(name.text)}")
        case "update_time":
            if condition.update_time.nanos % 1000:
                raise invalid(
                    f"document {shown(name.text)}: precondition's update time is finer than "
                    "microseconds")
            stored = 0 if old is None else microseconds(old.update_time)
            if stored != microseconds(condition.update_time):
                raise Refused(
                    grpc.StatusCode.FAILED_PRECONDITION,
                    f"the stored version ({stored}) does not match the required base version "
                    f"({microseconds(condition.update_time)})")


def updated(write: Message, name: Name, old: Message | None) -> Any:
    """The document with the fields of an update; without a mask it is replaced."""
    new = Document(name=name.text)
    if not write.HasField("update_mask"):
        new.MergeFrom(Document(fields=write.update.fields))
        return new
    if old is not None:
        new.CopyFrom(old)
    for path in mask_paths(write.update_mask):
        value = find(write.update.fields, path)
        if value is None:
            remove(new.fields, path)
        else:
            put(new.fields, path, value)
    return new


def transformed(transform: Message, new: Message, moment: int) -> Any:
    """Sets a field to the time of the request, and returns that value."""
    kind = transform.WhichOneof("transform_type")
    if kind != "set_to_server_value":
        raise unsupported(f"transform {kind}")
    if transform.set_to_server_value != 1:
        raise invalid("a transform sets no server value")
    # “The time at which the server processed the request, with millisecond precision.”
    value = Value(timestamp_value=timestamp(moment // 1000 * 1000))
    put(new.fields, parsed(transform.field_path), value)
    return value


def truncate(fields: Any) -> None:
    """Rounds times down to microseconds, as Firestore keeps them."""
    for value in fields.values():
        truncate_value(value)


def truncate_value(value: Message) -> None:
    match value.WhichOneof("value_type"):
        case "timestamp_value":
            value.timestamp_value.nanos -= value.timestamp_value.nanos % 1000
        case "map_value":
            truncate(value.map_value.fields)
        case "array_value":
            for each in value.array_value.values:
                truncate_value(each)


def content(document: Message) -> bytes:
    """The fields as bytes, so that NaN equals NaN and 0.0 differs from -0.0."""
    return bytes(Document(fields=document.fields).SerializeToString(deterministic=True))
