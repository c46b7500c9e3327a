"""Both migrations of UserDefaults dumps (Rules, “Binary ratings” and “Rated to saved”).

Both rules work on plain values; the formats differ only in reading and writing. In text formats a
number keeps its spelling (`Number`), so that `4.0` can become `5.0`.
"""

import json
import plistlib
import re
from datetime import datetime
from decimal import Decimal
from xml.parsers.expat import ExpatError

from .exports import WrongKind, is_dump_key, is_object_of_dumps
from .rules import DELETE, FAIL, UPDATE, UnexpectedRating, decision, number_meaning, respelled
from .scanner import Damaged, check_text, scan, scan_whole, skip_space

BINARY_FLAGS = ("hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary")
SAVED_FLAG = "hasMigratedRatedToSaved"


class Number(Decimal):
    """A JSON number that keeps its spelling."""

    def __new__(cls, spelling):
        number = super().__new__(cls, spelling)
        number.spelling = spelling
        return number


def meaning(value):
    """1…5 or None; `true` is not a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    spelling = value.spelling if isinstance(value, Number) else repr(value)
    return None if spelling in ("nan", "inf", "-inf") else number_meaning(spelling)


def binary(value):
    """The migrated form of a 4 or 2, with the same type and spelling."""
    if isinstance(value, Number):
        return Number(respelled(value.spelling.encode()).decode())
    return type(value)(5 if value == 4 else 1)


def is_set(value):
    """Whether `UserDefaults.bool(forKey:)` reads a value as true."""
    if isinstance(value, str):
        return re.match(r"\s*([tTyY]|[+-]?0*[tTyY1-9])", value) is not None
    return isinstance(value, (bool, int, float, Decimal)) and float(value) != 0


def is_binary(dump):
    return any(is_set(dump.get(flag)) for flag in BINARY_FLAGS)


def is_five_point(dump):
    """Whether jokes rated 3 would be saved that the binary migration would remove."""
    if is_set(dump.get(SAVED_FLAG)) or is_binary(dump):
        return False
    return any(meaning(rating) in (2, 3, 4) for rating in dump.get("jokeRatings", {}).values())


def migrate_ratings(dump, policy="keep"):
    """The dump with binary ratings, or None if a flag is set."""
    if is_binary(dump):
        return None
    migrated, timestamps = dict(dump), dict(dump.get("jokeRatingTimestamps", {}))
    ratings = {}
    for joke, value in dump.get("jokeRatings", {}).items():
        each = decision(meaning(value), policy)
        if each == FAIL:
            raise UnexpectedRating
        if each == DELETE:
            timestamps.pop(joke, None)
        else:
            ratings[joke] = binary(value) if each == UPDATE else value
    for key, value in (("jokeRatings", ratings), ("jokeRatingTimestamps", timestamps)):
        if key in dump:
            migrated[key] = value
    return {**migrated, **{flag: True for flag in BINARY_FLAGS}}


def migrate_saved(dump, now, keep_saved_timestamps=False):
    """The dump with its rated jokes saved, or None if the flag is set."""
    if is_set(dump.get(SAVED_FLAG)):
        return None
    migrated = dict(dump)
    rated, times = dump.get("jokeRatings", {}), dump.get("jokeRatingTimestamps", {})
    saved, saved_times = dump.get("savedJokeIds", []), dict(dump.get("savedJokeTimestamps", {}))
    for joke in rated:
        if not (keep_saved_timestamps and joke in saved_times):
            saved_times[joke] = times.get(joke, now)
    new = [joke for joke in rated if joke not in saved]
    new.sort(key=lambda joke: (-saved_times[joke], joke.encode("utf-8")))
    if rated:
        migrated |= {"savedJokeIds": saved + new, "savedJokeTimestamps": saved_times}
    return {**migrated, SAVED_FLAG: True}


def seconds(now):
    """An RFC 3339 time as seconds since 1970."""
    return datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp()


def read_dumps(content):
    """The kind of a dump file (json, object, lines, xml or binary) and its dumps."""
    if content.startswith(b"bplist00"):
        return "binary", [read_property_list(content)]
    if content.lstrip().startswith((b"<?xml", b"<!DOCTYPE", b"<plist")):
        return "xml", [read_property_list(content)]
    check_text(content)
    if not content.strip():
        return "lines", []
    first = scan(content)
    if skip_space(content, first.end) == len(content):
        if is_object_of_dumps(first) and not any(is_dump_key(key) for key, _, _ in first.members):
            return "object", [read_json(value) for _, _, value in first.members]
        return "json", [read_json(first)]
    nodes = [scan_whole(line) for line in content.splitlines() if line.strip()]
    return "lines", [read_json(node) for node in nodes]


def read_dump(content):
    """The kind of a dump file, and its only dump."""
    kind, found = read_dumps(content)
    if len(found) != 1:
        raise WrongKind("not one dump")
    return kind, found[0]


def read_property_list(content):
    try:
        made = plistlib.loads(content)
    except (plistlib.InvalidFileException, ExpatError, ValueError, IndexError) as error:
        raise Damaged(str(error), 0) from None
    if not isinstance(made, dict) or not any(map(is_dump_key, made)):
        raise WrongKind("another's property list")
    return made


def read_json(node):
    if node.kind != "object" or not any(is_dump_key(key) for key, _, _ in node.members):
        raise WrongKind("not a defaults dump")
    return plain_value(node)


def plain_value(node):
    """A scanned value as a Python value, except numbers."""
    if node.kind == "object":
        return {key: plain_value(value) for key, _, value in node.members}
    if node.kind == "array":
        return [plain_value(element) for element in node.elements]
    if node.kind == "string":
        return node.string
    if node.kind == "number":
        return Number(node.text.decode())
    return {"true": True, "false": False, "null": None}[node.kind]


def migrate_dumps(content, migrate):
    """A dump file with every dump migrated; without changes it is the same bytes."""
    kind, dumps = read_dumps(content)
    results = [migrate(dump) for dump in dumps]
    if not any(results):
        return content
    if kind in ("xml", "binary"):
        # A binary one too is written as XML: it is compared by value, and read by people.
        return plistlib.dumps(results[0], sort_keys=False)
    if kind in ("json", "object"):
        made = results[0]
        if kind == "object":
            names = [key for key, _, _ in scan(content).members]
            made = {name: result or dump for name, result, dump in zip(names, results, dumps)}
        pretty = b"\n" in content.strip()
        return write_json(made, "  " if pretty else None).encode() + b"\n"
    lines, results = [], iter(results)
    for line in content.splitlines():
        result = next(results) if line.strip() else None
        lines.append(write_json(result).encode() if result else line)
    return b"\n".join(lines) + b"\n"


def write_json(value, indent=None, level=0):
    """JSON with numbers spelled as they were; `indent` is one step of indentation, if any."""
    if isinstance(value, Number):
        return value.spelling
    opening = "\n" + indent * (level + 1) if indent else ""
    closing = "\n" + indent * level if indent else ""
    colon, comma = (": ", ",") if indent else (":", ",")
    if isinstance(value, dict) and value:
        members = (
            f"{opening}{json.dumps(key, ensure_ascii=False)}{colon}"
            f"{write_json(each, indent, level + 1)}"
            for key, each in value.items()
        )
        return "{" + comma.join(members) + closing + "}"
    if isinstance(value, list) and value:
        members = (f"{opening}{write_json(each, indent, level + 1)}" for each in value)
        return "[" + comma.join(members) + closing + "]"
    return json.dumps(value, ensure_ascii=False)
