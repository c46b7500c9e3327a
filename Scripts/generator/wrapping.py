"""The same events as the REST API and backup tools lay them out, documents of other collections and
other oddities between them."""

import json

from .draws import Draws
from .events import Events
from .troubles import quoted

LAYOUTS = ("pages", "page-array", "answers", "rest-lines", "nested", "backfire")
DOCUMENTS = "projects/laughs/databases/(default)/documents/"
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
UPDATED = "2026-02-25T06:13:21.654321Z"


class Wrapped:
    """A seed's events in one of the layouts."""

    def __init__(self, seed, layout, events=None):
        self.draws = draws = Draws(f"wrapped {layout} {seed}")
        self.layout = layout
        self.events = draws.choice([0, 1, 9, 40], "events", 0) if events is None else events
        self.is_pretty = layout not in ("rest-lines", "backfire") and draws.below(2, "pretty", 0)
        self.generated = Events(
            seed, jokes=draws.below(30, "jokes", 0) + 1,
            troubles=draws.choice([0, 10, 60], "troubles", 0),
            shuffle_keys=bool(draws.below(2, "shuffle", 0)),
        )

    def content(self):
        """The bytes of the export."""
        records = [self.generated.record(index) for index in range(self.events)]
        make = {
            "pages": self.pages, "page-array": self.page_array, "answers": self.answers,
            "rest-lines": self.rest_lines, "nested": self.nested, "backfire": self.backfire,
        }
        return make[self.layout](records).encode()

    def space(self):
        return "\n  " if self.is_pretty else ""

    def object(self, pairs):
        gap = self.space()
        return "{" + ",".join(f"{gap}{quoted(key)}:{value}" for key, value in pairs) + gap + "}"

    def array(self, elements):
        gap = self.space()
        return "[" + ",".join(gap + each for each in elements) + gap + "]"

    def fields(self, record):
        """Keys may be spelled with escapes, and stand twice: they are laid out as they are."""
        gap = self.space()
        members = [f'{gap}"{key}":{typed(value)}' for key, value in record.pairs]
        if not self.draws.below(8, f"odd value {record.id}", 0):
            members.append(f'{gap}"odd":{self.draws.choice(ODD_VALUES, f"which {record.id}", 0)}')
        return "{" + ",".join(members) + gap + "}"

    def document(self, record, collection="rating_events"):
        name = quoted(f"{DOCUMENTS}{collection}/{record.id}")
        pairs = [("name", name), ("fields", self.fields(record))]
        times = [("createTime", quoted(UPDATED)), ("updateTime", quoted(UPDATED))]
        pairs += times if self.draws.below(3, record.id, 0) else []
        if not self.draws.below(20, f"part twice {record.id}", 0):
            pairs.append(self.draws.choice(pairs, f"which part {record.id}", 0))
        return self.object(pairs)

    def documents(self, records):
        """The documents, one of another collection and a parent that does not exist among them."""
        texts = [self.document(record) for record in records]
        if records and self.draws.below(2, "others", 0):
            other = self.document(records[0], "users/u/rating_events")
            phantom = self.object([("name", quoted(DOCUMENTS + "rating_events/phantom"))])
            for text in (other, phantom):
                texts.insert(self.draws.below(len(texts) + 1, text, 0), text)
        return texts

    def page_texts(self, records):
        texts, pages = self.documents(records), []
        size = self.draws.choice([1, 3, 100], "page", 0)
        for start in range(0, len(texts), size):
            pairs = [("documents", self.array(texts[start : start + size]))]
            if start + size < len(texts):
                pairs.append(("nextPageToken", '"more"'))
            pages.append(self.object(pairs))
        return pages or [self.object([("documents", "[]")])]

    def pages(self, records):
        return self.draws.choice(["", "\n", "\n\n"], "between", 0).join(self.page_texts(records))

    def page_array(self, records):
        # An array of documents: pages in an array are another layout of the same shape.
        return self.array(self.documents(records) or [])

    def answers(self, records):
        moment = ("readTime", quoted(UPDATED))
        texts = [self.object([("document", each), moment]) for each in self.documents(records)]
        return self.array(texts or [self.object([moment])])

    def rest_lines(self, records):
        return "".join(text + "\n" for text in self.documents(records)) or "\n"

    def nested(self, records):
        gap = self.space()
        texts = []
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

    def backfire(self, records):
        lines = []
        for record in records:
            collection = "jokes" if not self.draws.below(9, "other", len(lines)) else "rating_events"
            members = ",".join(f'"{key}":{value}' for key, value in record.pairs)
            path = quoted(f"{collection}/{record.id}")
            twice = "" if self.draws.below(20, f"part twice {record.id}", 0) else ',"data":{}'
            lines.append(
                f'{{"path":{path},"data":{{{members}}},"timestamps":["timestamp"]{twice}}}\n')
        return "".join(lines)


def typed(text):
    """A plain value as the REST API types it; what is none of its types becomes a map."""
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
