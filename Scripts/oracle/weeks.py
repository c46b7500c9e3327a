"""The weeks of events and their rankings (Rules, “Rankings of weeks”)."""

import re
from datetime import date

from .strict import is_segment
from .votes import text

LABEL = re.compile(r"([0-9]{4})-W([0-9]{2})")
DAYS_OF_ERA = 146_097


def monday(label):
    """The Monday of a week, counted from 31 December of the year 0, or None if ISO 8601 has none of this label."""
    match = LABEL.fullmatch(label)
    if not match:
        return None
    # The calendar repeats after 400 years, and a `date` has neither the year 0 nor the year 10000.
    era, year = divmod(int(match[1]), 400)
    try:
        return date.fromisocalendar(year + 400, int(match[2]), 1).toordinal() + (era - 1) * DAYS_OF_ERA
    except ValueError:
        return None


def ends(first, last):
    """The members `week_start` and `week_end` of the document of these weeks, as far as it has them."""
    members = {}
    for name, label, days, time in [("week_start", first, 0, "00:00:00Z"), ("week_end", last, 6, "23:59:59.999Z")]:
        start = monday(label) if label else None
        if start is not None and 1 <= start + days <= date.max.toordinal():
            members[name] = f"{date.fromordinal(start + days).isoformat()}T{time}"
    return members


class Range:
    """The weeks of `--week`, or of `--since` and `--until`; all of them, if neither is given."""

    def __init__(self, week=None, since=None, until=None):
        self.since, self.until = week or since, week or until

    @property
    def is_some(self):
        return bool(self.since or self.until)

    @property
    def week_id(self):
        if not self.is_some:
            return "all_time"
        return self.since if self.since == self.until else f"{self.since or ''}--{self.until or ''}"

    def place(self, document):
        """Whether an event is `in` it, of an`other` week, or of `none`."""
        if not self.is_some:
            return "in"
        label = text(document, "week_id") or ""
        start = monday(label)
        if start is None:
            return "none"
        is_late = self.until and start > monday(self.until)
        return "other" if is_late or self.since and start < monday(self.since) else "in"


def label_of(document):
    """The label of an event that is in a week's ranking, or None."""
    label = text(document, "week_id")
    is_id = label is not None and "/" not in label and is_segment(label, True)
    return label if is_id and label != "all_time" else None
