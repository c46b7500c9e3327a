"""Queries and lists of whole collections, in the order of names."""

import base64
import binascii
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .fieldpaths import mask_paths, only, parsed
from .messages import (
    Document, ListCollectionIdsResponse, ListDocumentsResponse, Message, StructuredQuery,
)
from .names import Name
from .refusals import invalid, shown, unsupported
from .store import Snapshot

PAGE_SIZE = 300
DESCENDING = StructuredQuery.DESCENDING


def parent_of(text: str) -> Name:
    """A database or a document, below which collections are."""
    name = Name.of(text)
    if len(name.ids) % 2:
        raise invalid(f"{shown(text)} is neither a document nor a database's documents")
    return name


def results(snapshot: Snapshot, parent: Name, query: Message) -> Iterator[Any]:
    """The documents of a query: one collection, or all of its name, ordered by document name."""
    check_supported(query)
    selector = query.from_[0]
    if selector.all_descendants:
        condition, values = "key > ? AND key < ?", [parent.key, parent.end]
        if selector.collection_id:
            condition, values = f"collection_id = ? AND {condition}", [
                selector.collection_id, *values]
    else:
        condition, values = "collection = ?", [parent.child(selector.collection_id).key]
    is_descending = bool(query.order_by) and query.order_by[0].direction == DESCENDING
    for side, cursor in (("start", query.start_at), ("end", query.end_at)):
        if query.HasField(f"{side}_at"):
            sign = ">" if (side == "start") != is_descending else "<"
            is_included = cursor.before == (side == "start")
            condition += f" AND key {sign}{'=' if is_included else ''} ?"
            values.append(cursor_key(cursor))
    found = snapshot.documents(condition, tuple(values), is_descending)
    if query.offset or query.HasField("limit"):
        limit = query.offset + query.limit.value if query.HasField("limit") else None
        found = islice(found, query.offset, limit)
    if not query.HasField("select"):
        return found
    fields = [each.field_path for each in query.select.fields]
    paths = [parsed(path) for path in fields if path != "__name__"]
    return (only(document, paths) for document in found)


def check_supported(query: Message) -> None:
    for part in ("where", "find_nearest"):
        if query.HasField(part):
            raise unsupported(f"a query with '{part}'")
    selectors = query.from_
    if len(selectors) != 1:
        raise unsupported(f"a query of {len(selectors)} collections")
    if not selectors[0].collection_id and not selectors[0].all_descendants:
        raise invalid("a query names no collection")
    for order in query.order_by:
        if order.field.field_path != "__name__":
            raise unsupported(f"a query ordered by {shown(order.field.field_path)}")
    if query.offset < 0 or query.limit.value < 0:
        raise invalid("a query's offset or limit is negative")


def cursor_key(cursor: Message) -> bytes:
    if [each.WhichOneof("value_type") for each in cursor.values] != ["reference_value"]:
        raise invalid("a query ordered by document name has a cursor of other values")
    return Name.of_document(cursor.values[0].reference_value).key


def listed(snapshot: Snapshot, request: Message) -> Any:
    """A page of a collection's documents; `show_missing` adds those with only others below."""
    if request.order_by not in ("", "__name__", "__name__ asc"):
        raise unsupported(f"a list ordered by {shown(request.order_by)}")
    if not request.collection_id:
        raise unsupported("a list of the documents of all collections")
    collection = parent_of(request.parent).child(request.collection_id)
    after = token_key(request.page_token)
    found: Iterator[Any]
    if request.show_missing:
        names = snapshot.children(collection, Name.of(after).end if after else b"")
        found = (snapshot.get(name) or Document(name=name.text) for name in names)
    else:
        key = Name.of(after).key if after else collection.key
        found = snapshot.documents("collection = ? AND key > ?", (collection.key, key))
    page, has_more = paged(found, request.page_size)
    response = ListDocumentsResponse()
    if request.HasField("mask"):
        page = [only(document, mask_paths(request.mask)) for document in page]
    response.documents.extend(page)
    if has_more:
        response.next_page_token = token(page[-1].name)
    return response


def collection_ids(snapshot: Snapshot, request: Message) -> Any:
    """A page of the ids of the collections below a document or a database."""
    after = token_key(request.page_token)
    children = snapshot.children(
        parent_of(request.parent), Name.of(after).end if after else b"")
    page, has_more = paged(children, request.page_size)
    response = ListCollectionIdsResponse(collection_ids=[name.ids[-1] for name in page])
    if has_more:
        response.next_page_token = token(page[-1].text)
    return response


def paged(found: Iterator[Any], size: int) -> tuple[list[Any], bool]:
    if size < 0:
        raise invalid("page size is negative")
    size = min(size or PAGE_SIZE, PAGE_SIZE)
    page = list(islice(found, size + 1))
    return page[:size], len(page) > size


def token(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode()).decode()


def token_key(text: str) -> str:
    """The name that the page before ended with, or nothing."""
    try:
        return base64.b64decode(text.encode(), b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        raise invalid(f"page token {shown(text)} is not one of this server") from None
