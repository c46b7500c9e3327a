"""Write batches (Rules, “Write batches”), and their effect on a database."""

from collections import Counter

from .rules import DELETE, UPDATE, rating_meaning
from .scanner import scan
from .strict import FULL, Unfit, check_fields

COLLECTION = "rating_events"
BINARY = {4: "5", 2: "1"}


def writes(decisions, database, server_timestamp=None):
    """Every write, in export order, and the number of documents without a possible write."""
    result, unusable = [], 0
    # A batch cannot say which of several documents of one id is meant.
    ids = Counter(document.id for document, _ in decisions)
    for document, each in decisions:
        if each not in (UPDATE, DELETE):
            continue
        if not is_sendable(document, each) or ids[document.id] > 1:
            unusable += 1
            continue
        name = f"{database}/documents/{COLLECTION}/{document.id}"
        time = document.times.get("updateTime")
        exists = {"currentDocument": {"exists": True} if time is None else {"updateTime": time}}
        if each == DELETE:
            result.append({"delete": name, **exists})
            continue
        rating = BINARY[rating_meaning(document.node.first("rating"))]
        fields = {"rating": {"doubleValue": float(rating)} if is_double(document)
                  else {"integerValue": rating}}
        write = {"update": {"name": name, "fields": fields}}
        write |= {"updateMask": {"fieldPaths": ["rating"]}, **exists}
        if server_timestamp:
            transform = {"fieldPath": server_timestamp, "setToServerValue": "REQUEST_TIME"}
            write["updateTransforms"] = [transform]
        result.append(write)
    return result, unusable


def is_double(document):
    """Whether the rating is a double, spelled with a point or an exponent."""
    if document.typed:
        return document.typed.first("rating").first("doubleValue") is not None
    return not document.node.first("rating").text.strip(b"-").isdigit()


def is_sendable(document, each):
    """Whether a write can name the document, and another can undo it."""
    return document.id is not None and (each != DELETE or is_restorable(document))


def is_restorable(document):
    """Whether Firestore could hold the document, so that its deletion can be undone."""
    try:
        check_fields(scan(document.spelled().encode()))
    except Unfit:
        return False
    return not document.typed or refers_in_full(document.typed)


def refers_in_full(node):
    """Whether every reference is a full name; a plain one is completed with the database."""
    return all(
        FULL.fullmatch(value.string) if key == "referenceValue" else refers_in_full(value)
        for key, _, value in node.members) and all(map(refers_in_full, node.elements))


def room(size, stamp):
    """The most writes of a batch, deletes included: half if updates set a timestamp."""
    return size // 2 if stamp else size


def split(all_writes, size=500):
    """The writes in batches, each filled before the next is begun."""
    return [all_writes[start : start + size] for start in range(0, len(all_writes), size)]


def send(database, batch):
    """Applies a batch to {name: fields}, all or nothing; raises where a precondition is not met."""
    after, touched = dict(database), set()
    for write in batch:
        name = write.get("delete") or write["update"]["name"]
        if name in touched:
            raise ValueError(f"{name} twice in one batch")
        touched.add(name)
        condition = write.get("currentDocument", {})
        if "exists" in condition and condition["exists"] != (name in after):
            raise ValueError(f"precondition of {name} not met")
        if "delete" in write:
            after.pop(name, None)
            continue
        fields = write["update"].get("fields", {})
        if "updateMask" in write:
            old = dict(after.get(name, {}))
            for path in write["updateMask"]["fieldPaths"]:
                old.pop(path, None)
            fields = old | fields
        after[name] = fields
    database.clear()
    database.update(after)
