"""A device's feed, its saved jokes, and the explanation of a joke's place (Rules, “Saved jokes” and
“The feed”)."""

import math
from dataclasses import dataclass

from . import dumps
from .exports import (
    BYTE_ORDER_MARK, DUMP_KEYS, WrongKind, read_array, read_lines, read_object,
)
from .ranking import as_jq_prints
from .scanner import Damaged, check_text, scan, skip_space

TYPES = {
    "dad_joke": ["dad", "dad joke", "dad_joke", "dadjoke", "dad jokes"],
    "knock_knock": ["knock", "knock-knock", "knock_knock", "knockknock", "knock-knock jokes"],
    "pickup_line": [
        "pickup", "pickup line", "pickup_line", "pickupline", "pick up line", "pick up lines",
    ],
}
# White space by Unicode's own property, which is not quite what Python strips.
SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
SPACE += "\u200a\u2028\u2029\u202f\u205f\u3000"
TIERS = ["unseen", "seen_unrated", "rated"]
IMPRESSIONS = 500
COLLECTION = "jokes"


@dataclass
class Joke:
    id: str
    text: str
    category: str
    is_for_christmas: bool
    popularity: float

    def shown(self):
        """The members that every row of it ends with."""
        return {
            "category": self.category, "popularity_score": number(self.popularity), "text": self.text}


def read_catalogue(content):
    """The jokes of an export, and the number of rejected documents."""
    jokes, rejects = [], 0
    for document in documents(content):
        if document.is_other:
            continue
        joke = read_joke(document)
        if joke is None:
            rejects += 1
        else:
            jokes.append(joke)
    return jokes, rejects


def documents(content):
    check_text(content)
    start = len(BYTE_ORDER_MARK) if content.startswith(BYTE_ORDER_MARK) else 0
    at = skip_space(content, start)
    if at == len(content):
        return []
    if content[at : at + 1] == b"[":
        return read_array(content, at, COLLECTION).documents
    first = scan(content, at)
    if first.kind != "object":
        raise Damaged("neither an object nor an array", at)
    if DUMP_KEYS & {key for key, _, _ in first.members}:
        raise WrongKind("a defaults dump, no catalogue")
    is_single = skip_space(content, first.end) == len(content)
    if is_single and all(value.kind == "object" for _, _, value in first.members):
        return read_object(first, COLLECTION).documents
    return read_lines(content, start, False, collection=COLLECTION).documents


def read_joke(document):
    """The joke, or None without an id or with a score that overflows."""
    node = document.node
    text = node.first_string("text") or ""
    score = node.first("popularity_score")
    popularity = float(score.text) if score and score.kind == "number" else 0.0
    if document.id is None or math.isinf(popularity):
        return None
    tags = node.first("tags")
    is_for_christmas = bool(tags) and any(
        tag.kind == "string" and tag.string == "christmas" for tag in tags.elements)
    category = category_of(text, node.first_string("type") or "")
    return Joke(document.id, text, category, is_for_christmas, popularity)


def category_of(text, type_name):
    told = text.lower()
    if told.startswith("knock") and "who's there" in told:
        return "knock_knock"
    wanted = type_name.lower().strip(SPACE)
    return next((name for name, types in TYPES.items() if wanted in types), "dad_joke")


class Feed:
    """A device's state, with the changes given as options."""

    def __init__(
        self, jokes, dump, date, category=None, viewed=(), session=(), is_refreshed=False
    ):
        self.jokes, self.date = jokes, date
        self.category = category
        # What was rated in the session is rated, whether or not the dump knows.
        self.rated = set(dump.get("jokeRatings", {})) | {joke for joke in session if joke}
        self.session = set() if is_refreshed else {joke for joke in session if joke}
        self.seen = list(dump.get("jokeImpressions", []))[-IMPRESSIONS:]
        for joke in viewed:
            if joke and joke not in self.seen:
                self.seen = (self.seen + [joke])[-IMPRESSIONS:]

    def tier(self, joke):
        if joke.id in self.rated and joke.id not in self.session:
            return "rated"
        return "seen_unrated" if joke.id in self.seen else "unseen"

    def is_demoted(self, joke):
        return joke.is_for_christmas and self.date[5:7] not in ("11", "12")

    def shown(self, demotes=True):
        """The jokes in their order: filtered, by popularity, by tier, Christmas jokes moved."""
        shown = [joke for joke in self.jokes if self.category in (None, joke.category)]
        shown.sort(key=lambda joke: -joke.popularity)
        shown.sort(key=lambda joke: TIERS.index(self.tier(joke)))
        if demotes:
            shown.sort(key=self.is_demoted)
        return shown

    def row(self, rank, joke):
        return {
            "rank": rank, "joke_id": joke.id, "tier": self.tier(joke),
            "is_demoted": self.is_demoted(joke), **joke.shown(),
        }

    def explanation(self, joke_id, limit):
        """Explains the place of the joke of that id: if several have it, the one that the
        feed has first, or of those that it does not have the catalogue's first."""
        shown = self.shown()
        twins = [at for at, joke in enumerate(self.jokes) if joke.id == joke_id]
        at = min(twins, key=lambda at: place(self.jokes[at], shown) or math.inf, default=None)
        joke = None if at is None else self.jokes[at]
        rank = place(joke, shown)
        reason = None
        if joke is None:
            reason = "not_in_catalogue"
        elif rank is None:
            reason = "other_category"
        elif limit is not None and rank > limit:
            reason = "past_limit"
        told = {"schema_version": 1, "joke_id": joke_id, "date": self.date}
        told |= {"is_shown": reason is None} | ({"reason": reason} if reason else {})
        if joke is None:
            told["similar"] = nearest(joke_id, {each.id for each in self.jokes})
        else:
            told |= self.circumstances(joke) | {"catalogue_position": at + 1}
            if len(twins) > 1:
                told["other_jokes_of_this_id"] = len(twins) - 1
        if rank is not None:
            before = place(joke, self.shown(demotes=False))
            told |= {
                "position_before_demotion": before, "position": rank, "feed_count": len(shown)
            }
            if rank > 1:
                previous = shown[rank - 2]
                difference = self.difference(previous, joke)
                told["right_after"] = {"joke_id": previous.id, "difference": difference}
        return told

    def circumstances(self, joke):
        return {
            "tier": self.tier(joke), "is_seen": joke.id in self.seen,
            "is_rated": joke.id in self.rated, "is_rated_in_session": joke.id in self.session,
            "is_for_christmas": joke.is_for_christmas, "is_demoted": self.is_demoted(joke),
            **joke.shown(),
        }

    def difference(self, previous, joke):
        if self.is_demoted(previous) != self.is_demoted(joke):
            return "christmas"
        if self.tier(previous) != self.tier(joke):
            return "tier"
        same = previous.popularity == joke.popularity
        return "catalogue_position" if same else "popularity_score"


def place(joke, shown):
    """The position of the joke, from 1, or None."""
    return next((rank for rank, each in enumerate(shown, 1) if each is joke), None)


def newest_rows(jokes, category, chosen, times, name):
    """Rows by time, newest first; a missing time counts as 0."""
    times = {joke: seconds(time) for joke, time in times.items()}
    shown = [joke for joke in jokes if joke.id in chosen and category in (None, joke.category)]
    shown.sort(key=lambda joke: -(times.get(joke.id) or 0.0))
    return [
        {"rank": rank, "joke_id": joke.id, name: number(times.get(joke.id)), **joke.shown()}
        for rank, joke in enumerate(shown, 1)
    ]


def seconds(value):
    """A time as a number, or None."""
    is_number = not isinstance(value, bool) and not isinstance(value, (str, bytes, list, dict))
    return float(value) if value is not None and is_number else None


def number(value):
    """A number as printed, without a point if it is whole."""
    if value is None or not value.is_integer() or abs(value) >= 1e17:
        return value
    return int(value)


def preview(
    jokes, dump, form, date=None, is_saved=False, rated=None, explained=None, limit=None,
    category=None, **rest
):
    if rated:
        rating = {"hilarious": 5, "horrible": 1}[rated]
        chosen = {
            joke for joke, value in dump.get("jokeRatings", {}).items() if dumps.meaning(value) == rating}
        rows = newest_rows(jokes, category, chosen, dump.get("jokeRatingTimestamps", {}), "rated_at")
    elif is_saved:
        chosen, times = dump.get("savedJokeIds", []), dump.get("savedJokeTimestamps", {})
        rows = newest_rows(jokes, category, chosen, times, "saved_at")
    else:
        feed = Feed(jokes, dump, date, category, **rest)
        if explained is not None:
            return as_jq_prints(feed.explanation(explained, limit))
        rows = [feed.row(rank, joke) for rank, joke in enumerate(feed.shown(), 1)]
    rows = rows[:limit]
    if form == "ids":
        return "".join(row["joke_id"] + "\n" for row in rows).encode()
    return as_jq_prints(rows)


def nearest(word, others):
    """At most five similar ids with at most two typing errors, the nearest first."""
    slips = [(slip_count(word.lower(), other.lower()), other) for other in others]
    near = [(count, other.encode(), other) for count, other in slips if count <= 2 and other]
    return [other for _, _, other in sorted(near)[:5]]


def slip_count(one, other):
    """The number of inserted, missing, replaced and swapped letters."""
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(one):
        row = [at + 1]
        for place, its in enumerate(other):
            best = min(rows[at][place] + (letter != its), rows[at][place + 1] + 1, row[place] + 1)
            if at and place and letter == other[place - 1] and one[at - 1] == its:
                best = min(best, rows[at - 1][place - 1] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
