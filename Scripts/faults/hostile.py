"""Promises 9 and 10: the JSON test suite, and hostile values."""

import json
import os
import plistlib
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from live.counts import counted

from .campaign import Outcome, promise
from .processes import measured, run

SECONDS, MEBIBYTES = 10, 64
MARK = b"\xef\xbb\xbf"
# The accepted texts among those that a parser may accept or refuse: FORMATS section 6.
FREELY_ACCEPTED = {
    "i_number_double_huge_neg_exp", "i_number_huge_exp", "i_number_neg_int_huge_exp",
    "i_number_pos_double_huge_exp", "i_number_real_neg_overflow", "i_number_real_pos_overflow",
    "i_number_real_underflow", "i_number_too_big_neg_int", "i_number_too_big_pos_int",
    "i_number_very_big_negative_int", "i_structure_500_nested_arrays",
    "i_structure_UTF-8_BOM_empty_object",
}


@promise(9, "the JSON reader accepts JSON and nothing else")
def test_suite(campaign):
    samples = os.environ.get("LAUGHTRACK_SAMPLES")
    folder = Path(samples or ".") / "json-test-suite/test_parsing"
    if not folder.is_dir():
        return Outcome("no text", missing="LAUGHTRACK_SAMPLES names no folder with JSONTestSuite")
    room, counts, failures = campaign.room("suite"), {"y": 0, "n": 0, "i": 0}, []
    for path in sorted(folder.glob("*.json")):
        counts[path.name[0]] += 1
        # In a field that the tools ignore: they check every byte of a document.
        text = path.read_bytes().removeprefix(MARK)
        (room / "input").write_bytes(b'[{"joke_id":"a","rating":5,"x":' + text + b"}]")
        is_valid = path.name.startswith("y_") or path.stem in FREELY_ACCEPTED
        for tool in ("aggregate-top10", "migrate-ratings"):
            done = run([campaign.tools / tool, "input", "-n"], room)
            if done.status != (0 if is_valid else 65):
                failures.append(f"{path.stem}: {tool} ends with {done.status}: {done.last_words}")
    if counts != {"y": 95, "n": 188, "i": 35}:
        failures.append(f"the suite is another: {counts}")
    return Outcome("95 accepted, 188 refused, 12 of 35 free ones", failures)


MIGRATION = (("migrate-ratings", "input", "-o", "out", "--force"),)
RANKING = (("aggregate-top10", "input", "-n", "--no-hash", "--max-unmigrated", "100%"),)


@dataclass(frozen=True)
class Hostile:
    """A hostile value, as the pieces of an input, and the allowed exit statuses."""

    name: str
    pieces: object
    statuses: tuple = (0,)
    # The commands that read it.
    commands: tuple = MIGRATION + RANKING


# Counts the documents of all collections, and so looks into each.
COUNT = (("read-export", "input", "--count", "-o", "count", "--force"),)
DUMPS = (
    ("migrate-ratings", "input", "-o", "out", "--force"),
    ("migrate-saved", "input", "-o", "other", "--force", "--now", "0"),
    ("edit-saved", "input", "--list"),
    ("edit-saved", "input", "--save", "a", "-o", "other", "--force", "--now", "0"),
    ("prune-processed", "input", "--existing", "ids", "-o", "other", "--force"),
    ("preview-feed", "jokes", "input", "--date", "2026-03-01"),
)
DUMP_MIGRATIONS = DUMPS[:2]


# An event to which more fields can be added, and the collection of one event.
EVENT = b'{"joke_id":"a","rating":4'
RATINGS = b'"rating_events":{"a":' + EVENT + b"}}"


def document(value, key='"x"'):
    return EVENT + b"," + key.encode() + b":" + value + b"}\n"


def identified(identifier):
    return b'{"joke_id":%s,"rating":4}\n' % identifier


def repeated(piece, count):
    """Copies, some thousand at a time."""
    block = 4096
    for _ in range(count // block):
        yield piece * block
    yield piece * (count % block)


def colliding(count):
    """Jokes whose ids differ only in the middle."""
    for at in range(count):
        yield identified(b'"%s%08x%s"' % (b"A" * 40, at * 0x9E3779B1 & 0xFFFFFFFF, b"Z" * 40))


def collections(count):
    return (b'"c%d":{"d":{"x":1}},' % at for at in range(count))


SPACED = {
    "elements": b'[{"joke_id":"a","rating":4}~,~{"joke_id":"b","rating":3}~,~'
                b'{"joke_id":"c","rating":2}~]~',
    "documents": b'{\n"joke_id":"a","rating":4}~{"joke_id":"b","rating":3}~{"joke_id":"c","rating":2}~',
    "lines": b'{"joke_id":"a","rating":4}\n~\n{"joke_id":"b","rating":3}\n{"joke_id":"c","rating":2}\n~',
    "pages": b'{"documents":[~{"name":"projects/p/databases/(default)/documents/rating_events/a",'
             b'"fields":{"joke_id":{"stringValue":"a"},"rating":{"integerValue":"4"}}}~,~'
             b'{"name":"projects/p/databases/(default)/documents/rating_events/b",'
             b'"fields":{"joke_id":{"stringValue":"b"},"rating":{"integerValue":"3"}}}~]}~{}~',
    "collections": b'{"__collections__":{~"users":{"u":{"x":1}~}~,~"rating_events":{~'
                   b'"a":{"joke_id":"a","rating":4}~,~"b":{"joke_id":"b","rating":3}~}~}}~',
    "members": b'{"a":{"joke_id":"a","rating":4}~,~"b":{"joke_id":"b","rating":3}~}~',
}


def spaced(pieces):
    """More white space between records than the limit of a record."""
    for at, piece in enumerate(pieces.split(b"~")):
        if at > 0:
            yield from repeated(b" ", 17 << 20)
        yield piece


def repeating_lists():
    """Binary property lists that expand to far more than their size."""
    texts = ["x" * 60_000] * 65_000
    chain = []
    for _ in range(200):
        chain = [chain, chain]
    # A dictionary whose one value is itself.
    circle = (b"bplist00" b"\xd1\x01\x00" b"\x5bjokeRatings" b"\x08\x0b"
              + bytes([0] * 6 + [1, 1]) + (2).to_bytes(8, "big") + bytes(8)
              + (23).to_bytes(8, "big"))
    # A dictionary that has one long key as often as an object can be referred to.
    key, often = b"\x5f\x11\xea\x60" + b"k" * 60_000, 60_000
    head = b"bplist00" + b"\xd1\0\1\0\2" + b"\x5f\x10\x14jokeRatingTimestamps"
    large = b"\xdf\x11" + often.to_bytes(2, "big") + b"\0\3" * often + b"\0\4" * often
    starts = (8, 13, len(head), len(head + large), len(head + large + key))
    body = head + large + key + b"\x10\4"
    doubled = (body + b"".join(start.to_bytes(4, "big") for start in starts) + bytes([0] * 6 + [4, 2])
               + (5).to_bytes(8, "big") + bytes(8) + len(body).to_bytes(8, "big"))
    ids = ("savedJokeIds", "jokeImpressions", "ScreenSort.ProcessedIDs")
    lists = {
        "10^5 references to one string": ({key: texts for key in ids}, (0, 3, 65)),
        "10^5 values of one string":
            ({key: {str(at): texts[0] for at in range(65_000)} for key in
              ("jokeRatings", "jokeRatingTimestamps", "savedJokeTimestamps")}, (0, 3, 65)),
        "arrays that double 200 times": ({"jokeRatings": {"a": chain}, "x": chain}, (0,)),
    }
    values = [
        Hostile(name, lambda made=made: [plistlib.dumps(made, fmt=plistlib.FMT_BINARY)],
                statuses, DUMPS)
        for name, (made, statuses) in lists.items()
    ]
    return values + [
        Hostile("a list that holds itself", lambda: [circle], (65,), DUMPS),
        Hostile("60,000 times one key of 60 KB", lambda: [doubled], (0, 3, 65), DUMPS),
    ]


def long_names():
    """Dumps of 10 MB whose migrated copies are three times as long, or of 20 MB and twice as long."""
    ratings = {f"{at:06}" + "n" * 200: 5 - at % 2 * 4 for at in range(50_000)}
    times = {name: 1.7e9 + at + 0.5 for at, name in enumerate(ratings)}
    dump = {"jokeRatings": ratings}
    timed = {**dump, "jokeRatingTimestamps": times}
    forms = {
        "JSON": lambda: json.dumps(dump).encode(), "XML": lambda: plistlib.dumps(dump),
        "a binary list": lambda: plistlib.dumps(dump, fmt=plistlib.FMT_BINARY),
        "JSON, with times": lambda: json.dumps(timed).encode(),
        "a binary list, with times": lambda: plistlib.dumps(timed, fmt=plistlib.FMT_BINARY),
    }
    return [
        Hostile(f"50,000 long names in {name}", lambda made=made: [made()], commands=DUMP_MIGRATIONS)
        for name, made in forms.items()
    ]


def hostile_values():
    """All hostile values; invalid ones are refused, too large ones rejected."""
    plain = {
        "2^53 + 1": document(b"9007199254740993"), "1e400": document(b"1e400"),
        "-0": document(b"-0"), "rating 1e400": b'{"joke_id":"a","rating":1e400}\n',
        "rating 2^53 + 1": b'{"joke_id":"a","rating":9007199254740993}\n',
        "rating -0": b'{"joke_id":"a","rating":-0}\n',
        "key __proto__": document(b"{}", '"__proto__"'),
        "id __proto__": identified(b'"__proto__"'), "id constructor": identified(b'"constructor"'),
        "id of 1,500 bytes": identified(b'"' + b"i" * 1500 + b'"'),
        "twins under NFC and NFD": identified('"é"'.encode()) + identified('"e\u0301"'.encode()),
        "NUL, escaped": document(rb'"\u0000"'), "a byte order mark": MARK + document(b"1"),
    }
    refused = {
        "a lone surrogate": document(rb'"\ud800"'), "NUL": document(b'"\0"'),
        "a byte order mark inside": document(MARK + b"1"),
        "UTF-16": "\ufeff{\"joke_id\":\"a\"}\n".encode("utf-16-le"),
    }

    def nested():
        """A database of node-firestore-import-export, the chosen collection last."""
        return chain([b'{"__collections__":{'], collections(100_000), [RATINGS, b"}}"])

    def below():
        """Subcollections in one document, on one line."""
        head = b'{"__collections__":{"rating_events":{"a":' + EVENT + b',"__collections__":{'
        return chain([head], collections(100_000), [b'"z":{}}}}}}'])

    values = [Hostile(name, lambda text=text: [text]) for name, text in plain.items()]
    values += [Hostile(name, lambda text=text: [text], (65,)) for name, text in refused.items()]
    return values + [
        Hostile("depth 10^6", lambda: chain(
            [EVENT + b',"x":'], repeated(b"[", 1_000_000), repeated(b"]", 1_000_000), [b"}\n"]), (0, 65)),
        Hostile("depth 10^6, not closed", lambda: repeated(b"[", 1_000_000), (65,)),
        Hostile("a string of 64 MiB", lambda: chain(
            [EVENT + b',"x":"'], repeated(b"s", 64 << 20), [b'"}\n']), (0, 3)),
        Hostile("a number of 1 MiB", lambda: [document(b"1" * (1 << 20))]),
        Hostile("10^6 equal keys", lambda: chain([EVENT], repeated(b',"x":1', 1_000_000), [b"}\n"])),
        Hostile("ids alike", lambda: colliding(100_000)),
        Hostile("10^5 collections", nested), Hostile("10^5 collections, counted", nested, commands=COUNT),
        Hostile("10^5 plain collections", lambda: chain([b"{"], collections(100_000), [RATINGS, b"}"])),
        Hostile("10^5 subcollections of one document", below),
        Hostile("10^5 subcollections, counted", below, commands=COUNT),
        Hostile("an empty id", lambda: [identified(b'""')], (0, 3)),
    ] + repeating_lists() + long_names() + [
        Hostile(f"17 MiB of white space between {name}", lambda text=text: spaced(text))
        for name, text in SPACED.items()
    ]


@promise(10, "hostile values take linear time and bounded memory")
def hostile(campaign):
    room, failures, worst = campaign.room("hostile"), [], (0, 0)
    (room / "ids").write_bytes(b"a\n")
    (room / "jokes").write_bytes(b'{"id":"a","text":"","type":"dad"}\n')
    values = hostile_values()
    for value in values:
        with open(room / "input", "wb") as file:
            file.writelines(value.pieces())
        most = MEBIBYTES + (room / "input").stat().st_size / (1 << 20)
        for tool, *words in value.commands:
            done = measured([campaign.tools / tool, *words], room)
            worst = (max(worst[0], done.seconds), max(worst[1], done.mebibytes))
            if done.crashed or done.status not in value.statuses:
                failures.append(f"{value.name}: {tool} ends with {done.status}: {done.last_words}")
            if done.seconds > SECONDS or done.mebibytes > most:
                failures.append(f"{value.name}: {tool} takes {done.seconds:.1f} s and "
                                f"{done.mebibytes:.0f} MiB")
        if value.statuses == (0,) and (room / "out").exists():
            again = run([campaign.tools / "migrate-ratings", "out", "--check"], room)
            if again.status != 0:
                failures.append(f"{value.name}: migrated, it is not done: {again.last_words}")
        (room / "out").unlink(missing_ok=True)
    return Outcome(f"{counted(len(values), 'value')}, {worst[0]:.1f} s, {worst[1]:.0f} MiB", failures)
