"""The formats of an export: documents laid out as text, piece by piece."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Optional

from .draws import Draws
from .envelopes import BACKFIRE, DOCUMENTS, LEVELDB, NESTED, REST, TABLE, Oddity
from .records import Pairs, Record, Recorded
from .spelling import quoted

MOMENT = '"2026-02-25T06:13:21.654321Z"'
PAGE = 300  # The most documents that the REST API lists at once.
WHOLE = re.compile(r"-?(0|[1-9]\d{0,17})")

# A document and its fields, which are None where it is deleted.
State = tuple[Record, Optional[Pairs]]
States = Iterable[State]


@dataclass(frozen=True)
class Style:
    line_end: str = "\n"
    gap: str = ""  # before each member and element
    page: int = PAGE
    is_last: bool = True  # the collection of the ratings, of two
    # The API's integers, which are strings, have every spelling.
    has_spellings: bool = False
    # An answer that only tells how far the query has come.
    has_progress: bool = False

    @staticmethod
    def drawn(draws: Draws, line_end: str) -> "Style":
        """A style in disorder."""
        return Style(
            line_end, draws.choice(["", "\n  "], "gap", 0), draws.choice([1, 3, 100], "page", 0),
            *(bool(draws.below(2, each, 0)) for each in ("last", "spellings", "progress")))


@dataclass(frozen=True)
class Layout:
    ending: str
    pieces: Callable[[States, Style], Iterator[str]]
    # The defects that its documents cannot have.
    lacks: tuple[str, ...] = ()
    # What envelopes there can be.
    oddities: tuple[Oddity, ...] = ()
    is_rewritten: bool = True
    # A document that is there twice counts once.
    is_history: bool = False


def as_states(records: Iterable[Record], is_migrated: bool = False) -> Iterator[State]:
    """The documents as they are, or as the migration must leave them."""
    for record in records:
        for _ in range(record.copies):
            yield record, record.migrated() if is_migrated else record.pairs


def export(source: Recorded, numbers: Iterable[int], form: str = "ndjson") -> str:
    """The text of an export with these records."""
    return "".join(FORMATS[form].pieces(as_states(map(source.record, numbers)), Style()))


# Plain values


def lines(states: States, style: Style) -> Iterator[str]:
    for record, pairs in states:
        if pairs is not None:
            yield one_line(with_id(record, pairs)) + style.line_end


def array(states: States, style: Style) -> Iterator[str]:
    texts = (one_line(with_id(record, pairs)) for record, pairs in states if pairs is not None)
    return joined("[", texts, "]" + style.line_end)


def objects(states: States, style: Style) -> Iterator[str]:
    texts = (f"{quoted(record.id)}:{one_line(pairs)}" for record, pairs in states if pairs is not None)
    return joined("{", texts, "}" + style.line_end)


def nested(states: States, style: Style) -> Iterator[str]:
    """A database of node-firestore-import-export, with a document of another collection."""
    def documents() -> Iterator[str]:
        for record, pairs in states:
            if pairs is not None:
                parts = record.edit([*pairs, ("__collections__", "{}")])
                yield f"{gap}{quoted(record.id)}:{one_line(parts)}"
            elif record.remainder:
                yield f'{gap}{quoted(record.id)}:{{"__collections__":{record.remainder}}}'

    gap = style.gap
    jokes = f'{gap}"jokes":{{"boo-who":{{"rating":4,"__collections__":{{}}}}}}'
    before, after = (f"{jokes},", "") if style.is_last else ("", f",{jokes}")
    opening = f'{{{gap}"__collections__":{{{before}{gap}"rating_events":{{'
    return joined(opening, documents(), f"{gap}}}{after}{gap}}}{gap}}}" + style.line_end)


def backfire(states: States, style: Style) -> Iterator[str]:
    for record, pairs in states:
        if pairs is not None:
            yield one_line(record.edit([
                ("path", quoted(f"rating_events/{record.id}")), ("data", one_line(pairs)),
                ("timestamps", '["timestamp"]')])) + style.line_end


def leveldb(states: States, style: Style) -> Iterator[str]:
    for record, pairs in states:
        if pairs is not None:
            path = quoted(f"rating_events/{record.id}")
            yield one_line(record.edit([*pairs, ("_key", f'{{"path":{path}}}')])) + style.line_end


def with_id(record: Record, pairs: Optional[Pairs] = None) -> Pairs:
    return [("id", quoted(record.id)), *(record.pairs if pairs is None else pairs)]


def one_line(pairs: Pairs, gap: str = "") -> str:
    return "{" + ",".join([f'{gap}"{key}":{value}' for key, value in pairs]) + gap + "}"


def joined(opening: str, texts: Iterable[str], closing: str) -> Iterator[str]:
    """The texts with commas between them."""
    separator = opening
    for text in texts:
        yield separator + text
        separator = ","
    yield (opening if separator == opening else "") + closing


def pretty_pieces(states: States, form: str, line_end: str) -> Iterator[str]:
    """An array or object with a field on each line."""
    opening, closing = "[]" if form == "array" else "{}"
    separator, gap = opening, ""
    for record, pairs in states:
        # It stays if every document is deleted.
        gap = line_end
        if pairs is None:
            continue
        key = "" if form == "array" else quoted(record.id) + ": "
        fields = with_id(record, pairs) if form == "array" else pairs
        inside = ",".join(f'{line_end}    "{name}": {value}' for name, value in fields)
        yield f"{separator}{line_end}  {key}{{{inside}{line_end}  }}"
        separator = ","
    yield (opening if separator == opening else "") + gap + closing + line_end


# The REST API


def pages(states: States, style: Style) -> Iterator[str]:
    remaining = iter(states)
    page, gap = list(islice(remaining, style.page)), style.gap
    while True:
        following = list(islice(remaining, style.page))
        texts = ",".join(documents(page, style))
        token = f',{gap}"nextPageToken":"more"' if following and style.page != PAGE else ""
        yield f'{{{gap}"documents":[{texts}{gap}]{token}{gap}}}{style.line_end}'
        if not following:
            return
        page = following


def page_array(states: States, style: Style) -> Iterator[str]:
    return joined("[", documents(states, style), style.gap + "]" + style.line_end)


def answers(states: States, style: Style) -> Iterator[str]:
    gap = style.gap
    texts = (
        gap + one_line([("document", each.removeprefix(gap)), ("readTime", MOMENT)], gap)
        for each in documents(states, style))
    progress = [gap + one_line([("readTime", MOMENT)], gap)] if style.has_progress else []
    return joined("[", chain(progress, texts), gap + "]" + style.line_end)


def rest_lines(states: States, style: Style) -> Iterator[str]:
    for text in documents(states, replace(style, gap="")):
        yield text + style.line_end


def documents(states: States, style: Style) -> Iterator[str]:
    """Documents as the REST API answers."""
    for record, pairs in states:
        if pairs is not None:
            fields = [(key, typed(value, key, style.has_spellings)) for key, value in pairs]
            yield style.gap + one_line(record.edit([
                ("name", quoted(DOCUMENTS + record.id)), ("fields", one_line(fields, style.gap)),
                ("createTime", MOMENT), ("updateTime", MOMENT)]), style.gap)


def typed(text: str, key: str = "", has_spellings: bool = False) -> str:
    if text[0] == '"':
        return f'{{"{"timestampValue" if key == "timestamp" else "stringValue"}":{text}}}'
    if text[0] in "-0123456789":
        is_integer = "." not in text if has_spellings else WHOLE.fullmatch(text)
        return f'{{"integerValue":"{text}"}}' if is_integer else f'{{"doubleValue":{text}}}'
    if text in ("true", "false"):
        return f'{{"booleanValue":{text}}}'
    if text == "null":
        return '{"nullValue":null}'
    return '{"arrayValue":{}}' if text[0] == "[" else '{"mapValue":{}}'


# BigQuery


def changelog(states: States, style: Style) -> Iterator[str]:
    """Rows of a changelog whose latest states are the documents."""
    for number, (record, _) in enumerate(states):
        for columns in changes(record, number):
            yield one_line(columns) + style.line_end


def changes(record: Record, number: int) -> Iterator[Pairs]:
    now = row(record, "UPDATE", f"2026-03-01 00:00:{number % 60:02}.5 UTC", one_line(record.pairs))
    old: Pairs = [("joke_id", '"old"'), ("rating", "5")]
    yield row(record, "IMPORT", "1970-01-01 00:00:00 UTC", one_line(old))
    if number % 3 == 0:
        yield now
    if number % 4 == 0:
        yield row(record, "DELETE", "2026-02-01 00:00:00 UTC", None)
    if number % 3:
        yield now


def row(record: Record, operation: str, moment: str, data: Optional[str]) -> Pairs:
    return [
        ("timestamp", quoted(moment)), ("event_id", quoted("")),
        ("document_name", quoted(DOCUMENTS + record.id)), ("operation", quoted(operation)),
        *([("data", quoted(data))] if data else []), ("document_id", quoted(record.id)),
    ]


def table(states: States, style: Style) -> Iterator[str]:
    """Rows of a table, in which whole numbers stand in strings."""
    for record, _ in states:
        path = quoted(f'"rating_events", "{record.id}"')
        key = f'{{"namespace":"","path":{path},"id":"0"}}'
        fields = [(name, column(name, value)) for name, value in record.pairs]
        error: Pairs = [("__error__", "[]"), ("__has_error__", "false")]
        yield one_line(record.edit([("__key__", key), *fields, *error])) + style.line_end


def column(name: str, value: str) -> str:
    """A value as the column of an integer, or of several types, has it."""
    if name == "joke_id" and value[0] != '"':
        # A text of digits would be a joke's id.
        kind = "integer" if WHOLE.fullmatch(value) else "other"
        return f'{{"provided":"{kind}","string":null,"{kind}":{value}}}'
    if WHOLE.fullmatch(value):
        return f'"{value}"'
    if name == "rating" and value[0] == '"':
        return f'{{"provided":"string","string":{value},"integer":null}}'
    return value


# A number beyond a double has no type there.
OF_TYPES = ("numbers",)
FORMATS = {
    "ndjson": Layout("ndjson", lines),
    "array": Layout("json", array),
    "object": Layout("json", objects),
    "nested": Layout("json", nested, oddities=NESTED),
    "backfire": Layout("ndjson", backfire, oddities=BACKFIRE),
    "leveldb": Layout("ndjson", leveldb, oddities=LEVELDB),
    "pages": Layout("json", pages, OF_TYPES, REST),
    "page-array": Layout("json", page_array, OF_TYPES, REST),
    "answers": Layout("json", answers, OF_TYPES, REST),
    "rest-lines": Layout("ndjson", rest_lines, OF_TYPES, REST),
    # Of a row that is too large, an older one counts.
    "bigquery": Layout("ndjson", changelog, ("huge",), is_rewritten=False, is_history=True),
    "table": Layout("ndjson", table, oddities=TABLE, is_rewritten=False),
}
SHAPES = ("ndjson", "array", "object")

