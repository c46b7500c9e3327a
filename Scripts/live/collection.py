"""Fetches a collection page by page, all of it as of one moment where the server can."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from google.api_core import exceptions
from google.api_core.retry import Retry, if_exception_type

from . import durable, pages
from .counts import counted
from .documents import Collection, as_json, query
from .failing import BAD_DATA, GUARD, IO_ERROR, Failure
from .google_failures import TRANSIENT, explained

BYTES_A_PAGE = 8 << 20
SECONDS_TO_PROGRESS = 10.0
# Firestore keeps old versions for an hour.
LONGEST_WITHOUT_SNAPSHOT = timedelta(hours=1)
Say = Callable[[str], None]


def fetch(
    collection: Collection, folder: Path, read_time: datetime | None, documents_a_page: int,
    allow_empty: bool, seconds: float, say: Say,
) -> None:
    """Fetches what the folder does not have yet, and leaves a manifest."""
    durable.make_folder(folder)
    with durable.locked(folder, "fetch-export"):
        work, wrong = pages.unfinished(folder, collection.database, collection.path)
        if wrong:
            say(f"{wrong}; it is fetched again")
        with explained(str(collection)):
            retry = Retry(if_exception_type(*TRANSIENT), initial=0.2, maximum=20, timeout=seconds)
            if work is None:
                work = retry(begun)(collection, folder, read_time)
            else:
                require_continuable(work, read_time)
                say(f"continuing after {progress(work)}")
            if not work.is_snapshot:
                say("the server cannot read at one moment: changes during the fetch are mixed in")
            work.begin()
            read(collection, work, documents_a_page, retry, say)
    if not work.documents and not allow_empty:
        work.discard()
        raise Failure(
            GUARD, f"the collection {collection} has no documents",
            "check the names; accept an empty collection with --allow-empty")
    work.finish(as_text(datetime.now(UTC)))
    moment = f" as of {work.read_time}" if work.is_snapshot else ""
    say(f"{progress(work)} of '{collection.path}'{moment}; finished in '{folder}'")


def begun(collection: Collection, folder: Path, read_time: datetime | None) -> pages.Fetch:
    """A new fetch as of the given moment, or of now by the server's clock."""
    wanted = read_time
    if wanted is None:
        _, moment = next(query(collection, None, 1, None), (None, None))
        wanted = moment and moment.ToDatetime(UTC)
    is_snapshot = wanted is not None and can_read_at(collection, wanted)
    if read_time and not is_snapshot:
        raise Failure(IO_ERROR, "the server cannot read at one moment", "leave out --read-time")
    now = datetime.now(UTC)
    text = as_text(wanted or now)
    return pages.Fetch(
        folder, collection.database, collection.path, text, as_text(now), is_snapshot)


def can_read_at(collection: Collection, moment: datetime) -> bool:
    try:
        _, told = next(query(collection, None, 1, moment), (None, None))
    except exceptions.MethodNotImplemented:
        return False
    except (exceptions.FailedPrecondition, exceptions.InvalidArgument) as error:
        raise unreadable(as_text(moment), error) from error
    # A server that passes over the field answers with another time.
    return told is not None and told.ToDatetime(UTC) == moment


def require_continuable(work: pages.Fetch, read_time: datetime | None) -> None:
    age = datetime.now(UTC) - datetime.fromisoformat(work.started)
    if read_time and as_text(read_time) != work.read_time:
        raise pages.refused(work.folder, f"the fetch in '{work.folder}' is as of {work.read_time}")
    if not work.is_snapshot and age > LONGEST_WITHOUT_SNAPSHOT:
        raise pages.refused(work.folder, f"the fetch in '{work.folder}' began at {work.started}")


def read(
    collection: Collection, work: pages.Fetch, documents_a_page: int, retry: Retry, say: Say
) -> None:
    moment = datetime.fromisoformat(work.read_time)
    at = moment if work.is_snapshot else None
    spoke = time.monotonic()
    while not work.is_whole:
        after = work.pages[-1].last if work.pages else None
        try:
            found, last, more = retry(gathered)(collection, after, documents_a_page, at)
        except (exceptions.FailedPrecondition, exceptions.InvalidArgument) as error:
            raise (unreadable(work.read_time, error) if at else error) from error
        work.add(found, last or "", more, moment.timestamp())
        if time.monotonic() - spoke > SECONDS_TO_PROGRESS:
            spoke = time.monotonic()
            say(progress(work))


def progress(work: pages.Fetch) -> str:
    return f"{counted(work.documents, 'document')} in {counted(len(work.pages), 'page')}"


def gathered(
    collection: Collection, after: str | None, documents_a_page: int, read_time: datetime | None
) -> tuple[list[str], str | None, bool]:
    """The documents of one page, the name of the last, and whether another document follows."""
    found: list[str] = []
    last, size = None, 0
    answers = query(collection, after, documents_a_page + 1, read_time)
    for document, _ in answers:
        if document is None:
            continue
        if len(found) == documents_a_page or size > BYTES_A_PAGE:
            answers.close()
            return found, last, True
        found.append(as_json(document))
        last, size = document.name, size + len(found[-1])
    return found, last, False


def unreadable(moment: str, error: exceptions.GoogleAPICallError) -> Failure:
    hint = "old versions are kept for an hour; with point-in-time recovery, those of whole minutes" \
        " for seven days: give one with --read-time, or remove the folder and begin again"
    if datetime.fromisoformat(moment) > datetime.now(UTC):
        hint = "give a time that has passed, or leave out --read-time"
    return Failure(BAD_DATA, f"the database cannot be read as of {moment}: {error.message}", hint)


def as_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
