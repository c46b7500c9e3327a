"""The votes of a device for a joke that count (Rules, “Votes of one device”)."""

import json
import re
from datetime import datetime, timedelta, timezone

POLICIES = ("none", "week", "device-latest")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def counting(votes, policy):
    if policy == "none":
        return votes
    kept, groups = [], {}
    for at, (side, joke, document) in enumerate(votes):
        device, week = text(document, "device_id"), text(document, "week_id")
        if device is None or policy == "week" and week is None:
            kept.append((side, joke, document))
            continue
        key = (joke, device, week if policy == "week" else None)
        rank = (moment(document), side == "hilarious")
        groups.setdefault(key, []).append((rank, -at, (side, joke, document)))
    return kept + [max(group, key=lambda each: each[:2])[2] for group in groups.values()]


def untold(votes, policy):
    if policy == "none":
        return 0
    return sum(
        text(document, "device_id") is None
        or policy == "week" and text(document, "week_id") is None
        for _, _, document in votes
    )


def is_ambiguous(document):
    keys = ("device_id", "week_id", "timestamp")
    return any(len(document.node.all(key)) > 1 for key in keys)


def text(document, key):
    """A field that is a non-empty string."""
    return document.node.first_string(key) or None


def moment(document):
    """The time in microseconds; a missing one precedes all others."""
    node = document.node.first("timestamp")
    typed = document.special(node, ("timestamp",)) if node else None
    spelled = json.loads(typed).get("timestampValue") if typed else None
    if spelled is None:
        return float("-inf")
    whole, fraction, zone = re.fullmatch(
        r"(.{19})(?:\.(\d+))?(.+)", spelled).groups(default="")
    time = datetime.fromisoformat(whole + zone.replace("Z", "+00:00"))
    micros = int((fraction + "000000")[:6])
    return (time - EPOCH) // timedelta(microseconds=1) + micros
