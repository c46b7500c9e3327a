"""The all-time ranking as a write: the document of `aggregate-top10`, with the server's time."""

import json
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from .batches import Write
from .failing import BAD_DATA, NO_INPUT, USAGE, Failure, of_system

DOCUMENT, TIME = "weekly_rankings/all_time", "computed_at"
FIELDS = {"week_id", "hilarious", "horrible", "total_hilarious_ratings", "total_horrible_ratings"}


def read(path: Path, database: str) -> Any:
    """The write that publishes a ranking, printed as json, firestore or commit (Rules, section 4)."""
    try:
        said = json.loads(path.read_bytes())
        if "writes" in said:
            (write,) = said["writes"]
            said = write["update"]
        database = database or said.get("name", "").split("/documents/")[0]
        fields = said["fields"] if "fields" in said else {
            key: typed(value) for key, value in said.items()}
        # A commit may leave the time to the server already.
        fields.pop(TIME, None)
        if set(fields) != FIELDS or fields["week_id"] != {"stringValue": "all_time"}:
            raise ValueError("it has not the fields of 'weekly_rankings/all_time'")
        name = f"{database}/documents/{DOCUMENT}"
        transform = {"fieldPath": TIME, "setToServerValue": "REQUEST_TIME"}
        made = json_format.ParseDict(
            {"update": {"name": name, "fields": fields}, "updateTransforms": [transform]}, Write())
    except OSError as error:
        raise of_system(error, NO_INPUT) from error
    except (ValueError, KeyError, TypeError, AttributeError, json_format.ParseError) as error:
        raise Failure(
            BAD_DATA, f"'{path}' is not a ranking: {error}",
            "make it with aggregate-top10 --output FILE") from error
    if not database:
        raise Failure(
            USAGE, f"'{path}' does not name its database", "name it with --database")
    if said.get("name", name) != name:
        raise Failure(BAD_DATA, f"'{path}' is for {said['name']}, not for {name}")
    return made


def typed(value: Any) -> dict[str, Any]:
    """A plain value with its type, as Firestore writes it in JSON."""
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, int) and not isinstance(value, bool):
        return {"integerValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(each) for each in value]}}
    if isinstance(value, dict):
        return {"mapValue": {"fields": {key: typed(each) for key, each in value.items()}}}
    raise ValueError(f"a ranking has no {type(value).__name__}")
