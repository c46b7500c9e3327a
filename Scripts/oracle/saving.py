"""Saving and unsaving jokes in a dump, and the list of the saved ones (Rules, “Saved jokes”)."""

import plistlib

from .dumps import read_dumps, write_json
from .exports import WrongKind
from .feed import number, seconds
from .likeness import moved, unlike
from .ranking import as_jq_prints
from .scanner import scan

IDS, TIMES = "savedJokeIds", "savedJokeTimestamps"


def edited(dump, saving, unsaving, now):
    """The dump with jokes unsaved, then saved; None without a change."""
    saved, times = list(dump.get(IDS, [])), dict(dump.get(TIMES, {}))
    is_changed = False
    for joke in unsaving:
        if joke in saved:
            saved = [each for each in saved if each != joke]
            times.pop(joke, None)
            is_changed = True
    for joke in saving:
        if joke not in saved:
            saved.append(joke)
            is_changed = True
        if seconds(times.get(joke)) != now:
            times[joke] = now
            is_changed = True
    result = dict(dump)
    for key, value in ((IDS, saved), (TIMES, times)):
        if value or key in dump:
            result[key] = value
    return result if is_changed else None


def listed(dump, form):
    """The saved jokes, newest saved first, as they are printed."""
    jokes, times = list(dict.fromkeys(dump.get(IDS, []))), dump.get(TIMES, {})
    times = {joke: seconds(time) for joke, time in times.items()}
    jokes.sort(key=lambda joke: -(times.get(joke) or 0.0))
    if form == "ids":
        return "".join(joke + "\n" for joke in jokes).encode()
    rows = [{"joke_id": joke, "saved_at": number(times.get(joke))} for joke in jokes]
    return as_jq_prints({"schema_version": 1, "saved_jokes": rows})


def read(content):
    """The kind of a file and its only dump, which must not be ambiguous."""
    kind, found = read_dumps(content)
    if len(found) != 1:
        raise WrongKind("not one dump")
    dump = found[0]
    if kind in ("json", "lines"):
        top = scan(content)
        for node in (top, *(each for each in top.all(TIMES) if each.kind == "object")):
            keys = [key for key, _, _ in node.members if node is not top or key in (IDS, TIMES)]
            if len(keys) != len(set(keys)):
                raise WrongKind("a key that comes twice")
    ids = dump.get(IDS, [])
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
        raise WrongKind("the saved jokes are no array of strings")
    if not isinstance(dump.get(TIMES, {}), dict):
        raise WrongKind("their times are no dictionary")
    return kind, dump


def as_given(content, kind, dump):
    """A dump as bytes, in the layout of its file; a binary one as XML."""
    if kind in ("xml", "binary"):
        return plistlib.dumps(dump, sort_keys=False)
    text = content.decode()
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(newline)
    step = lines[1][: len(lines[1]) - len(lines[1].lstrip())] if len(lines) > 1 else ""
    end = text[len(text.rstrip(" \t\r\n")) :]
    return (write_json(dump, step or None).replace("\n", newline) + end).encode()


def difference(given, made, expected):
    """The violation in the binary dump `made` from `given`; others are compared by bytes."""
    (kind, old), (made_kind, new) = read(given), read(made)
    if made_kind != kind:
        return f"{kind} became {made_kind}"
    return unlike(new, read(expected)[1], "", False) or moved(old, new)
