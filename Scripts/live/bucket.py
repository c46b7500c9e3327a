"""Copies a managed export from a bucket into a folder, each file compared with its object."""

import base64
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import google_crc32c
from google.api_core import exceptions
from google.cloud import storage
from google.cloud.storage.retry import DEFAULT_RETRY

from . import durable
from .counts import counted
from .failing import BAD_DATA, CANNOT_CREATE, IO_ERROR, NO_INPUT, Failure
from .google_failures import explained, reading_credentials

OVERALL = ".overall_export_metadata"
ATTEMPTS = 3
Say = Callable[[str], None]


@dataclass(frozen=True)
class Place:
    """A bucket and the prefix of an export in it, without a slash at its end."""

    bucket: str
    prefix: str

    def __str__(self) -> str:
        return f"gs://{self.bucket}/{self.prefix}".rstrip("/")

    @classmethod
    def of(cls, url: str) -> "Place":
        bucket, _, prefix = url.removeprefix("gs://").partition("/")
        return cls(bucket, prefix.rstrip("/"))


def fetch(place: Place, folder: Path, latest: bool, seconds: float, say: Say) -> None:
    """Makes the folder a copy of the export; files that are there and right stay."""
    with explained(str(place)):
        with reading_credentials():
            client = storage.Client()
        retry = DEFAULT_RETRY.with_timeout(seconds)
        if latest:
            place = newest(client, place, retry)
        files = objects(client, place, retry)
    durable.make_folder(folder)
    with durable.locked(folder, "fetch-export"):
        missing = [(path, blob) for path, blob in files.items() if not is_there(folder, path, blob)]
        refuse_others(folder, files)
        require_room(folder, missing)
        with explained(str(place)):
            for path, blob in missing:
                copy(blob, folder / path, retry, say)
        for parent in sorted({(folder / path).parent for path in files}):
            durable.sync_folder(parent)
    total = sum(blob.size for blob in files.values())
    say(
        f"{place}: {counted(len(files), 'file')}, {counted(total, 'byte')}, {len(missing):,} of them fetched now;"
        f" sizes and CRC-32C are right; finished in '{folder}'")


def newest(client: storage.Client, place: Place, retry: object) -> Place:
    """The export below the prefix that was finished last: its metadata is written at the end."""
    prefix = f"{place.prefix}/" if place.prefix else ""
    found = client.list_blobs(
        place.bucket, prefix=prefix, fields="items(name,updated),nextPageToken", retry=retry)
    exports = [blob for blob in found if blob.name.endswith(OVERALL)]
    if not exports:
        raise no_export(place)
    last = max(exports, key=lambda blob: (blob.updated, blob.name))
    return Place(place.bucket, last.name.rpartition("/")[0])


def no_export(place: Place) -> Failure:
    return Failure(
        NO_INPUT, f"{place}: no managed export: no object ends with '{OVERALL}'",
        "name the folder of a finished export, or the folder above with --latest")


def objects(client: storage.Client, place: Place, retry: object) -> dict[str, storage.Blob]:
    """The objects of an export by their paths in the folder; the overall metadata is the last.

    A folder in which the copy stopped then is not taken for a whole export.
    """
    prefix = f"{place.prefix}/" if place.prefix else ""
    found: dict[str, storage.Blob] = {}
    for blob in client.list_blobs(place.bucket, prefix=prefix, retry=retry):
        path = blob.name[len(prefix) :]
        if not path or (path.endswith("/") and not blob.size):
            continue  # the console makes such an object for a folder
        refuse_outside(blob, path)
        found[path] = blob
    whole = [path for path in found if path.endswith(OVERALL) and "/" not in path]
    if not whole:
        raise no_export(place)
    if len(whole) > 1:
        raise Failure(BAD_DATA, f"{place}: it holds {len(whole)} exports", "name one of them")
    for path in found:
        if any(str(above) in found for above in Path(path).parents):
            raise Failure(BAD_DATA, f"{place}: '{path}' is below an object of the same export")
    return dict(sorted(found.items(), key=lambda pair: (pair[0] in whole, pair[0])))


def refuse_outside(blob: storage.Blob, path: str) -> None:
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in path:
        raise Failure(
            BAD_DATA, f"'gs://{blob.bucket.name}/{blob.name}' has no place in the folder",
            "it is not of a managed export; move the object elsewhere")
    if durable.is_part(Path(path)):
        raise Failure(BAD_DATA, f"'{path}' has the name of a temporary file", "rename the object")


def is_there(folder: Path, path: str, blob: storage.Blob) -> bool:
    file = folder / path
    if file.is_symlink() or not file.is_file() or file.stat().st_size != blob.size:
        return False
    return crc32c(file) == str(blob.crc32c)


def crc32c(file: Path) -> str:
    checksum = google_crc32c.Checksum()
    with open(file, "rb") as opened:
        while piece := opened.read(1 << 20):
            checksum.update(piece)
    return base64.b64encode(checksum.digest()).decode()


def refuse_others(folder: Path, files: dict[str, storage.Blob]) -> None:
    """Removes what a killed fetch left, and refuses a folder with anything else in it."""
    for parent, folders, names in os.walk(folder):
        for name in [*names, *(each for each in folders if (Path(parent) / each).is_symlink())]:
            path = Path(parent) / name
            if durable.is_part(path) and not path.is_symlink():
                path.unlink()
            elif path.is_symlink() or str(path.relative_to(folder)) not in files:
                raise Failure(
                    CANNOT_CREATE, f"'{path}' is not of this export",
                    "choose an empty folder with -o")


def require_room(folder: Path, missing: list[tuple[str, storage.Blob]]) -> None:
    needed = sum(blob.size for _, blob in missing)
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise Failure(
            IO_ERROR,
            f"'{folder}' has room for {counted(free, 'byte')}; the export needs {needed:,} more",
            "make room, or choose another folder with -o")


def copy(blob: storage.Blob, path: Path, retry: object, say: Say) -> None:
    """Fetches one object; a copy with another CRC-32C is fetched again."""
    durable.make_folder(path.parent)
    name = f"gs://{blob.bucket.name}/{blob.name}"
    for attempt in range(1, ATTEMPTS + 1):
        with durable.new_file(path) as file:
            download(blob, file, retry, name)
            file.flush()
            size, checksum = os.fstat(file.fileno()).st_size, crc32c(durable.part_of(path))
            if (size, checksum) == (blob.size, blob.crc32c):
                # Its age is the export's, for --max-input-age.
                durable.publish(path, file, blob.updated.timestamp())
                return
        if attempt < ATTEMPTS:
            say(f"{name}: size or CRC-32C is wrong; it is fetched again")
    durable.part_of(path).unlink(missing_ok=True)
    raise Failure(
        BAD_DATA, f"{name}: the copy has {counted(size, 'byte')} and CRC-32C {checksum},"
        f" the object {blob.size:,} and {blob.crc32c}, {ATTEMPTS} times",
        "the way to the bucket damages data; try another network")


def download(blob: storage.Blob, file: object, retry: object, name: str) -> None:
    """The object's stored bytes, of the generation that was listed."""
    try:
        # Raw: the CRC-32C is of the stored bytes, compressed where the object is.
        blob.download_to_file(
            file, raw_download=True, checksum=None, retry=retry,
            if_generation_match=blob.generation)
    except (exceptions.PreconditionFailed, exceptions.NotFound) as error:
        raise Failure(
            IO_ERROR, f"{name}: the object changed during the fetch", "run the command again") from error
