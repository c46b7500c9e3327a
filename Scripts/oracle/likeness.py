"""Compares two dumps whose bytes may differ, value for value and key for key.

The functions return a violation, or None. Numbers in `jokeRatings` and the timestamps are compared by
value (a rating may be `4.0`), all others by type too, so that `true` never passes for 1.
"""

from decimal import Decimal

from live.counts import counted

from . import dumps
from .scanner import Damaged, scan

NUMERIC = {"jokeRatings", "jokeRatingTimestamps", "savedJokeTimestamps"}


def difference(given, made, expected):
    """The violation in the dump file `made` from `given`, compared with `expected`."""
    try:
        given_kind, given_dumps = dumps.read_dumps(given)
        made_kind, made_dumps = dumps.read_dumps(made)
    except Damaged as damage:
        return f"not readable: {damage}"
    _, expected_dumps = dumps.read_dumps(expected)
    if made_kind != given_kind:
        return f"{given_kind} became {made_kind}"
    if len(made_dumps) != len(expected_dumps):
        return f"{counted(len(expected_dumps), 'dump')} became {len(made_dumps)}"
    for old, new, wanted in zip(given_dumps, made_dumps, expected_dumps):
        wrong = unlike(new, wanted, "", False) or moved(old, new)
        if wrong:
            return wrong
    if given_kind in ("json", "lines"):
        return respelled(given, made, given_kind)
    return None


def unlike(made, expected, path, by_value):
    if isinstance(expected, dict) and isinstance(made, dict):
        missing, added = expected.keys() - made.keys(), made.keys() - expected.keys()
        if missing or added:
            return f"{path}: keys {sorted(missing)} missing, {sorted(added)} added"
        for key, value in expected.items():
            wrong = unlike(made[key], value, f"{path}/{key}", by_value or key in NUMERIC)
            if wrong:
                return wrong
        return None
    if isinstance(expected, list) and isinstance(made, list) and len(expected) == len(made):
        pairs = enumerate(zip(made, expected))
        wrongs = (unlike(one, other, f"{path}/{at}", by_value) for at, (one, other) in pairs)
        return next(filter(None, wrongs), None)
    both_numbers = is_number(made) and is_number(expected)
    same_type = type(made) is type(expected) or (both_numbers and by_value)
    if same_type and made == expected:
        return None
    return f"{path}: {made!r} ({type(made).__name__}), not {expected!r}"


def is_number(value):
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def moved(old, new):
    before = [key for key in old if key in new]
    after = [key for key in new if key in old]
    if before != after:
        return f"keys moved: {before} to {after}"
    for key in NUMERIC & old.keys() & new.keys():
        if isinstance(old[key], dict) and moved(old[key], new[key]):
            return f"{key}: {moved(old[key], new[key])}"
    return None


def respelled(given, made, kind):
    """A JSON value outside of the rules whose spelling has changed."""
    pairs = [(given, made)]
    if kind == "lines":
        pairs = zip(*([line for line in text.splitlines() if line.strip()] for text in (given, made)))
    for old_text, new_text in pairs:
        old, new = scan(old_text), scan(new_text)
        for key, key_node, value in old.members:
            again = next((each for each in new.members if each[0] == key), None)
            if again is None or again[1].text != key_node.text:
                return f"{key}: the key is spelled differently"
            if key in dumps.BINARY_FLAGS or key == dumps.SAVED_FLAG:
                continue
            wrong = respelled_value(key, value, again[2])
            if wrong:
                return wrong
    return None


def respelled_value(key, old, new):
    if key not in NUMERIC and key != "savedJokeIds":
        return None if old.text == new.text else f"{key}: touched"
    if key == "savedJokeIds":
        spelled = [element.text for element in new.elements[: len(old.elements)]]
        kept = spelled == [element.text for element in old.elements]
        return None if kept else f"{key}: an old id is spelled differently"
    after = {name: node for name, _, node in new.members}
    for name, _, node in old.members:
        if name not in after or node.text == after[name].text or key == "savedJokeTimestamps":
            continue
        digits = sum(a != b for a, b in zip(node.text, after[name].text))
        if key != "jokeRatings" or len(node.text) != len(after[name].text) or digits != 1:
            return f"{key}/{name}: {node.text} became {after[name].text}"
    return None
