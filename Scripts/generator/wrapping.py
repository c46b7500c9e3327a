"""Events in the layouts of the REST API and backup tools, mixed with documents of other collections and
odd ones."""

import json
from typing import Optional

from .defects import OF_RECORDS, Choice
from .draws import Draws
from .events import Events
from .layout import ROOT as DOCUMENTS
from .records import Pairs, Record
from .spelling import quoted

LAYOUTS = ("pages", "page-array", "answers", "rest-lines", "nested", "backfire", "leveldb", "table")
# Typed values, of which the API takes about half.
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
# Names that are none of a document, or of one elsewhere than they seem; the API's may be an id alone.
ODD_NAMES = [
    DOCUMENTS + "rating_events", DOCUMENTS + "rating_events/a/sub", "rating_events//a",
    "/rating_events/a", "rating_events/a/b", "", "rating_events/", "foo/documents/rating_events/a",
    "users/u/documents/d", "projects/p/documents/rating_events/a", "projects/a", "rating_events/a",
    DOCUMENTS + "users/u/documents/a", "projects//databases/d/documents/rating_events/a",
]
ODD_LISTS = ['{"timestamp":1}', '"timestamp"', '["timestamp",1]', "null", "[]", "7"]
UPDATED = "2026-02-25T06:13:21.654321Z"


class Wrapped:
    """A seed's events in one of the layouts."""

    def __init__(self, seed: object, layout: str, events: Optional[int] = None):
        self.draws = draws = Draws(f"wrapped {layout} {seed}")
        self.layout = layout
        self.events = draws.choice([0, 1, 9, 40], "events", 0) if events is None else events
        self.is_pretty = layout not in ("rest-lines", "backfire") and draws.below(2, "pretty", 0)
        self.generated = Events(
            seed, jokes=draws.below(30, "jokes", 0) + 1,
            choice=Choice(OF_RECORDS, draws.choice([0, 1, 6], "defects", 0)),
            shuffle_keys=bool(draws.below(2, "shuffle", 0)),
        )

    def content(self) -> bytes:
        """The bytes of the export."""
        records = [self.generated.record(index) for index in range(self.events)]
        self.first_id = records[0].id if records else None
        make = {
            "pages": self.pages, "page-array": self.page_array, "answers": self.answers,
            "rest-lines": self.rest_lines, "nested": self.nested, "backfire": self.backfire,
            "leveldb": self.leveldb, "table": self.table,
        }
        return make[self.layout](records).encode()

    def space(self) -> str:
        return "\n  " if self.is_pretty else ""

    def object(self, pairs: Pairs) -> str:
        gap = self.space()
        return "{" + ",".join(f"{gap}{quoted(key)}:{value}" for key, value in pairs) + gap + "}"

    def array(self, elements: list[str]) -> str:
        gap = self.space()
        return "[" + ",".join(gap + each for each in elements) + gap + "]"

    def fields(self, record: Record) -> str:
        """Keys may be spelled with escapes, and stand twice: they are laid out as they are."""
        gap = self.space()
        members = [f'{gap}"{key}":{typed(value)}' for key, value in record.pairs]
        if not self.draws.below(8, f"odd value {record.id}", 0):
            members.append(f'{gap}"odd":{self.draws.choice(ODD_VALUES, f"which {record.id}", 0)}')
        return "{" + ",".join(members) + gap + "}"

    def document(self, record: Record, collection: str = "rating_events") -> str:
        name = self.name(f"{DOCUMENTS}{collection}/{record.id}", record)
        fields = "null" if self.is_odd("null fields", record, 20) else self.fields(record)
        pairs = [("name", name), ("fields", fields)]
        times = [("createTime", quoted(UPDATED)), ("updateTime", quoted(UPDATED))]
        pairs += times if self.draws.below(3, record.id, 0) else []
        if not self.draws.below(20, f"part twice {record.id}", 0):
            pairs.append(self.draws.choice(pairs, f"which part {record.id}", 0))
        return self.object(pairs)

    def name(self, name: str, record: Record) -> str:
        """The name in quotes, or now and then another."""
        is_odd = self.is_odd("odd name", record, 15)
        return quoted(self.draws.choice(ODD_NAMES, f"which name {record.id}", 0) if is_odd else name)

    def is_odd(self, what: str, record: Record, one_in: int) -> bool:
        """Never the first, by which a file's format is told."""
        return record.id != self.first_id and not self.draws.below(one_in, f"{what} {record.id}", 0)

    def documents(self, records: list[Record]) -> list[str]:
        """The documents, one of another collection and a parent that does not exist among them."""
        texts = [self.document(record) for record in records]
        if records and self.draws.below(2, "others", 0):
            other = self.document(records[0], "users/u/rating_events")
            phantom = self.object([("name", quoted(DOCUMENTS + "rating_events/phantom"))])
            for text in (other, phantom):
                texts.insert(self.draws.below(len(texts) + 1, text, 0), text)
        return texts

    def page_texts(self, records: list[Record]) -> list[str]:
        texts, pages = self.documents(records), []
        size = self.draws.choice([1, 3, 100], "page", 0)
        for start in range(0, len(texts), size):
            pairs = [("documents", self.array(texts[start : start + size]))]
            if start + size < len(texts):
                pairs.append(("nextPageToken", '"more"'))
            pages.append(self.object(pairs))
        return pages or [self.object([("documents", "[]")])]

    def pages(self, records: list[Record]) -> str:
        return self.draws.choice(["", "\n", "\n\n"], "between", 0).join(self.page_texts(records))

    def page_array(self, records: list[Record]) -> str:
        # An array of documents: pages in an array are another layout of the same shape.
        return self.array(self.documents(records) or [])

    def answers(self, records: list[Record]) -> str:
        moment = ("readTime", quoted(UPDATED))
        texts = [self.object([("document", each), moment]) for each in self.documents(records)]
        return self.array(texts or [self.object([moment])])

    def rest_lines(self, records: list[Record]) -> str:
        return "".join(text + "\n" for text in self.documents(records)) or "\n"

    def nested(self, records: list[Record]) -> str:
        gap = self.space()
        texts: list[str] = []
        for record in records:
            below = "{}"
            if not self.draws.below(5, "below", len(texts)):
                below = '{"replies":{"r":{"rating":4,"__collections__":{}}}}'
            members = [f'"{key}":{value}' for key, value in record.pairs]
            members.append(f'"__collections__":{below}')
            if not self.draws.below(20, f"part twice {record.id}", 0):
                members.append('"__collections__":{}')
            texts.append(f"{gap}{quoted(record.id)}:" + "{" + ",".join(members) + "}")
        events = "{" + ",".join(texts) + gap + "}"
        jokes = self.object([("boo-who", '{"rating":4,"__collections__":{}}')])
        collections = [("jokes", jokes), ("rating_events", events)]
        if self.draws.below(2, "events first", 0):
            collections.reverse()
        return self.object([("__collections__", self.object(collections))])

    def backfire(self, records: list[Record]) -> str:
        lines: list[str] = []
        for record in records:
            collection = "jokes" if not self.draws.below(9, "other", len(lines)) else "rating_events"
            members = ",".join(f'"{key}":{value}' for key, value in record.pairs)
            path = self.name(f"{collection}/{record.id}", record)
            twice = "" if self.draws.below(20, f"part twice {record.id}", 0) else ',"data":{}'
            listed = '["timestamp"]'
            if self.is_odd("odd list", record, 15):
                listed = self.draws.choice(ODD_LISTS, f"which list {record.id}", 0)
            lines.append(f'{{"path":{path},"data":{{{members}}},"timestamps":{listed}{twice}}}\n')
        return "".join(lines)

    def leveldb(self, records: list[Record]) -> str:
        lines: list[str] = []
        for record in records:
            members = "".join(f'"{key}":{value},' for key, value in record.pairs)
            path = self.name(f"rating_events/{record.id}", record)
            key = "null" if self.is_odd("null key", record, 20) else f'{{"path":{path}}}'
            lines.append(f'{{{members}"_key":{key}}}\n')
        return "".join(lines)

    def table(self, records: list[Record]) -> str:
        """Rows of a table of BigQuery's, in which integers stand in strings."""
        lines: list[str] = []
        for record in records:
            members = "".join(f'"{key}":{self.column(value, record)},' for key, value in record.pairs)
            steps = ["rating_events", record.id]
            if self.is_odd("other row", record, 15):
                steps = ["users", "u", *steps]
            path = ", ".join(f'"{step}"' for step in steps)
            if self.is_odd("odd path", record, 15):
                odd = ["", '"rating_events"', "rating_events/a", '"a", 7', '"a", "b", ']
                path = self.draws.choice(odd, f"which path {record.id}", 0)
            key = f'{{"namespace":"","path":{quoted(path)},"id":"0"}}'
            error = "true" if self.is_odd("error", record, 20) else "false"
            lines.append(f'{{"__key__":{key},{members}"__error__":[],"__has_error__":{error}}}\n')
        return "".join(lines)

    def column(self, value: str, record: Record) -> str:
        """A value as the column of an integer, or of several types, has it."""
        if not value.isdigit():
            return value
        if self.is_odd("several types", record, 6):
            return f'{{"provided":"integer","string":null,"integer":"{value}"}}'
        return f'"{value}"'


def typed(text: str) -> str:
    """A plain value with the REST API's type; a value without one becomes a map."""
    if text[0] == '"':
        return f'{{"stringValue":{text}}}'
    if text[0] in "-0123456789":
        is_quoted = "." not in text
        return f'{{"integerValue":"{text}"}}' if is_quoted else f'{{"doubleValue":{text}}}'
    if text in ("true", "false"):
        return f'{{"booleanValue":{text}}}'
    if text == "null":
        return '{"nullValue":null}'
    return '{"mapValue":{}}' if json.loads(text) is not None else text
