"""Documents as lines of `read-export`: loads them into a store, and dumps it.

A line is a document of the REST API: name, fields, createTime, updateTime. A dumped document has
its fields in the order of their names, because a protobuf map keeps no other. Times are kept at
microseconds.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

from google.protobuf import json_format

from .limits import check_fields, check_size
from .messages import Document, Message, microseconds, timestamp
from .names import FULL, Name
from .refusals import Refused
from .store import Store
from .writes import truncate


class Unfit(Exception):
    """A line that no document can be made of; the message has its place."""


@dataclass(frozen=True)
class Completion:
    """What names that are no full ones are completed with."""

    database: str | None
    collection: str

    def full(self, name: str) -> str:
        if FULL.fullmatch(name):
            return name
        if self.database is None:
            raise ValueError(f"'{name}' is not a full name; give --database-name")
        path = name if "/" in name else f"{self.collection}/{name}"
        return f"{self.database}/documents/{path}"

    def completed(self, value: Any) -> Any:
        """A JSON value with its references completed."""
        if isinstance(value, list):
            return [self.completed(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            key: self.full(each) if key == "referenceValue" and isinstance(each, str)
            else self.completed(each)
            for key, each in value.items()
        }


def load(store: Store, files: Iterable[TextIO], completion: Completion) -> int:
    """Fills an empty store, with all documents or none, and returns their number."""
    count = 0
    with store.writing() as transaction:
        for file in files:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    name, document = read(line, completion, transaction.moment)
                    if transaction.get(name) is not None:
                        raise ValueError(f"document '{name.text}' twice")
                except (ValueError, RecursionError, Refused, json_format.ParseError) as error:
                    raise Unfit(f"{file.name}:{number}: {error}") from None
                transaction.put(name, document)
                transaction.advance(microseconds(document.update_time))
                count += 1
    return count


def read(line: str, completion: Completion, moment: int) -> tuple[Name, Message]:
    """The document of a line; without times it gets the given one."""
    members = json.loads(line)
    if not isinstance(members, dict) or not isinstance(members.get("name"), str):
        raise ValueError("not a document with a name")
    members["name"] = completion.full(members["name"])
    members["fields"] = completion.completed(members.get("fields", {}))
    document = json_format.ParseDict(members, Document())
    name = Name.of_document(document.name)
    truncate(document.fields)
    check_fields(name, document.fields)
    check_size(name, document.fields)
    for stamp in (document.create_time, document.update_time):
        is_told = stamp.seconds or stamp.nanos
        stamp.CopyFrom(timestamp(microseconds(stamp) if is_told else moment))
    return name, document
