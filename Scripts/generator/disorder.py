"""Exports in disorder: odd white space, blank lines, mixed line ends, a byte order mark, ids under
every possible name, no final newline."""

import re
from typing import Optional

from .defects import OF_RECORDS, Choice
from .draws import Draws
from .envelopes import CHANGES
from .events import Events
from .layout import FORMATS, SHAPES, States, Style, as_states, one_line, row
from .records import Pairs, Record, Recorded
from .spelling import escaped, quoted

ID_STYLES = [
    "id", "_id", "__id__", "docId", "document_id", "documentId", "__name__", "name", "path",
    "none", "id",
]
SPACES = ["", "", "", " ", "  ", "\t", "\n", "\r\n", " \n\t"]
# Documents of another collection, which look as if they had ratings.
NEIGHBOUR = '"jokes":{"boo-who":{"text":"Boo who?","rating":4,"joke_id":"x"},"b":{"rating":3}}'
MANY = 1 << 20  # above the number of spaces in a document
LINE_SPACES = ["", "", "", "", " ", "\t"]


class Disordered:
    """A disorderly layout of one of the shapes; every choice is drawn. `cut` is taken from its end."""

    collection, neighbour = "rating_events", NEIGHBOUR

    def __init__(self, draws: Draws, shape: str, cut: str = ""):
        self.draws, self.shape, self.cut = draws, shape, cut
        self.id_style = draws.choice(ID_STYLES, "id style", 0)
        self.is_spacious = draws.below(2, "spacious", 0)
        self.spaces = 0

    def text(self, states: States) -> str:
        """The export; what is deleted takes along what a migration takes along with it."""
        return self.lines(states) if self.shape == "ndjson" else self.nested(states)

    def lines(self, states: States) -> str:
        lines = [("", True)]
        usual = self.draws.choice(["\n", "\n", "\r\n"], "line end", 0)
        for at, (record, pairs) in enumerate(states):
            self.spaces = at * MANY
            while self.is_spacious and not self.draws.below(6, "blank", self.spaces):
                lines.append((self.space(LINE_SPACES) + usual, True))
            line_end = usual
            if self.is_spacious and not self.draws.below(10, "other end", at):
                line_end = "\r\n"
            line = self.space(LINE_SPACES) + self.document(record, pairs, LINE_SPACES)
            lines.append((line + self.space(LINE_SPACES) + line_end, pairs is not None))
        last, is_kept = lines.pop()
        if not self.draws.below(3, "final newline", 0):
            last = last.rstrip(" \t\r\n")
        last = last.removesuffix(self.cut)
        text = "".join(line for line, is_kept in lines if is_kept)
        if is_kept:
            return text + last
        # Without an end of the last line, the line before loses its own.
        return text if last.endswith("\n") else re.sub(r"\r?\n\Z", "", text)

    def nested(self, states: States) -> str:
        elements, kept = [], []
        for at, (record, pairs) in enumerate(states):
            self.spaces = at * MANY
            text = self.document(record, pairs, SPACES)
            if self.shape == "object":
                is_escaped = not self.draws.below(5, "escaped id", at)
                key = escaped(record.id, self.draws, at) if is_escaped else quoted(record.id)
                text = key + self.space(SPACES) + ":" + self.space(SPACES) + text
            elements.append(text)
            kept += [at] if pairs is not None else []
        opening, closing = "[]" if self.shape == "array" else "{}"
        text = opening + self.inside(elements, kept) + closing
        if self.shape == "object" and not self.draws.below(3, "wrapped", 0):
            collections = [quoted(self.collection) + ":" + self.space(SPACES) + text]
            if self.draws.below(2, "neighbours", 0):
                collections.insert(self.draws.below(2, "before", 0), self.neighbour)
            text = "{" + self.space(SPACES) + self.joined(collections) + self.space(SPACES) + "}"
        return (self.space(SPACES) + text + self.space(SPACES)).removesuffix(self.cut)

    def inside(self, elements: list[str], kept: list[int]) -> str:
        """An element goes with the separator after it, the last one with that before it."""
        before = self.space(SPACES)
        separators = [self.separator(SPACES) for _ in elements[1:]]
        after = self.space(SPACES)
        if not kept:
            return after if elements else before + after
        texts = (elements[at] + separators[at] for at in kept[:-1])
        return before + "".join(texts) + elements[kept[-1]] + after

    def document(self, record: Record, pairs: Optional[Pairs], spaces: list[str]) -> str:
        pairs = list(record.pairs if pairs is None else pairs)
        if self.shape != "object" and self.id_style != "none":
            at = self.draws.below(len(pairs) + 1, "id place", self.spaces)
            pairs.insert(at, (self.id_style, quoted(self.spelled_id(record.id))))
        members = [f'"{key}"{self.space(spaces)}:{self.space(spaces)}{value}'
                   for key, value in pairs]
        return "{" + self.space(spaces) + self.joined(members, spaces) + self.space(spaces) + "}"

    def spelled_id(self, event_id: str) -> str:
        if self.id_style in ("__name__", "name"):
            return f"projects/laughs/databases/(default)/documents/{self.collection}/{event_id}"
        return f"{self.collection}/{event_id}" if self.id_style == "path" else event_id

    def joined(self, texts: list[str], spaces: list[str] = SPACES) -> str:
        text = ""
        for at, each in enumerate(texts):
            text += (self.separator(spaces) if at else "") + each
        return text

    def separator(self, spaces: list[str]) -> str:
        return self.space(spaces) + "," + self.space(spaces)

    def space(self, spaces: list[str]) -> str:
        self.spaces += 1
        return self.draws.choice(spaces, "space", self.spaces) if self.is_spacious else ""


class Disorder(Disordered):
    """A seed's export, with its shape, size and records drawn from the seed too."""

    def __init__(
        self, seed: object, events: Optional[int] = None, more: tuple[Choice, ...] = ()
    ):
        draws = Draws(f"disorder {seed}")
        super().__init__(draws, draws.choice(SHAPES, "shape", 0))
        self.percent = draws.choice([0, 1, 6], "defects", 0)
        self.events = draws.choice([0, 1, 2, 9, 40, 90], "events", 0) if events is None else events
        self.generated: Recorded = Events(
            seed, jokes=draws.below(30, "jokes", 0) + 1,
            scale=draws.choice(["five-point", "five-point", "binary"], "scale", 0),
            choices=(Choice(OF_RECORDS, self.percent), *more),
            shuffle_keys=bool(draws.below(2, "shuffle", 0)))

    def content(self) -> bytes:
        text = self.text(as_states(map(self.generated.record, range(self.events))))
        mark = b"" if self.draws.below(8, "mark", 0) else b"\xef\xbb\xbf"
        return mark + text.encode()


class Enveloped:
    """A seed's export in one of the formats with envelopes, odd ones among them."""

    FORMS = tuple(form for form, layout in FORMATS.items() if layout.oddities)

    def __init__(self, seed: object, form: str):
        self.draws = draws = Draws(f"wrapped {form} {seed}")
        self.form, self.events = form, draws.choice([0, 1, 9, 40], "events", 0)
        self.generated = Events(
            seed, jokes=draws.below(30, "jokes", 0) + 1,
            choices=(
                Choice(OF_RECORDS, draws.choice([0, 1, 6], "defects", 0)),
                Choice(("envelopes",), 30, FORMATS[form].oddities)),
            shuffle_keys=bool(draws.below(2, "shuffle", 0)))

    def content(self) -> bytes:
        states = as_states(map(self.generated.record, range(self.events)))
        # Pages follow each other with any white space between them, or none.
        between = self.draws.choice(["", "\n", "\n\n"], "between", 0) if self.form == "pages" else "\n"
        pieces = FORMATS[self.form].pieces(states, Style.drawn(self.draws, between))
        return "".join(pieces).encode()


class Changelog:
    """A seed's events as rows, most changed repeatedly, some deleted, in any order, some odd."""

    def __init__(self, seed: object):
        self.draws = Draws(f"changelog {seed}")
        choice = Choice(OF_RECORDS, self.draws.choice([0, 2], "defects", 0))
        self.generated = Events(seed, jokes=7, choices=(choice,))
        self.events = self.draws.choice([1, 9, 40], "events", 0)

    def lines(self) -> list[str]:
        lines = []
        for index in range(self.events):
            record = self.generated.record(index)
            for change in range(self.draws.below(4, "changes", index) + 1):
                lines.append(one_line(self.row(record, index * 10 + change)) + "\n")
        return self.draws.shuffled(lines, "order", 0)

    def row(self, record: Record, place: int) -> Pairs:
        draws = self.draws
        operation = draws.choice(["CREATE", "UPDATE", "UPDATE", "IMPORT", "DELETE"], "what", place)
        # The same moment twice: of such rows the one that is read last counts.
        moment = f"2026-02-0{draws.below(5, 'moment', place) + 1} 00:00:00.5 UTC"
        if operation == "IMPORT":
            moment = "1970-01-01 00:00:00 UTC"
        data = None if operation == "DELETE" else one_line(record.pairs)
        columns = row(record, operation, moment, data)
        if draws.below(5, "odd row", place):
            return columns
        return draws.choice(draws.choice(CHANGES, "oddity", place), "edit", place)(columns)


def damaged(content: bytes, draws: Draws, index: int) -> bytes:
    """The content cut, or with one byte replaced."""
    if not content:
        return b"{"
    at = draws.below(len(content), "damage", index)
    if draws.below(2, "cut", index):
        return content[:at]
    # No white space: it could part two documents in ways that are a matter of taste.
    byte = draws.choice(list(b'{}[]:,"\\0159eE-.tf') + [0, 1, 0x80, 0xC3, 0xFF], "byte", index)
    return content[:at] + bytes([byte]) + content[at + 1 :]
