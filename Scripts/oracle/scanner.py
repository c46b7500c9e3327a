"""A strict JSON scanner that keeps the place of every value.

`scan` returns a tree of nodes with their bytes, so that a migration can copy unchanged parts. It is
stricter than `json.loads`: no `NaN`, no lone surrogates, no invalid UTF-8, nothing after the value.
It keeps duplicate keys.
"""

import re
from dataclasses import dataclass, field

SPACE = re.compile(rb"[ \t\r\n]*")
NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
STRING = re.compile(rb'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
PLAIN_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
DEPTH_LIMIT = 512


class Damaged(Exception):
    """Invalid bytes, first at `offset`."""

    def __init__(self, reason, offset):
        super().__init__(f"{reason} at byte {offset}")
        self.offset = offset


@dataclass
class Node:
    """A value: its kind, its start and end, and its content."""

    kind: str  # object, array, string, number, true, false or null
    start: int
    end: int
    text: bytes
    members: list = field(default_factory=list)  # of (key string, key node, value node)
    elements: list = field(default_factory=list)

    def all(self, key):
        return [value for name, _, value in self.members if name == key]

    def first(self, key):
        """The first value of that key, or None."""
        return next(iter(self.all(key)), None)

    def first_string(self, key):
        """The first value of that key, decoded, or None if it is not a string."""
        value = self.first(key)
        return value.string if value and value.kind == "string" else None

    @property
    def string(self):
        return unescaped(self.text, self.start)


def unescaped(text, offset):
    """The string that a JSON string spells; lone surrogates are damage."""

    def replace(match):
        if match[1]:
            return chr(int(match[1], 16))
        return PLAIN_ESCAPES.get(match[2], match[2])

    spelled = ESCAPE.sub(replace, text[1:-1].decode("utf-8"))
    try:
        # Joins what `\\ud83d\\ude00` spells, and refuses a surrogate without its other half.
        return spelled.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise Damaged("a surrogate without its other half", offset) from None


def check_text(content):
    """Refuses bytes that are not UTF-8."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged("invalid UTF-8", error.start) from None


def skip_space(content, offset):
    """The offset of the first byte that is not white space."""
    return SPACE.match(content, offset).end()


def scan(content, offset=0, depth=0):
    """The value at that offset, after white space."""
    offset = skip_space(content, offset)
    if depth > DEPTH_LIMIT:
        raise Damaged("nested too deeply", offset)
    lead = content[offset : offset + 1]
    if lead == b"{":
        return scan_object(content, offset, depth)
    if lead == b"[":
        return scan_array(content, offset, depth)
    if lead == b'"':
        return scan_string(content, offset)
    for word in (b"true", b"false", b"null"):
        if content.startswith(word, offset):
            return Node(word.decode(), offset, offset + len(word), word)
    match = NUMBER.match(content, offset)
    if not match:
        raise Damaged("no value", offset)
    return Node("number", offset, match.end(), match[0])


def scan_whole(content):
    """The only value of these bytes."""
    node = scan(content)
    if skip_space(content, node.end) < len(content):
        raise Damaged("more after the value", node.end)
    return node


def scan_string(content, offset):
    match = STRING.match(content, offset)
    if not match:
        raise Damaged("not a string", offset)
    unescaped(match[0], offset)
    return Node("string", offset, match.end(), match[0])


def scan_object(content, offset, depth):
    node = Node("object", offset, offset, b"")
    at = skip_space(content, offset + 1)
    while content[at : at + 1] != b"}":
        if node.members:
            at = skip_space(content, expect(content, at, b","))
        key = scan_string(content, at)
        at = expect(content, skip_space(content, key.end), b":")
        value = scan(content, at, depth + 1)
        node.members.append((key.string, key, value))
        at = skip_space(content, value.end)
    node.end, node.text = at + 1, content[offset : at + 1]
    return node


def scan_array(content, offset, depth):
    node = Node("array", offset, offset, b"")
    at = skip_space(content, offset + 1)
    while content[at : at + 1] != b"]":
        if node.elements:
            at = expect(content, at, b",")
        value = scan(content, at, depth + 1)
        node.elements.append(value)
        at = skip_space(content, value.end)
    node.end, node.text = at + 1, content[offset : at + 1]
    return node


def expect(content, offset, byte):
    if content[offset : offset + 1] != byte:
        raise Damaged(f"expected {byte.decode()!r}", offset)
    return offset + 1


def begins_with(content, holds):
    """Whether a predicate holds for the first value, or for an array's first element."""
    try:
        at = skip_space(content, 0)
        if content[at : at + 1] == b"[":
            at = skip_space(content, at + 1)
        return holds(scan(content, at))
    except (Damaged, UnicodeDecodeError):
        return False
