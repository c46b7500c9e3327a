"""Faults of real exports. Each changes a record's text and its expected result."""

import json

UNEXPECTED = [
    "0", "6", "-4", "4.5", '"4"', '"funny"', "true", "false", "null", "[4]", '{"value":4}', "40",
    "4e1", "5.0000000000000000001", "4.9999999999999999999", "9223372036854775808", "1e400",
    "-0", "0.4", "4e-400", "12345678901234567890123456789", '""',
]
# Of each rating: the digit is the only one of its significand that is not zero.
SPELLINGS = [
    "{}.0", "{}e0", "{}E+0", "{}0e-1", "0.{}e1", "0.0{}E2", "{}.000000000000000000000", "{}00E-02",
    "0.000{}e+0004",
]
JOKES = [
    "knock_knock_lettuce", "_", "caf\u00e9", "cafe\u0301", "\u6f2b\u624d", "\U0001f414crossing",
    "__proto__", "constructor", 'quo"ted', "back\\slash", "line\nbreak", " ", "\u2028", "a" * 600,
    "\u00c5ngstr\u00f6m", "A\u030angstro\u0308m", "\uffff", "\U00010000", "tab\tbed", "\x7f\x01",
]
UNKNOWN = [
    ("rating2", "4"), ("note", '"rating: 4, \\"rating\\":4"'), ("Rating", "4"), ("rating ", "3"),
    ("nested", '{"rating":4,"joke_id":"other","rating":3}'), ("extra", "[[],{},[{\"rating\":2}]]"),
    ("updated", "null"), ("big", "1" * 400), ("tiny", "1e-999"), ("", "0"), ("empty", "{ }"),
    ("\u00e9toile", '"\\u2605 \\ud83d\\ude00"'), ("joke", '"}{][,:"'),
]
BAD_JOKE_IDS = ['""', "17", "null", "true", '["x"]', "{}"]


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def escaped(text, draws, index):
    """The same string in JSON, some of its characters as \\u escapes."""
    spelled = []
    for at, letter in enumerate(text):
        if draws.below(3, f"escape {at}", index) and ord(letter) < 0x10000:
            spelled.append(f"\\u{ord(letter):04{draws.choice('xX', 'case', index)}}")
        else:
            spelled.append(quoted(letter)[1:-1])
    return '"' + "".join(spelled) + '"'


def unexpected_rating(record, draws, index):
    record.replace("rating", draws.choice(UNEXPECTED, "unexpected", index))
    record.rating = None


def long_number(record, draws, index):
    zeros = "0" * draws.below(3000, "zeros", index)
    if draws.below(2, "exact", index):
        record.replace("rating", f"{record.rating}.0{zeros}")
    else:
        record.replace("rating", f"{record.rating}.0{zeros}1")
        record.rating = None


def missing_rating(record, draws, index):
    record.remove("rating")
    record.rating = None


def number_spelling(record, draws, index):
    record.replace("rating", draws.choice(SPELLINGS, "spelling", index).format(record.rating))


def unusable_joke_id(record, draws, index):
    record.replace("joke_id", draws.choice(BAD_JOKE_IDS, "bad joke id", index))
    record.joke = None


def missing_joke_id(record, draws, index):
    record.remove("joke_id")
    record.joke = None


def odd_joke_id(record, draws, index):
    joke = draws.choice(JOKES, "odd joke id", index)
    spelled = quoted(joke) if draws.below(2, "escaped", index) else escaped(joke, draws, index)
    record.replace("joke_id", spelled)
    record.joke = joke
    # An id holds no slash, and each of these ids differs by its bytes; twins in NFC and NFD too.
    device, week = record.id[:36], record.id[-8:]
    record.id = f"{device}_{joke}_{week}"


def key_twice(record, draws, index):
    key = draws.choice(["rating", "joke_id"], "key twice", index)
    name = key if draws.below(2, "second key", index) else escaped(key, draws, index)[1:-1]
    value = draws.choice(["4", "3", '"other"', "null"], "second value", index)
    at = draws.below(len(record.pairs) + 1, "second place", index)
    record.pairs.insert(at, (name, value))
    record.joke, record.has_key_twice = None, True


def escaped_keys(record, draws, index):
    record.pairs = [
        (escaped(key, draws, index + at)[1:-1], value)
        for at, (key, value) in enumerate(record.pairs)
    ]


def unknown_field(record, draws, index):
    key, value = draws.choice(UNKNOWN, "unknown", index)
    at = draws.below(len(record.pairs) + 1, "unknown place", index)
    record.pairs.insert(at, (key, value))


TROUBLES = [
    unexpected_rating, long_number, missing_rating, number_spelling, unusable_joke_id,
    missing_joke_id, odd_joke_id, key_twice, escaped_keys, unknown_field,
]
