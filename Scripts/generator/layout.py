"""Records laid out as an export: NDJSON, an array, or an object of documents."""

from .troubles import quoted

SHAPES = ("ndjson", "array", "object")


def export(records, shape="ndjson", pretty=False, line_end="\n"):
    """The pieces of the export's text."""
    if shape == "ndjson":
        for record in records:
            yield one_line(with_id(record)) + line_end
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


def with_id(record):
    return [("id", quoted(record.id)), *record.pairs]


def one_line(pairs):
    return "{" + ",".join([f'"{key}":{value}' for key, value in pairs]) + "}"


def many_lines(pairs, line_end):
    inside = ",".join(f'{line_end}    "{key}": {value}' for key, value in pairs)
    return "{" + inside + line_end + "  }"
