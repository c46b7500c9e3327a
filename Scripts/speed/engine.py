"""Does a job with one of the peers that are Python modules; run as a program of its own.

usage: engine.py ENGINE rank LAYOUT INPUT NOW        prints the ranking document
       engine.py duckdb latest|once ndjson INPUT NOW the same of the latest vote of each device, joke
                                                     and week, or of each document once
       engine.py ENGINE migrate ndjson INPUT OUTPUT  writes the migrated events

ENGINE is duckdb, polars, chdb, orjson or json; LAYOUT is ndjson, array or pages. Each is told the
types of the two fields that count, which spares it from guessing.
"""

import json
import sys

BECOMES = {4: 5, 2: 1}
# The fields of an event, for DuckDB.
COLUMNS = ", ".join(
    f"{name}: '{'BIGINT' if name == 'rating' else 'VARCHAR'}'"
    for name in ("id", "joke_id", "rating", "device_id", "week_id", "timestamp"))


def document(rows, now):
    """The ranking of rows of joke, hilarious and horrible counts, as aggregate-top10 spells it."""
    rows = list(rows)
    made = {"week_id": "all_time"}
    for side, column in (("hilarious", 1), ("horrible", 2)):
        rated = [(row[0], row[column]) for row in rows if row[column]]
        rated.sort(key=lambda each: (-each[1], each[0].encode()))
        made[side] = [
            {"joke_id": joke, "count": count, "rank": rank}
            for rank, (joke, count) in enumerate(rated[:10], 1)
        ]
    for side, column in (("hilarious", 1), ("horrible", 2)):
        made[f"total_{side}_ratings"] = sum(row[column] for row in rows)
    return json.dumps(made | {"computed_at": now}, indent=2, ensure_ascii=False) + "\n"


def sql_literal(text):
    return "'" + text.replace("'", "''") + "'"


def duckdb_rows(layout, path):
    import duckdb

    event = "joke_id: 'VARCHAR', rating: 'BIGINT'"
    if layout == "pages":
        fields = "joke_id STRUCT(stringValue VARCHAR), rating STRUCT(integerValue BIGINT)"
        columns = f"documents: 'STRUCT(fields STRUCT({fields}))[]'"
        source = f"""(SELECT d.fields.joke_id.stringValue AS joke_id,
            d.fields.rating.integerValue AS rating
            FROM (SELECT unnest(documents) AS d FROM read_json({sql_literal(path)},
            format = 'newline_delimited', columns = {{{columns}}})))"""
    else:
        form = "array" if layout == "array" else "newline_delimited"
        source = f"read_json({sql_literal(path)}, format = '{form}', columns = {{{event}}})"
    return duckdb.sql(f"""SELECT joke_id, count(*) FILTER (rating IN (4, 5)),
        count(*) FILTER (rating IN (1, 2)) FROM {source} GROUP BY joke_id""").fetchall()


def duckdb_votes(path, votes):
    import duckdb

    return duckdb.sql(f"""WITH events AS (SELECT * FROM read_json({sql_literal(path)},
            format = 'newline_delimited', columns = {{{COLUMNS}}})), votes AS ({votes})
        SELECT joke_id, count(*) FILTER (rating IN (4, 5)), count(*) FILTER (rating IN (1, 2))
        FROM votes GROUP BY joke_id""").fetchall()


def duckdb_latest(path):
    return duckdb_votes(path, """SELECT joke_id, arg_max(rating, (timestamp, rating)) AS rating
        FROM events WHERE rating <> 3 GROUP BY joke_id, device_id, week_id""")


def duckdb_once(path):
    return duckdb_votes(path, """SELECT any_value(joke_id) AS joke_id, any_value(rating) AS rating
        FROM events GROUP BY id""")


def duckdb_migrate(path, output):
    import duckdb

    duckdb.sql(f"""COPY (SELECT * REPLACE (
        CASE rating WHEN 4 THEN 5 WHEN 2 THEN 1 ELSE rating END AS rating)
        FROM read_json({sql_literal(path)}, format = 'newline_delimited', columns = {{{COLUMNS}}})
        WHERE rating <> 3) TO {sql_literal(output)} (FORMAT json)""")


def polars_rows(layout, path):
    import polars

    schema = {"joke_id": polars.String, "rating": polars.Int64}
    if layout == "array":
        events = polars.read_json(path, schema=schema).lazy()
    else:
        events = polars.scan_ndjson(path, schema=schema)
    rating = polars.col("rating")
    counts = events.group_by("joke_id").agg(
        rating.is_in([4, 5]).sum().alias("hilarious"), rating.is_in([1, 2]).sum().alias("horrible"))
    return counts.collect(engine="streaming").rows()


def chdb_rows(layout, path):
    import chdb

    answer = chdb.query(f"""SELECT joke_id, countIf(rating IN (4, 5)), countIf(rating IN (1, 2))
        FROM file({sql_literal(path)}, 'JSONEachRow', 'joke_id String, rating Int64')
        GROUP BY joke_id SETTINGS input_format_skip_unknown_fields = 1""", "JSONCompactEachRow")
    rows = map(json.loads, str(answer).splitlines())
    return [(joke, int(high), int(low)) for joke, high, low in rows]


def events(layout, path, loads):
    with open(path, "rb") as file:
        if layout == "ndjson":
            yield from map(loads, file)
        elif layout == "array":
            yield from loads(file.read())
        else:
            for line in file:
                for each in loads(line)["documents"]:
                    fields = each["fields"]
                    yield {"joke_id": fields["joke_id"]["stringValue"],
                           "rating": int(fields["rating"]["integerValue"])}


def python_rows(loads, layout, path):
    counts = {}
    for event in events(layout, path, loads):
        rating = event["rating"]
        if rating != 3:
            count = counts.setdefault(event["joke_id"], [0, 0])
            count[0 if rating > 3 else 1] += 1
    return [(joke, *count) for joke, count in counts.items()]


def orjson_rows(layout, path):
    import orjson

    return python_rows(orjson.loads, layout, path)


def orjson_migrate(path, output):
    import orjson

    python_migrate(orjson.loads, orjson.dumps, path, output)


def json_rows(layout, path):
    return python_rows(json.loads, layout, path)


def json_migrate(path, output):
    def dumps(event):
        return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()

    python_migrate(json.loads, dumps, path, output)


def python_migrate(loads, dumps, path, output):
    with open(output, "wb") as file:
        for event in events("ndjson", path, loads):
            if event["rating"] != 3:
                event["rating"] = BECOMES.get(event["rating"], event["rating"])
                file.write(dumps(event) + b"\n")


def main():
    engine, job, layout, path, last = sys.argv[1:]
    if job == "rank":
        sys.stdout.write(document(globals()[f"{engine}_rows"](layout, path), last))
    elif job == "migrate":
        globals()[f"{engine}_migrate"](path, last)
    else:
        sys.stdout.write(document(globals()[f"{engine}_{job}"](path), last))


if __name__ == "__main__":
    main()
