"""Records laid out as an export: NDJSON, an array, or an object of documents."""

from .troubles import quoted

SHAPES = ("ndjson", "array", "object")
CHANGELOG = "bigquery"
DOCUMENTS = "projects/laughs/databases/(default)/documents/rating_events/"


def export(records, shape="ndjson", pretty=False, line_end="\n"):
    """The pieces of the export's text."""
    if shape == "ndjson":
        for record in records:
            yield one_line(with_id(record)) + line_end
        return
    if shape == CHANGELOG:
        for number, record in enumerate(records):
            for row in changes(record, number):
                yield row + line_end
        return
    opening, closing = "[]" if shape == "array" else "{}"
    indent = (line_end + "  ") if pretty else ""
    separator = opening
    for record in records:
        pairs = record.pairs if shape == "object" else with_id(record)
        text = many_lines(pairs, line_end) if pretty else one_line(pairs)
        key = quoted(record.id) + (": " if pretty else ":") if shape == "object" else ""
        yield separator + indent + key + text
        separator = ","
    if separator == opening:
        yield opening
    yield (line_end if pretty and separator == "," else "") + closing + line_end


def changes(record, number):
    """Rows of a changelog whose latest state is the record."""
    now = row(record, "UPDATE", f"2026-03-01 00:00:{number % 60:02}.5 UTC", one_line(record.pairs))
    old = [("joke_id", '"old"'), ("rating", "5")]
    yield row(record, "IMPORT", "1970-01-01 00:00:00 UTC", one_line(old))
    if number % 3 == 0:
        yield now
    if number % 4 == 0:
        yield row(record, "DELETE", "2026-02-01 00:00:00 UTC", None)
    if number % 3:
        yield now


def row(record, operation, moment, data):
    pairs = [
        ("timestamp", quoted(moment)), ("event_id", quoted("")),
        ("document_name", quoted(DOCUMENTS + record.id)), ("operation", quoted(operation)),
        *([("data", quoted(data))] if data else []), ("document_id", quoted(record.id)),
    ]
    return one_line(pairs)


def with_id(record):
    return [("id", quoted(record.id)), *record.pairs]


def one_line(pairs):
    return "{" + ",".join([f'"{key}":{value}' for key, value in pairs]) + "}"


def many_lines(pairs, line_end):
    inside = ",".join(f'{line_end}    "{key}": {value}' for key, value in pairs)
    return "{" + inside + line_end + "  }"
