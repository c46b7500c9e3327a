"""Odd envelopes of documents: names that name no document, parts that are missing, null or given twice,
values that the REST API does not take. Each entry of a menu says what the tools must make of the document."""

from collections.abc import Callable
from dataclasses import dataclass

from .draws import Draws
from .records import Pairs, Record
from .spelling import quoted

ROOT = "projects/laughs/databases/(default)/documents/"
DOCUMENTS = ROOT + "rating_events/"
# Typed values, of which the API takes about half; a field of no interest has them.
ODD_VALUES = [
    '{"integerValue":"+4"}', '{"integerValue":"04"}', '{"integerValue":"-0"}',
    '{"integerValue":"9223372036854775807"}', '{"integerValue":9223372036854775808}',
    '{"integerValue":"1.5"}', '{"integerValue":"15e-1"}', '{"integerValue":"150e-1"}',
    '{"doubleValue":"NaN"}', '{"doubleValue":1e400}', '{"doubleValue":"-1.5E3"}',
    '{"timestampValue":"2026-03-01T04:05:06.12+14:00"}', '{"timestampValue":"2026-02-29T00:00:00Z"}',
    '{"timestampValue":"0001-01-01T00:00:00+00:01"}', '{"timestampValue":"2026-03-01 04:05:06Z"}',
    '{"bytesValue":"AP-_"}', '{"bytesValue":"AB=="}', '{"bytesValue":"AA"}', '{"bytesValue":"+-"}',
    '{"referenceValue":"jokes/j"}', '{"referenceValue":"jokes//j"}', '{"referenceValue":"jokes"}',
    '{"geoPointValue":{"latitude":-90,"longitude":180.0}}', '{"geoPointValue":{"latitude":90.1}}',
    '{"geoPointValue":{"height":1}}', '{"arrayValue":{"values":[{"arrayValue":{}}]}}',
    '{"mapValue":{"fields":{"a":{"nullValue":null},"a":{"nullValue":null}}}}', '{"mapValue":{"a":1}}',
    '{"mapValue":{"fields":{"__type__":{"stringValue":"x"},"":{"nullValue":null}}}}',
    '{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"}}}}', '{"nullValue":0}',
    '{"stringValue":"\\u00e9\\/\\n"}', '{"stringValue":"a","nullValue":null}', "{}", "7",
    '{"fooValue":1}', '{"booleanValue":1}',
]
# Texts that name no document, names in other collections, and a name without its database.
NO_NAMES = [
    ROOT + "rating_events", "rating_events//a", "/rating_events/a", "rating_events/a/b", "",
    "rating_events/", "projects/p/documents/rating_events/a",
    "projects//databases/d/documents/rating_events/a",
]
OTHER_NAMES = [
    "foo/documents/rating_events/a", "users/u/documents/d", "projects/a", "jokes/a",
    ROOT + "users/u/documents/a", ROOT + "users/u/rating_events/a",
]
SHORT_NAME = "rating_events/a"
# The same of BigQuery's paths.
NO_PATHS = ["", '"rating_events"', "rating_events/a", '"a", "b", ']
OTHER_PATHS = ['"a", 7', '"users", "u", "rating_events", "a"']
NO_LISTS = ['{"timestamp":1}', '"timestamp"', '["timestamp",1]', "7"]
BELOW = '{"replies":{"r":{"rating":4,"__collections__":{}}}}'

Edit = Callable[[Pairs], Pairs]
# What the tools make of the document: a reject, one of another collection, one without fields.
REJECT, OTHER, EMPTY, WHOLE = "reject", "other", "empty", "whole"


@dataclass(frozen=True)
class Oddity:
    effect: str
    edits: list[Edit]
    # What stays of a deleted document.
    remainder: str = ""

    def change(self, record: Record, draws: Draws, index: int) -> None:
        record.edit = draws.choice(self.edits, "edit of envelope", index)
        record.remainder = self.remainder
        if self.effect == REJECT:
            record.reject()
        elif self.effect == EMPTY:
            record.joke = record.rating = None
        record.is_other = self.effect == OTHER


def with_part(part: str, value: str) -> Edit:
    return lambda parts: [(key, value if key == part else old) for key, old in parts]


def without(*names: str) -> Edit:
    return lambda parts: [each for each in parts if each[0] not in names]


def more(part: str, value: str) -> Edit:
    return lambda parts: [*parts, (part, value)]


def twice(part: str) -> Edit:
    return lambda parts: [*parts, *(each for each in parts if each[0] == part)]


def with_value(value: str) -> Edit:
    def edit(parts: Pairs) -> Pairs:
        return [
            (key, old[:-1] + f',"odd":{value}}}' if key == "fields" else old) for key, old in parts]

    return edit


def several_types(parts: Pairs) -> Pairs:
    """Whole numbers in columns of several types."""
    return [
        (key, f'{{"provided":"integer","string":null,"integer":{value}}}')
        if value[:1] == '"' and value[1:-1].isdigit() else (key, value) for key, value in parts]


def names(make: Callable[[str], Edit]) -> tuple[Oddity, ...]:
    return (
        Oddity(REJECT, [make(each) for each in NO_NAMES]),
        Oddity(OTHER, [make(each) for each in OTHER_NAMES]),
        Oddity(WHOLE, [make(SHORT_NAME)]))


TIMES = ("createTime", "updateTime")
REST = (
    *names(lambda name: with_part("name", quoted(name))),
    Oddity(REJECT, [twice(part) for part in ("name", "fields", *TIMES)]),
    # A parent that does not exist has a name alone.
    Oddity(OTHER, [without("fields", *TIMES)]),
    Oddity(EMPTY, [
        with_part("fields", "null"),
        lambda parts: without(*TIMES)(with_part("fields", "null")(parts))]),
    Oddity(WHOLE, [without(*TIMES)]),
    Oddity(WHOLE, [with_value(each) for each in ODD_VALUES]),
)
NESTED = (
    Oddity(WHOLE, [with_part("__collections__", BELOW)], remainder=BELOW),
    Oddity(REJECT, [twice("__collections__")]),
)
BACKFIRE = (
    *names(lambda name: with_part("path", quoted(name))),
    Oddity(REJECT, [more("data", "{}")]),
    Oddity(REJECT, [with_part("timestamps", each) for each in NO_LISTS]),
    Oddity(WHOLE, [with_part("timestamps", each) for each in ("null", "[]")]),
)
LEVELDB = (
    *names(lambda name: with_part("_key", f'{{"path":{quoted(name)}}}')),
    Oddity(WHOLE, [with_part("_key", "null")]),
)


def row_of(path: str) -> Edit:
    return with_part("__key__", f'{{"namespace":"","path":{quoted(path)},"id":"0"}}')


TABLE = (
    Oddity(REJECT, [row_of(each) for each in NO_PATHS]),
    Oddity(OTHER, [row_of(each) for each in OTHER_PATHS]),
    Oddity(REJECT, [with_part("__has_error__", "true")]),
    Oddity(WHOLE, [several_types]),
)
# For a row of a changelog. No answer is stated: it depends on the other rows of the document.
COLUMNS = ("timestamp", "document_name", "operation", "data")
CHANGES: tuple[list[Edit], ...] = (
    [with_part("document_name", quoted(each)) for each in NO_NAMES],
    [with_part("document_name", quoted(each)) for each in OTHER_NAMES],
    [with_part("operation", '"TRUNCATE"')], [with_part("timestamp", '"soon"')],
    [with_part("data", each) for each in ('"[]"', '"{"', '"{} {}"', '""', "null")],
    [twice(each) for each in COLUMNS],
)
