"""The weeks of events and their rankings (Rules, “Rankings of weeks”)."""

import re
from datetime import date, timedelta

from .votes import text

LABEL = re.compile(r"([0-9]{4})-W([0-9]{2})")
NUMERIC_ID = re.compile(r"__id(0|-?[1-9][0-9]*)__")


def days(label):
    """The Monday and the Sunday of a week, or None if ISO 8601 has none of this label."""
    match = LABEL.fullmatch(label)
    try:
        monday = date.fromisocalendar(int(match[1]), int(match[2]), 1) if match else None
        return (monday, monday + timedelta(days=6)) if match else None
    except (ValueError, OverflowError):
        return None


def ends(first, last):
    """The members `week_start` and `week_end` of the document of these weeks, as far as it has them."""
    members = {}
    if first and days(first):
        members["week_start"] = f"{days(first)[0].isoformat()}T00:00:00Z"
    if last and days(last):
        members["week_end"] = f"{days(last)[1].isoformat()}T23:59:59.999Z"
    return members


class Range:
    """The weeks of `--week`, or of `--since` and `--until`; all of them, if neither is given."""

    def __init__(self, week=None, since=None, until=None):
        self.since, self.until = week or since, week or until

    @property
    def week_id(self):
        """The id of its document."""
        if not self.since and not self.until:
            return "all_time"
        return self.since if self.since == self.until else f"{self.since or ''}--{self.until or ''}"

    def place(self, document):
        """Whether an event is `in` it, of an`other` week, or of `none`."""
        if not self.since and not self.until:
            return "in"
        label = text(document, "week_id") or ""
        if days(label) is None:
            return "none"
        monday = days(label)[0]
        is_late = self.until and monday > days(self.until)[0]
        return "other" if is_late or self.since and monday < days(self.since)[0] else "in"


def can_name_document(label):
    """Whether a label can be the id of a week's document in Firestore."""
    if label in (".", "..", "all_time") or "/" in label or not 0 < len(label.encode()) <= 1500:
        return False
    if label.startswith("__") and label.endswith("__") and len(label) >= 4:
        match = NUMERIC_ID.fullmatch(label)
        return bool(match) and -(2**63) <= int(match[1]) < 2**63
    return True


def label_of(document):
    """The label of an event that is in a week's ranking, or None."""
    label = text(document, "week_id")
    return label if label is not None and can_name_document(label) else None
