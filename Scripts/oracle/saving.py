"""Saving and unsaving jokes in a dump, and the list of the saved ones (Rules, “Saved jokes”)."""

import plistlib

from .dumps import Number, meaning, read_dump, write_json
from .exports import WrongKind
from .feed import number, seconds
from .ranking import as_jq_prints
from .scanner import scan

IDS, TIMES = "savedJokeIds", "savedJokeTimestamps"
RATINGS, RATED_AT = "jokeRatings", "jokeRatingTimestamps"
VERDICTS = {"hilarious": 5, "horrible": 1}


def edited(dump, saving, unsaving, rating, now):
    """The dump with jokes unsaved, then saved, then rated; None without a change."""
    changed = saved(dump, saving, unsaving, now)
    return rated(changed or dump, rating, now) or changed


def rated(dump, rating, now):
    """The dump with jokes rated, joke → word; None without a change."""
    ratings, times = dict(dump.get(RATINGS, {})), dict(dump.get(RATED_AT, {}))
    is_changed = False
    for joke, word in rating.items():
        if word == "none":
            if joke in ratings:
                del ratings[joke]
                times.pop(joke, None)
                is_changed = True
            continue
        if meaning(ratings.get(joke)) != VERDICTS[word]:
            ratings[joke] = spelled_like(ratings.get(joke), VERDICTS[word])
            is_changed = True
        if seconds(times.get(joke)) != now:
            times[joke] = now
            is_changed = True
    return with_values(dump, {RATINGS: ratings, RATED_AT: times}) if is_changed else None


def spelled_like(old, rating):
    """A rating in the type of the old one; the digit of a number changes, if it has only one."""
    if isinstance(old, Number):
        digits = [digit for digit in old.spelling.lower().partition("e")[0] if digit in "123456789"]
        if old in range(1, 10) and len(digits) == 1:
            return Number(old.spelling.replace(digits[0], str(rating), 1))
        return Number(str(rating))
    if type(old) is float:
        return float(rating) if old in range(1, 10) else Whole(rating)
    return rating


class Whole(float):
    """A real number without a point in text."""

    def __repr__(self):
        return str(int(self))


def with_values(dump, values):
    """The dump with these values, of which empty ones are not added."""
    return dump | {key: value for key, value in values.items() if value or key in dump}


def saved(dump, saving, unsaving, now):
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
    return with_values(dump, {IDS: saved, TIMES: times}) if is_changed else None


def listed(dump, form):
    """The saved jokes, newest saved first, as they are printed."""
    jokes, times = list(dict.fromkeys(dump.get(IDS, []))), dump.get(TIMES, {})
    times = {joke: seconds(time) for joke, time in times.items()}
    jokes.sort(key=lambda joke: -(times.get(joke) or 0.0))
    if form == "ids":
        return "".join(joke + "\n" for joke in jokes).encode()
    rows = [{"joke_id": joke, "saved_at": number(times.get(joke))} for joke in jokes]
    return as_jq_prints({"schema_version": 1, "saved_jokes": rows})


def read(content, rates=False):
    """The kind of a file and its only dump, which must not be ambiguous; nor must its ratings be, if
    they are needed."""
    dictionaries = (TIMES, RATINGS, RATED_AT) if rates else (TIMES,)
    kind, dump = read_dump(content)
    if kind in ("json", "lines"):
        top = scan(content)
        inner = [each for key in dictionaries for each in top.all(key) if each.kind == "object"]
        for node in (top, *inner):
            keys = [
                key for key, _, _ in node.members if node is not top or key in (IDS, *dictionaries)]
            if len(keys) != len(set(keys)):
                raise WrongKind("a key that comes twice")
    ids = dump.get(IDS, [])
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
        raise WrongKind("the saved jokes are no array of strings")
    if not all(isinstance(dump.get(key, {}), dict) for key in dictionaries):
        raise WrongKind("ratings or times are no dictionary")
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
