"""The rule for a single rating (Rules, “Binary ratings”)."""

import re
from decimal import Decimal, InvalidOperation

KEEP, UPDATE, DELETE, REJECT, FAIL = "keep", "update", "delete", "reject", "fail"
OTHER = "other"  # of another collection: it stays, and is not counted
BINARY = {5: 5, 4: 5, 2: 1, 1: 1}  # 3 is neutral and becomes nothing
SIGNIFICAND = re.compile(rb"[^eE]*")


class UnexpectedRating(Exception):
    """An unexpected rating, with `--unexpected fail`."""


def number_meaning(text):
    """1…5 if the number is exactly that, else None."""
    try:
        value = Decimal(text.decode() if isinstance(text, bytes) else text)
    except InvalidOperation:
        # An exponent past 10^18 cannot give 1…5: that would take as many digits.
        return None
    return next((rating for rating in range(1, 6) if value == rating), None)


def rating_meaning(node):
    """1…5, or None for an unexpected rating; `node` is a scanned value, or None if missing."""
    return number_meaning(node.text) if node and node.kind == "number" else None


def decision(meaning, policy="keep"):
    if meaning is None:
        return {"keep": KEEP, "drop": DELETE, "fail": FAIL}[policy]
    if meaning == 3:
        return DELETE
    return KEEP if BINARY[meaning] == meaning else UPDATE


def respelled(text):
    """The bytes of a 4 or 2 changed to 5 or 1, by one digit."""
    significand = SIGNIFICAND.match(text).end()
    for at in range(significand):
        if text[at] in b"42":
            new = b"5" if text[at] == ord("4") else b"1"
            return text[:at] + new + text[at + 1 :]
    raise ValueError(f"{text!r} means neither 4 nor 2")
