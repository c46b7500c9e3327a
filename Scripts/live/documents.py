"""Documents of a collection through Google's client, as messages and as lines of JSON."""

import functools
import json
from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from google.cloud.firestore_v1.services.firestore import FirestoreClient
from google.cloud.firestore_v1.types import Cursor, RunQueryRequest, StructuredQuery, Value
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from .client import connected, metadata

SECONDS_A_CALL = 120.0


@dataclass(frozen=True)
class Collection:
    """A collection of a database, and the client that reaches it."""

    database: str
    path: str

    def __str__(self) -> str:
        return f"'{self.path}' of '{self.database}'"

    @functools.cached_property
    def client(self) -> FirestoreClient:
        return connected(self.database)

    @property
    def parent(self) -> str:
        above = self.path.rpartition("/")[0]
        return f"{self.database}/documents" + (f"/{above}" if above else "")

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]


def query(
    collection: Collection, after: str | None, limit: int, read_time: datetime | None
) -> Generator[tuple[Any, Timestamp | None], None, None]:
    """Documents by name after `after`, each with its read time, as raw messages."""
    ascending = StructuredQuery.Direction.ASCENDING
    name = StructuredQuery.FieldReference(field_path="__name__")
    structured = StructuredQuery(
        from_=[StructuredQuery.CollectionSelector(collection_id=collection.id)],
        order_by=[StructuredQuery.Order(field=name, direction=ascending)], limit=limit)
    if after is not None:
        last = Value(reference_value=after)
        structured.start_at = Cursor(values=[last], before=False)
    request = RunQueryRequest(parent=collection.parent, structured_query=structured)
    if read_time is not None:
        RunQueryRequest.pb(request).read_time.FromDatetime(read_time)
    # The caller reads a whole page again, so the client must not retry within it.
    answers: Any = collection.client.run_query(
        request, retry=None, timeout=SECONDS_A_CALL, metadata=metadata(collection.database))
    try:
        for answer in answers:
            raw = type(answer).pb(answer)
            read = raw.read_time if raw.HasField("read_time") else None
            yield (raw.document if raw.HasField("document") else None), read
    finally:
        answers.cancel()


def as_json(document: Message) -> str:
    """A document on one line, as the REST API types it, with sorted names of fields.

    Converted Python values would lose nanoseconds, the sign of a zero, or the type of a number.
    """
    values = json_format.MessageToDict(document)
    fields = values.get("fields", {})
    pieces = [f'"name":{compact(values["name"])}', f'"fields":{compact(fields)}']
    pieces += [
        f'"{key}":{compact(values[key])}' for key in ("createTime", "updateTime") if key in values]
    return "{" + ",".join(pieces) + "}"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
