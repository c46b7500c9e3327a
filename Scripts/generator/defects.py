"""The menu of defects that real data has. Each changes a record's text and its expected results."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from .draws import Draws
from .envelopes import Oddity
from .records import Record
from .spelling import escaped, quoted

STRINGS = ['"4"', '"funny"', '""', '"5"']
UNEXPECTED = ["0", "6", "-4", "4.5", "true", "false", "[4]", '{"value":4}', "40", "4e1", "0.4"]
NUMBERS = [
    "5.0000000000000000001", "4.9999999999999999999", "9223372036854775808", "1e400", "-0", "4e-400",
    "12345678901234567890123456789",
]
# Of each rating: the digit is the only one of its significand that is not zero.
SPELLINGS = [
    "{}.0", "{}e0", "{}E+0", "{}0e-1", "0.{}e1", "0.0{}E2", "{}.000000000000000000000", "{}00E-02",
    "0.000{}e+0004",
]
JOKES = {
    "nfc": ["caf\u00e9", "cafe\u0301", "\u00c5ngstr\u00f6m", "A\u030angstro\u0308m"],
    "constructor": ["__proto__", "constructor", "toString", "hasOwnProperty"],
    "odd-ids": [
        "knock_knock_lettuce", "_", "\u6f2b\u624d", "\U0001f414crossing", 'quo"ted', "back\\slash",
        "line\nbreak", " ", "\u2028", "a" * 600, "\uffff", "\U00010000", "tab\tbed", "\x7f\x01",
    ],
}
UNKNOWN = [
    ("rating2", "4"), ("note", '"rating: 4, \\"rating\\":4"'), ("Rating", "4"), ("rating ", "3"),
    ("nested", '{"rating":4,"joke_id":"other","rating":3}'), ("extra", "[[],{},[{\"rating\":2}]]"),
    ("updated", "null"), ("big", "1" * 400), ("tiny", "1e-999"), ("", "0"), ("empty", "{ }"),
    ("\u00e9toile", '"\\u2605 \\ud83d\\ude00"'), ("joke", '"}{][,:"'),
]
BAD_JOKE_IDS = ['""', "17", "null", "true", '["x"]', "{}"]
# What a script in JavaScript reads in ways of its own.
ODD_JOKES = [
    '"constructor"', '"__proto__"', '"toString"', '"hasOwnProperty"', '"hilarious"', '"undefined"',
    '"null"', '"010"', '"10"', '"1e+21"', '""', "10", "10.0", "1e20", "1e21", "123456789012345680000",
    "1.5e-7", "0.000001", "-0", "null", "true", "false", "[]", '["a"]', '["a",null,10]', "{}",
]
ODD_RATINGS = [
    '"5"', '" 5\\n"', '"0x5"', '"5e0"', '"five"', '""', '"Infinity"', '"-1"', "true", "false", "null", "4.5",
    "4.999", "2.5", "1.5", "99", "-3", "0", "-0", "1e300", "[]", "[5]", '["4"]', "[4,5]", "[null]", "{}",
    '{"a":5}',
]
# Labels of weeks that ISO 8601 has, and others.
LABELS = [
    '"2026-W01"', '"2026-W02"', '"2026-W03"', '"2026-W53"', '"2020-W53"', '"2025-W52"', '"2026-\\u005701"',
]
ODD_LABELS = [
    '"2025-W53"', '"2026-W00"', '"2026-W7"', '"2026-w07"', '"0000-W01"', '"0000-W52"', '"0000-W53"',
    '"0001-W01"', '"9999-W51"', '"9999-W52"', '"9999-W53"',
    '"all_time"', '"all_time "', '""', "null", "7", '["2026-W01"]', '"../../etc"', '"a/b"', '"."', '".."', '".a"',
    '"__a__"', '"__id7__"', '"__id07__"', '"caf\\u00e9"', '"cafe\\u0301"', '"a\\u0000b"', '"2026-W01--2026-W02"',
    f'"{"w" * 1500}"', f'"{"w" * 1501}"', '"~x"', '"a b%"',
]
FEW = {
    "device_id": ['"d1"', '"d2"', '"D"', '""', "null", '"\\u0064\\u0031"'],
    "week_id": ['"2026-W01"', '"2026-W02"', "7"],
    "timestamp": ['"2026-01-05T08:00:00Z"', '"2026-01-05T09:00:00.000001+01:00"', "1767600000",
                  '{"_seconds":1767600000,"_nanoseconds":1000}', "null", '"then"'],
}
HUGE_BYTES = 17 << 20  # above the limit of a record, 16 MiB

Change = Callable[[Record, Draws, int], None]


@dataclass(frozen=True)
class Defect:
    """One entry of the menu. Without `change`, it is a defect of the file or of dumps."""

    name: str
    says: str
    change: Optional[Change] = None


def one_of(ratings: list[str], name: str) -> Change:
    """A rating that is one of these."""
    return lambda record, draws, index: unexpected(record, draws.choice(ratings, name, index))


def numbers(record: Record, draws: Draws, index: int) -> None:
    zeros = "0" * draws.below(3000, "zeros", index)
    kind = draws.below(3, "long number", index)
    if kind == 0:
        unexpected(record, draws.choice(NUMBERS, "number", index))
    elif kind == 1:
        unexpected(record, f"{record.rating}.0{zeros}1")
    else:
        spell(record, "{}.0" + zeros)


def unexpected(record: Record, text: str) -> None:
    record.replace("rating", text)
    record.rating = None


def missing_rating(record: Record, draws: Draws, index: int) -> None:
    record.remove("rating")
    record.rating = None


def number_spelling(record: Record, draws: Draws, index: int) -> None:
    spell(record, draws.choice(SPELLINGS, "spelling", index))


def spell(record: Record, spelling: str) -> None:
    record.spelling = spelling
    record.replace("rating", spelling.format(record.rating))


def no_joke(record: Record, draws: Draws, index: int) -> None:
    if draws.below(len(BAD_JOKE_IDS) + 1, "no joke id", index):
        record.replace("joke_id", draws.choice(BAD_JOKE_IDS, "bad joke id", index))
    else:
        record.remove("joke_id")
    record.joke = None


def another_joke(name: str) -> Change:
    def change(record: Record, draws: Draws, index: int) -> None:
        joke = draws.choice(JOKES[name], f"joke of {name}", index)
        is_escaped = not draws.below(2, "escaped", index)
        record.replace("joke_id", escaped(joke, draws, index) if is_escaped else quoted(joke))
        record.joke = joke
        # An id holds no slash, and each of these ids differs by its bytes; twins in NFC and NFD too.
        device, week = record.id[:36], record.id[-8:]
        record.id = f"{device}_{joke}_{week}"

    return change


def key_twice(record: Record, draws: Draws, index: int) -> None:
    key = draws.choice(["rating", "joke_id"], "key twice", index)
    name = key if draws.below(2, "second key", index) else escaped(key, draws, index)[1:-1]
    value = draws.choice(["4", "3", '"other"', "null"], "second value", index)
    at = draws.below(len(record.pairs) + 1, "second place", index)
    record.pairs.insert(at, (name, value))
    record.reject()


def vote_twice(record: Record, draws: Draws, index: int) -> None:
    key = draws.choice(list(FEW), "vote twice", index)
    name = key if draws.below(2, "second name", index) else escaped(key, draws, index)[1:-1]
    value = draws.choice([*FEW[key], "null"], "second vote", index)
    record.pairs.insert(draws.below(len(record.pairs) + 1, "vote place", index), (name, value))


def escaped_keys(record: Record, draws: Draws, index: int) -> None:
    spelled = {
        key: escaped(key, draws, index + at)[1:-1] for at, (key, _) in enumerate(record.pairs)}
    record.pairs = [(spelled[key], value) for key, value in record.pairs]
    record.rating_key = spelled["rating"]


def unknown_field(record: Record, draws: Draws, index: int) -> None:
    key, value = draws.choice(UNKNOWN, "unknown", index)
    at = draws.below(len(record.pairs) + 1, "unknown place", index)
    record.pairs.insert(at, (key, value))


def javascript(record: Record, draws: Draws, index: int) -> None:
    which = draws.below(3, "read by JavaScript", index)
    if which < 2:
        text = draws.choice(ODD_JOKES, "odd joke", index)
        record.replace("joke_id", text)
        record.joke = (json.loads(text) or None) if text[0] == '"' else None
    if which > 0:
        unexpected(record, draws.choice(ODD_RATINGS, "odd rating", index))


def week(record: Record, draws: Draws, index: int) -> None:
    labels = LABELS if draws.below(4, "odd label", index) else ODD_LABELS
    others = [each for each in labels if ("week_id", each) not in record.pairs]
    record.replace("week_id", draws.choice(others, "label", index))


def crowd(record: Record, draws: Draws, index: int) -> None:
    for key, few in FEW.items():
        record.replace(key, draws.choice(few, f"few {key}", index))


def duplicate(record: Record, draws: Draws, index: int) -> None:
    record.copies = 2


def huge(record: Record, draws: Draws, index: int) -> None:
    record.pairs.append(("note", quoted("ha" * (HUGE_BYTES // 2))))
    record.reject()


DEFECTS = {
    defect.name: defect for defect in [
        Defect("strings", "a rating is a text, such as \"4\"", one_of(STRINGS, "string")),
        Defect("null", "a rating is null", one_of(["null"], "null")),
        Defect("missing", "a document has no rating", missing_rating),
        Defect("unexpected", "a rating is another number, true, an array or an object",
               one_of(UNEXPECTED, "unexpected")),
        Defect("numbers", "a rating is a number of many digits or beyond a double", numbers),
        Defect("spelled", "a rating is spelled as 4.0, 40e-1 or the like", number_spelling),
        Defect("no-joke", "a joke id is missing, empty or not a string", no_joke),
        Defect("nfc", "a joke id exists in two forms of Unicode, NFC and NFD", another_joke("nfc")),
        Defect("constructor", "a joke id is a name that JavaScript's objects inherit",
               another_joke("constructor")),
        Defect("odd-ids", "a joke id has quotes, line breaks, emoji or 600 letters",
               another_joke("odd-ids")),
        Defect("twice", "a document has its rating or joke id twice", key_twice),
        Defect("vote-twice", "a document has its device, week or time twice", vote_twice),
        Defect("escaped", "the keys are spelled with escapes", escaped_keys),
        Defect("unknown", "a document has a field that the app does not write", unknown_field),
        Defect("javascript", "a joke id or a rating is one that JavaScript reads in ways of its own",
               javascript),
        Defect("weeks", "a week's label is spelled oddly, or none", week),
        Defect("crowded", "the device, week and time are among few, so that votes compete", crowd),
        Defect("duplicates", "a document is there twice", duplicate),
        Defect("huge", "one of the first documents has 17 MiB, whatever --percent says", huge),
        Defect("truncated", "the export ends in the middle of its last document"),
        Defect("crlf", "lines end with a carriage return and a line feed"),
        Defect("bom", "the export begins with a byte order mark"),
        Defect("no-newline", "the last line has no end"),
        Defect("disorder", "white space, blank lines, other names of ids, and another collection"),
        Defect("envelopes", "a document's name, parts or types are odd, missing or twice, or of "
               "another collection"),
        Defect("flagged", "a third of the dumps have the flag of a migration"),
        Defect("odd-jokes", "a field of a joke of the catalogue is odd, missing or twice"),
    ]
}
# What random exports have: changes of single documents, none of 17 MiB.
OF_RECORDS = tuple(
    name for name, defect in DEFECTS.items()
    if defect.change and name not in ("huge", "duplicates", "javascript", "weeks", "crowded", "vote-twice"))


class Choice:
    """The defects that were chosen, and the share of the records that each hits, in percent."""

    def __init__(
        self, names: tuple[str, ...] = (), percent: float = 0, oddities: tuple[Oddity, ...] = ()
    ):
        self.names, self.percent = frozenset(names), percent
        self.changes: dict[str, Change] = {
            name: change for name in names if name != "huge" and (change := DEFECTS[name].change)}
        if "envelopes" in names and oddities:
            self.changes["envelopes"] = lambda record, draws, index: draws.choice(
                oddities, "oddity", index).change(record, draws, index)

    def of(self, draws: Draws, index: int) -> Optional[str]:
        """The record's defect, if any: of several the one with the lowest draw, so that a defect more
        changes only the records that it hits."""
        if "huge" in self.names and index == 1 + draws.below(3, "huge", 0):
            return "huge"
        drawn = [
            (draws.fraction(f"defect {name}", index), name) for name in self.changes
            # The first document tells the format.
            if index or name != "envelopes"]
        lowest, name = min(drawn, default=(1.0, ""))
        return name if lowest * 100 < self.percent else None

    def apply(self, record: Record, draws: Draws, index: int) -> None:
        name = self.of(draws, index)
        if name == "huge":
            huge(record, draws, index)
        elif name:
            self.changes[name](record, draws, index)
