"""Trials of batches: their writes and limits, then sent to a simulated database and undone."""

import hashlib
import json
from collections import Counter

from live.counts import counted

from . import batches, expectations
from .bench import written
from .migration import migrate_export
from .rules import DELETE, KEEP, number_meaning, rating_meaning

DATABASE = "projects/laughs/databases/(default)"
MEBIBYTE = 1 << 20


def batch_trial(trial, disorder, name="to-send"):
    """`--batches` of an export, sometimes with a size, a byte limit or a server timestamp."""
    content, draws = disorder.content(), trial.draws
    path, directory, output = trial.file(name, content), trial.output(), trial.output()
    size = draws.choice([500, 500, 1, 7], "batch size", 0)
    limit = draws.choice([9 * MEBIBYTE, 9 * MEBIBYTE, 8192], "batch bytes", 0)
    stamp = draws.choice([None, None, "migrated_at"], "server timestamp", 0)
    arguments = ["--batches", directory, "--database", DATABASE, "--allow-empty"]
    arguments += ["--batch-size", size] if size != 500 else []
    arguments += ["--batch-bytes", limit] if limit != 9 * MEBIBYTE else []
    arguments += ["--server-timestamp", stamp] if stamp and size > 1 else []
    stamp = stamp if size > 1 else None

    _, counts, decisions = migrate_export(content)
    expected, unusable = batches.writes(decisions, DATABASE, stamp)
    run = trial.bench.run("migrate-ratings", path, "-o", output, *arguments)
    claim = f"batches of {size}, {limit} bytes, stamp {stamp}"
    rejects = counts["reject"] or unusable
    status = expectations.REJECTS if rejects else expectations.DONE
    trial.bench.equal(f"{claim}, status", run.returncode, status, run)
    if not unusable:
        answer = expectations.migrate_ratings(content)
        # Without an event, --allow-empty writes the input unchanged.
        same = content if answer.status == expectations.GUARD else answer.content
        trial.bench.equal(f"{claim}, output", written(output), same, run)

    files = sorted(directory.glob("batch-*.json"))
    undo_files = sorted((directory / "undo").glob("batch-*.json"))
    names = [f"batch-{number + 1:05d}.json" for number in range(len(files))]
    trial.bench.equal(f"{claim}, names", [file.name for file in files], names, run)
    try:
        made = [json.loads(file.read_bytes())["writes"] for file in files]
        undo = [json.loads(file.read_bytes())["writes"] for file in undo_files]
    except (ValueError, KeyError) as error:
        trial.bench.fail(f"{claim}, readable", repr(error), run)
        return
    every = [write for batch in made for write in batch]
    trial.bench.equal(f"{claim}, writes", every, expected, run)
    most = batches.room(size, stamp)
    trial.bench.holds(f"{claim}, limits", beyond(files, made, most, limit), run)
    if limit == 9 * MEBIBYTE:
        sizes = [len(batch) for batch in batches.split(expected, most)]
        trial.bench.equal(f"{claim}, filled", [len(batch) for batch in made], sizes, run)
    trial.bench.holds(f"{claim}, digests", without_digest(directory, files + undo_files), run)
    trial.bench.holds(f"{claim}, sent and undone", unlike_after(decisions, made, undo), run)


def beyond(files, made, size, limit):
    for file, batch in zip(files, made):
        if not batch or len(batch) > size:
            return f"{file.name} holds {counted(len(batch), 'write')}"
        if file.stat().st_size > limit and len(batch) > 1:
            return f"{file.name} has {file.stat().st_size} bytes"
    return None


def without_digest(directory, files):
    manifest = (written(directory / "manifest.json") or b"").decode("utf-8", "replace")
    for file in files:
        if hashlib.sha256(file.read_bytes()).hexdigest() not in manifest:
            return f"{file.name} is not in the manifest"
    return None


def unlike_after(decisions, made, undo):
    """The violations after the batches were sent, and after they were undone."""
    named, ids = {}, Counter(document.id for document, _ in decisions)
    for document, each in decisions:
        if document.id is not None:
            each = each if batches.is_sendable(document, each) and ids[document.id] == 1 else KEEP
            named[f"{DATABASE}/documents/rating_events/{document.id}"] = (document.node, each)
    before = {name: {"rating": {"before": True}} for name in named}
    after = dict(before)
    try:
        for batch in made:
            batches.send(after, batch)
        for name, (_, each) in named.items():
            if (name in after) != (each != DELETE):
                return f"{name} was to be {each}d"
        for batch in undo:
            batches.send(after, batch)
    except (ValueError, KeyError) as error:
        return error
    if after.keys() != before.keys():
        return f"{counted(len(after), 'document')} after the undo, not {len(before)}"
    for name, (node, each) in named.items():
        wrong = None if after[name] == before[name] else unrestored(after[name], node, each)
        if wrong:
            return f"{name}: {wrong}"
    return None


def unrestored(fields, node, each):
    if each == KEEP:
        return "touched"
    value = fields.get("rating", {})
    spelled = str(value.get("integerValue", value.get("doubleValue")))
    if each != DELETE or rating_meaning(node.first("rating")):
        if number_meaning(spelled) != rating_meaning(node.first("rating")):
            return f"its rating is {value}"
    if each != DELETE:
        return None
    for key in ("joke_id", "device_id", "week_id"):
        was = node.first_string(key)
        if was is not None and fields.get(key) != {"stringValue": was}:
            return f"its {key} is {fields.get(key)}"
    return None
