"""Strings as JSON spells them."""

import json

from .draws import Draws


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def escaped(text: str, draws: Draws, index: int) -> str:
    """The same string in JSON, some of its characters as \\u escapes."""
    spelled = []
    for at, letter in enumerate(text):
        if draws.below(3, f"escape {at}", index) and ord(letter) < 0x10000:
            spelled.append(f"\\u{ord(letter):04{draws.choice('xX', 'case', index)}}")
        else:
            spelled.append(quoted(letter)[1:-1])
    return '"' + "".join(spelled) + '"'
