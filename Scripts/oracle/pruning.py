"""The pruning of processed assets and their results (Rules, “Processed state”).

Text keeps all other bytes; property lists are compared by value, or by bytes if plistlib wrote the
input.
"""

import base64
import binascii
import plistlib
import re

from .dumps import read_dumps
from .scanner import Damaged, check_text, scan, scan_whole

IDS, RESULTS = "ScreenSort.ProcessedIDs", "ScreenSort.CachedResults"
UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
NEEDED = {"id", "assetId", "status", "contentType", "message"}
OPTIONAL = {"title", "creator", "serviceLink"}
STATUSES = {"success", "flagged", "failed"}
TYPES = {"music", "movie", "book", "meme", "unknown"}
NO_LIST = (b"{", b'"', b"<")


class Unusable(Exception):
    """A well-formed dump that is ambiguous."""


def read_ids(content):
    """The ids of a list: one a line, or a JSON array of strings."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    check_text(content)
    start = content.lstrip(b" \t\r\n")
    if start.startswith(b"["):
        node = scan_whole(content)
        if any(element.kind != "string" for element in node.elements):
            raise Damaged("an id is no string", node.start)
        return [element.string for element in node.elements]
    if start.startswith(NO_LIST) or b"\0" in content:
        raise Damaged("no list of ids", 0)
    lines = [line.removesuffix(b"\r") for line in content.split(b"\n")]
    return [line.decode() for line in lines if line.strip(b" \t\r\n")]


def prune(content, existing):
    """The pruned dump file, and whether one of its dumps was unusable."""
    kind, dumps = read_dumps(content)
    existing = set(existing)
    try:
        if kind in ("xml", "binary"):
            pruned = prune_list(dumps[0], existing)
            # A binary one too is written as XML: it is compared by value, and read by people.
            return (content if pruned is None else plistlib.dumps(pruned, sort_keys=False)), False
        if kind == "json":
            return prune_json(content, existing), False
    except Unusable:
        return content, True
    lines, rejects = [], False
    for line in content.split(b"\n"):
        try:
            lines.append(prune_json(line, existing) if line.strip() else line)
        except Unusable:
            lines.append(line)
            rejects = True
    return b"\n".join(lines), rejects


def processed_ids(content):
    ids = []
    for dump in read_dumps(content)[1]:
        found = dump.get(IDS, [])
        if isinstance(found, list) and all(isinstance(each, str) for each in found):
            ids += found
    return ids


def prune_list(dump, existing):
    """A property list's pruned values, or None without a change."""
    ids, data = dump.get(IDS, []), dump.get(RESULTS)
    if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
        raise Unusable
    pruned = dict(dump)
    if IDS in dump:
        pruned[IDS] = [each for each in ids if each in existing]
    if isinstance(data, bytes):
        pruned[RESULTS] = prune_results(data, set(ids) - existing)
    return None if pruned == dump else pruned


def prune_json(text, existing):
    top = scan(text)
    cuts, gone = [], set()
    for key in (IDS, RESULTS):
        values = top.all(key)
        if len(values) > 1:
            raise Unusable
        if not values:
            continue
        value = values[0]
        if key == IDS:
            if value.kind != "array" or any(each.kind != "string" for each in value.elements):
                raise Unusable
            gone = {each.string for each in value.elements} - existing
            new = without(text, value, lambda node: node.string in gone)
        elif value.kind == "string":
            new = prune_string(value, gone)
        else:
            new = prune_results(value.text, gone)
        cuts.append((value, new))
    for value, new in sorted(cuts, key=lambda cut: -cut[0].start):
        text = text[: value.start] + new + text[value.end :]
    return text


def prune_string(node, gone):
    """A JSON string of base64, with escaped slashes if they were before."""
    try:
        spelled = node.string.encode()
        data = base64.b64decode(spelled, validate=True)
    except (binascii.Error, ValueError):
        return node.text
    if base64.b64encode(data) != spelled:
        return node.text
    pruned = prune_results(data, gone)
    if pruned == data:
        return node.text
    new = b'"' + base64.b64encode(pruned) + b'"'
    return new.replace(b"/", b"\\/") if b"\\" in node.text else new


def prune_results(data, gone):
    """The results without those of removed ids; undecodable results stay."""
    try:
        check_text(data)
        node = scan_whole(data)
    except Damaged:
        return data
    # Otherwise the app could not decode them.
    if node.kind != "array" or not all(map(is_result, node.elements)):
        return data
    return without(data, node, lambda each: each.first("assetId").string in gone)


def is_result(node):
    if node.kind != "object":
        return False
    found = [(key, value) for key, _, value in node.members if key in NEEDED | OPTIONAL]
    fields = dict(found)
    if len(fields) != len(found) or not NEEDED <= fields.keys():
        return False
    for key, value in found:
        if value.kind != "string" and not (key in OPTIONAL and value.kind == "null"):
            return False
    is_named = UUID.fullmatch(fields["id"].string) is not None
    return (is_named and fields["status"].string in STATUSES
            and fields["contentType"].string in TYPES)


def without(text, array, is_stale):
    """An array's text without some elements: each takes along what stands between it and the next
    one; where none follows, what stands between the last one that stays and it."""
    if not any(map(is_stale, array.elements)):
        return array.text
    result, last = b"", None
    gaps = [(one.end, other.start) for one, other in zip(array.elements, array.elements[1:])]
    for at, element in enumerate(array.elements):
        if is_stale(element):
            continue
        if last is None:
            result = text[array.start : array.elements[0].start]
        else:
            start, end = gaps[last]
            result += text[start:end]
        result, last = result + element.text, at
    if last is None:
        return b"[]"
    return result + text[array.elements[-1].end : array.end]
