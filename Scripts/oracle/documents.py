"""The output of `read-export`: every document of an export, in any layout."""

from collections import Counter

from . import exports
from .scanner import scan
from .strict import Unfit, check_fields, is_name, is_time
from .typed import compact, quoted
from .untyped import plain_value


def read(content, collection=None, file=0, counting=None):
    """Every document, or those that are or may be of a collection.

    Of several changelogs each has a number, and `counting` are the rows that count.
    """
    found = exports.read(content, collection=None, file=file, counting=counting).documents
    return [each for each in found if not each.is_other and (collection is None or is_of(each, collection))]


def is_of(document, collection):
    """Whether it is or may be of a collection. An empty object by its name is the collection itself."""
    if document.collection is None:
        return document.id != collection or bool(document.node.members)
    return document.collection == collection


def fields(document):
    """The typed fields as JSON text, if Firestore could hold the document."""
    if document.is_misnamed or "/" in (document.id or "") or document.name is not None and not is_name(document.name):
        raise Unfit("a name that no document has")
    if not all(map(is_time, document.times.values())):
        raise Unfit("not a time")
    text = document.spelled()
    check_fields(scan(text.encode()))
    return text


def typed(document):
    members = [] if document.name is None else [f'"name":{quoted(document.name)}']
    members += [f'"fields":{fields(document)}']
    members += [f'"{key}":{quoted(time)}' for key, time in document.times.items()]
    members += [f"{quoted(key)}:{compact(node)}" for key, node in document.strangers]
    return "{" + ",".join(members) + "}"


def plain(document):
    members = [] if document.name is None else [f'"__name__":{quoted(document.name)}']
    members += [f"{quoted(key)}:{plain_value(value)}" for key, _, value in scan(fields(document).encode()).members]
    return "{" + ",".join(members) + "}"


def lines(content, is_plain=False, collection=None, counts=False):
    """The standard output, and the number of documents that cannot be printed."""
    found, result = read(content, collection), []
    rejects = sum(each.is_doubtful for each in found)
    found = [each for each in found if not each.is_doubtful]
    if counts:
        tally = Counter(pattern(each.collection) for each in found)
        named = sorted((key for key in tally if key is not None), key=str.encode)
        for key in named + [key for key in tally if key is None]:
            name = quoted(key) if key else "null"
            result.append(f'{{"schema_version":1,"collection":{name},"documents":{tally[key]}}}')
    else:
        for each in found:
            try:
                result.append(plain(each) if is_plain else typed(each))
            except Unfit:
                rejects += 1
    return "".join(line + "\n" for line in result).encode(), rejects


def pattern(path):
    """The collection's path with `*` for the documents on it."""
    parts = path.split("/") if path else None
    return "/".join("*" if at % 2 else part for at, part in enumerate(parts)) if parts else None
