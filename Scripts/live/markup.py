"""HTML in which every text is escaped."""

import unicodedata
from html import escape


class Markup(str):
    """HTML; any other text becomes it only through `shown`."""


def shown(text: str) -> Markup:
    """A text, escaped; what has no picture or steers the direction of writing is spelled out."""
    return Markup("".join(
        f"\\u{{{ord(each):X}}}" if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") else escape(each)
        for each in text))


def element(name: str, *parts: str, **attributes: str) -> Markup:
    """An element with texts and other elements in it."""
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{shown(value)}"' for key, value in attributes.items())
    inner = "".join(part if isinstance(part, Markup) else shown(part) for part in parts)
    return Markup(f"<{name}{head}>{inner}</{name}>\n")
