"""The settings file of a nightly run: every key, what it may hold, and how it is read."""

import difflib
import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .. import failing
from ..failing import NO_INPUT, USAGE, Failure

Value = str | int | bool
# Says what is wrong with a value, or nothing.
Rule = Callable[[object], str | None]


def whole(least: int, most: int = 2**63 - 1) -> Rule:
    def rule(value: object) -> str | None:
        right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        limit = f"to {most}" if most < 2**63 - 1 else "up"
        return None if right else f"is not a whole number from {least} {limit}"

    return rule


def matches(pattern: str, what: str) -> Rule:
    def rule(value: object) -> str | None:
        right = isinstance(value, str) and re.fullmatch(pattern, value)
        return None if right else f"is not {what}"

    return rule


def one_of(*names: str) -> Rule:
    def rule(value: object) -> str | None:
        return None if value in names else f"is not {', '.join(names[:-1])} or {names[-1]}"

    return rule


def flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "is not true or false"


def percent(most: int) -> Rule:
    """As the tools take it: 20, 0.5, or text with or without a percent sign."""

    def rule(value: object) -> str | None:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        found = re.fullmatch(PERCENT, str(value)) if number or isinstance(value, str) else None
        right = found and float(found[1]) <= most
        return None if right else f"is not a percentage from 0 to {most}, with at most four decimals"

    return rule


def count_or_percent(value: object) -> str | None:
    is_count = whole(0)(value) is None or matches("[0-9]{1,18}", "")(value) is None
    is_share = isinstance(value, str) and value.endswith("%") and percent(100)(value) is None
    return None if is_count or is_share else "is neither a whole number nor a percentage such as '1%'"


PERCENT = r"([0-9]+(?:\.[0-9]{1,4})?)%?"
# Cron and systemd start a run in another folder.
PATH = matches(r"/[^\0]*", "a full path")
TIME = matches("0|[0-9]{1,7}[smhd]", "a time such as '90m', '26h' or '2d'")
DATABASE = matches(failing.DATABASE.pattern, "projects/P/databases/D")
COLLECTION = matches(r"[^/]+(/[^/]+/[^/]+)*", "a collection")

RANK: dict[str, Rule] = {
    "top": whole(1, 1_000_000),
    "scale": one_of("binary", "five-point"),
    "dedupe": one_of("none", "week", "device-latest"),
    "duplicates": one_of("count", "first", "fail"),
    "jokes": PATH,
    "allow-empty": flag,
    "jobs": whole(1, 256),
    "partials": PATH,
}
GUARDS: dict[str, Rule] = {
    "min-events": whole(0),
    "max-drop-percent": percent(100),
    "max-growth-percent": percent(1_000_000),
    "max-unmigrated": percent(100),
    "max-churn": whole(0),
    "max-input-age": TIME,
    "max-rejects": count_or_percent,
}
TABLES: dict[str, dict[str, Rule]] = {
    "fetch": {
        "bucket": matches(r"gs://[^/]+(/.*)?", "gs://BUCKET/PREFIX"),
        "database": DATABASE,
        "collection": COLLECTION,
        "folder": PATH,
        "keep": whole(1),
        "retry-for": whole(0),
    },
    "rank": RANK,
    "guards": GUARDS,
    "publish": {"file": PATH, "database": DATABASE},
    "metrics": {"folder": PATH},
    # It becomes a part of PATH.
    "programs": {"folder": matches(r"/[^\0:]*", "a full path without a colon")},
}


@dataclass(frozen=True)
class Settings:
    tables: dict[str, dict[str, Value]]

    def get(self, table: str, key: str, default: Value | None = None) -> Value | None:
        return self.tables.get(table, {}).get(key, default)

    def path(self, table: str, key: str) -> Path | None:
        value = self.get(table, key)
        return Path(str(value)) if value is not None else None

    @property
    def folder(self) -> Path:
        """Where the exports are, one folder a night."""
        return Path(str(self.tables["fetch"]["folder"]))

    @property
    def ranking(self) -> Path:
        """Yesterday's ranking, and after a run today's. A link stays: its target is replaced."""
        return Path(os.path.realpath(self.path("publish", "file") or self.folder / "all_time.json"))

    @property
    def collection(self) -> str:
        return str(self.get("fetch", "collection", "rating_events"))

    @property
    def keep(self) -> int:
        return int(self.get("fetch", "keep", 7) or 7)


def read(path: Path) -> Settings:
    """The settings of a file. All that is wrong is said at once."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, IsADirectoryError):
        raise Failure(NO_INPUT, f"'{path}': there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure(USAGE, f"'{path}' is not TOML: {error}") from error
    problems = [*wrong(tables), *missing(tables), *conflicting(tables)]
    if problems:
        raise Failure(
            USAGE, "\n  ".join([f"'{path}': the settings are wrong; nothing was run", *problems]),
            "nightly --help has a settings file with every key",
        )
    return Settings(tables)


def wrong(tables: dict[str, object]) -> list[str]:
    problems = []
    for name, table in tables.items():
        if name not in TABLES:
            what = "table" if isinstance(table, dict) else "key"
            problems.append(f"{what} '{name}' is unknown{suggested(name)}")
        elif not isinstance(table, dict):
            problems.append(f"'{name}' is a table: write [{name}]")
        else:
            problems += wrong_in(name, table)
    return problems


def wrong_in(name: str, table: dict[str, object]) -> list[str]:
    problems = []
    for key, value in table.items():
        rule = TABLES[name].get(key)
        if rule is None:
            problems.append(f"[{name}] {key} is unknown{suggested(key, name)}")
        elif problem := rule(value):
            problems.append(f"[{name}] {key} = {value!r} {problem}")
    return problems


def missing(tables: dict[str, object]) -> list[str]:
    fetch = tables.get("fetch")
    if not isinstance(fetch, dict):
        return ["[fetch] is missing"]
    problems = [] if "folder" in fetch else ["[fetch] folder is missing: where exports are kept"]
    if ("bucket" in fetch) == ("database" in fetch):
        problems.append("[fetch] needs either bucket or database")
    return problems


def conflicting(tables: dict[str, object]) -> list[str]:
    """What aggregate-top10 would refuse only after the fetch."""
    rank, guards = tables.get("rank"), tables.get("guards")
    if isinstance(rank, dict) and isinstance(guards, dict):
        if rank.get("scale") == "five-point" and "max-unmigrated" in guards:
            return ["[guards] max-unmigrated is of no use with scale = 'five-point'"]
    if isinstance(rank, dict) and "partials" in rank:
        every = {"dedupe": "none", "duplicates": "count"}
        return [
            f"[rank] partials cannot be used with {key} = {rank[key]!r}, which needs every event"
            for key, plain in every.items() if rank.get(key, plain) != plain
        ]
    return []


def suggested(key: str, table: str | None = None) -> str:
    """The nearest name of the table, or of another one."""
    if table is None:
        homes = [name for name, keys in TABLES.items() if key in keys]
        if homes:
            return f"; it belongs in [{homes[0]}]"
        near = difflib.get_close_matches(key, TABLES, 1)
        return f"; did you mean [{near[0]}]?" if near else f"; there are {', '.join(TABLES)}"
    if near := difflib.get_close_matches(key, TABLES[table], 1):
        return f"; did you mean {near[0]}?"
    for name, keys in TABLES.items():
        if key in keys:
            return f"; it belongs in [{name}]"
    every = [each for keys in TABLES.values() for each in keys]
    near = difflib.get_close_matches(key, every, 1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(TABLES[table])}"
