"""Whole managed exports: their shards, their metadata, and the files beside them.

A production database writes a part for each collection, an emulator suite one of everything, with
folders of its other emulators beside it. `Scripts/make-fixtures` writes them.
"""

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional, Protocol

from generator.draws import Draws
from generator.records import Recorded
from live.counts import counted

from . import managed
from .logs import Damaged, frame, records
from .rules import BINARY

NAME = "2026-03-26T00:00:00_12345"
PROJECT = "mr-funny-jokes"
KIND = "rating_events"
START = 1_774_483_200_000_000
APPS = {"production": f"s~{PROJECT}", "emulator": f"dev~{PROJECT}"}
# Beside Firestore's export; one is called as a shard is.
NEIGHBOURS = {
    "auth_export/accounts.json": b'{"kind":"identitytoolkit#DownloadAccountResponse","users":[]}',
    "auth_export/config.json": b'{"signIn":{"allowDuplicateEmails":false}}\n',
    "storage_export/buckets.json": b'{"buckets":[{"id":"jokes.appspot.com"}]}',
    "storage_export/blobs/output-0": b"\x00 no shard \xff",
}


@dataclass
class Part:
    folder: str
    kind: Optional[str]
    shard_count: int
    # The payloads of a shard, given its number.
    payloads: Callable


class Source(Recorded, Protocol):
    draws: Draws
    jokes: int


@dataclass
class Plan:
    # It has the records, and the number of their jokes.
    source: Source
    events: int
    shards: int = 4
    padded: bool = False
    layout: str = "production"
    others: bool = False
    # Whether it is to be as `migrate-ratings` must make it.
    migrated: bool = False

    def shard(self, number):
        """The events of a shard, with other documents among them."""
        start, end = (self.events * each // self.shards for each in (number, number + 1))
        for index in range(start, end):
            record = self.source.record(index)
            device = record.id[:36]
            if self.others and index % 5 == 2:
                # Of the same name, and not the same collection; the rating stays as it is.
                path = ["users", device, KIND, record.id]
                yield self.payload(path, {"rating": 3, "joke_id": record.joke})
            if self.others and self.layout == "emulator" and index % 7 == 3:
                yield self.payload(["settings", f"empty-{index}"], {})
            pairs = record.migrated() if self.migrated else record.pairs
            if pairs is not None:
                fields = {key: json.loads(value) for key, value in pairs}
                event = managed.event_entity(APPS[self.layout], record.id, fields)
                yield from [event.SerializeToString()] * record.copies
        if self.others and self.layout == "emulator" and number == self.shards - 1:
            yield from self.catalogue()

    def catalogue(self):
        """The jokes that are rated."""
        for place in range(self.source.jokes):
            fields = {"text": f"joke number {place}", "popularity_score": place, "type": "dad"}
            joke = self.source.draws.identifier("joke id", place)
            yield self.payload(["jokes", joke], fields)

    def payload(self, path, fields):
        return managed.entity(APPS[self.layout], path, fields).SerializeToString()

    def write(self, directory: Path) -> None:
        if self.layout == "production":
            parts = [Part(f"kind_{KIND}", KIND, self.shards, self.shard)]
            if self.others:
                parts.append(Part("kind_jokes", "jokes", 1, lambda number: self.catalogue()))
            return self.write_export(directory, NAME, parts)
        name = "firestore_export"
        self.write_export(
            directory / name, name, [Part("all_kinds", None, self.shards, self.shard)])
        firestore = {
            "version": "1.19.8",
            "path": name,
            "metadata_file": f"{name}/{name}.overall_export_metadata",
        }
        manifest = {"version": "13.0.0", "firestore": firestore}
        if self.others:
            for emulator in ("auth", "storage"):
                manifest[emulator] = {"version": "13.0.0", "path": f"{emulator}_export"}
            for path, content in NEIGHBOURS.items():
                (directory / path).parent.mkdir(parents=True, exist_ok=True)
                (directory / path).write_bytes(content)
        manifest = json.dumps(manifest, indent=2).encode()
        (directory / "firebase-export-metadata.json").write_bytes(manifest)

    def write_export(self, directory, name, parts):
        entries = []
        for part in parts:
            folder = f"all_namespaces/{part.folder}"
            (directory / folder).mkdir(parents=True)
            names = [f"output-{number}" for number in range(part.shard_count)]
            held, size = Held(), 0
            for number, shard in enumerate(names):
                with open(directory / folder / shard, "wb") as file:
                    payloads = held.counting(part.payloads(number))
                    file.writelines(frame(payloads, self.padded))
                    size += file.tell()
            path = f"{folder}/{folder.replace('/', '_')}.export_metadata"
            metadata = managed.part_metadata(name, part.kind, names, START, START + 5_000_000)
            (directory / path).write_bytes(metadata)
            entries.append((path, held.documents, held.bytes if part.kind else size))
        metadata = managed.overall_metadata(entries)
        (directory / f"{name.replace(':', '_')}.overall_export_metadata").write_bytes(metadata)


@dataclass
class Held:
    documents: int = 0
    bytes: int = 0

    def counting(self, payloads):
        for payload in payloads:
            self.documents += 1
            self.bytes += len(payload)
            yield payload


def shards(path):
    """The shards below a path, in the order of their numbers, or the shard at the path."""
    if path.is_file():
        return [path]
    listed = [each for file in path.rglob("*.export_metadata") for each in listed_by(file)]
    found = listed or [each for each in path.rglob("output-*") if each.name[7:].isdigit()]
    return sorted(found, key=lambda each: (each.parent, int(each.name[7:])))


@contextlib.contextmanager
def naming(file):
    """Names the file in what is raised of its damage."""
    try:
        yield
    except Damaged as error:
        raise Damaged(f"'{file}': {error}") from error


def records_of(file):
    with naming(file):
        yield from records(file.read_bytes())


def listed_by(file):
    with naming(file):
        names = [name for each in managed.values(file.read_bytes(), 2) for name in managed.values(each, 2)]
    return [file.parent / name.decode() for name in names]


def migrated(payload):
    """A document's migrated message, or None if it is deleted."""
    entity = managed.parsed(payload)
    values = managed.rating_values(entity)
    if managed.collection(entity) != KIND or len(values) != 1:
        return entity
    for kind in ("int64Value", "doubleValue"):
        if not values[0].HasField(kind):
            continue
        rating = getattr(values[0], kind)
        if rating == 3:
            return None
        if rating in BINARY and BINARY[rating] != rating:
            setattr(values[0], kind, BINARY[rating])
    return entity


class Comparison:
    def __init__(self, before, after):
        self.before, self.after = before, after
        self.problems = []
        self.counts = {"kept": 0, "updated": 0, "deleted": 0}
        self.held = {}  # by migrated shard
        sources, results = shards(before), shards(after)
        if len(sources) != len(results):
            self.problems.append(f"{counted(len(sources), 'shard')} became {len(results)}")
        for source, result in zip(sources, results):
            self.compare(source, result)
        if after.is_dir():
            self.problems += self.metadata_problems()
            self.problems += self.neighbour_problems(sources)

    def compare(self, source, result):
        made = records_of(result)
        held = self.held[result] = Held()
        for number, payload in enumerate(records_of(source), 1):
            wanted = migrated(payload)
            if wanted is None:
                self.counts["deleted"] += 1
                continue
            found = next(made, None)
            held.documents += 1
            held.bytes += len(found or b"")
            is_same = managed.parsed(payload) == wanted
            self.counts["kept" if is_same else "updated"] += 1
            if found is None or (found != payload if is_same else managed.parsed(found) != wanted):
                self.problems.append(
                    f"{result}: not what record {number} of {source} should become")
                return
        if next(made, None) is not None:
            self.problems.append(f"{result}: there are documents that {source} does not have")

    def metadata_problems(self):
        for file in self.after.rglob("*.overall_export_metadata"):
            version, listing = records_of(file)
            if version != b"3":
                yield f"{file}: version {version!r}"
            with naming(file):
                entries = managed.values(listing, 1)
            for entry in entries:
                (path,), counts, byte_counts = (managed.values(entry, number) for number in (2, 3, 4))
                part = file.parent / path.decode().replace("\\", "/")
                names = listed_by(part)
                held = [self.held.get(name, Held()) for name in names]
                count = sum(each.documents for each in held)
                size = sum(name.stat().st_size for name in names)
                sizes = (sum(each.bytes for each in held), size)
                if counts != [count]:
                    yield f"{part}: {counts} documents, and there are {count}"
                if byte_counts[0] not in sizes:
                    yield f"{part}: {byte_counts} bytes, and there are {sizes}"

    def neighbour_problems(self, sources):
        """The other files that changed, except for the counts."""
        known = {each.relative_to(self.before) for each in sources}
        old = files(self.before).keys() - known
        for name in sorted(old ^ (files(self.after).keys() - known)):
            yield f"{name}: only in one of the two"
        for name in sorted(old & files(self.after).keys()):
            is_counted = name.name.endswith(".overall_export_metadata") and self.counts["deleted"]
            same = (self.before / name).read_bytes() == (self.after / name).read_bytes()
            if not same and not is_counted:
                yield f"{name}: changed"


def files(directory):
    found = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory): path for path in found}
