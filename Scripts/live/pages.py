"""A folder of fetched pages: one file a page, a journal while it grows, a manifest at the end."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import durable
from .failing import BAD_DATA, CANNOT_CREATE, Failure

# The tools pass over names that start with a dot: neither is read as a document.
JOURNAL = ".fetch.ndjson"
MANIFEST = ".manifest.json"
PAGE = re.compile(r"page-\d{6,}\.json")
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Page:
    file: str
    documents: int
    sha256: str
    last: str
    more: bool


@dataclass
class Fetch:
    """What is fetched, from which moment, and the pages that are there."""

    folder: Path
    database: str
    collection: str
    read_time: str
    started: str
    is_snapshot: bool
    pages: list[Page] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return bool(self.pages) and not self.pages[-1].more

    @property
    def documents(self) -> int:
        return sum(page.documents for page in self.pages)

    def header(self) -> dict[str, object]:
        return {
            "schema_version": SCHEMA_VERSION, "database": self.database,
            "collection": self.collection, "read_time": self.read_time,
            "is_snapshot": self.is_snapshot, "started": self.started}

    def begin(self) -> None:
        """Writes the journal of the pages that are there, and removes all others."""
        lines = [self.header(), *(asdict(page) for page in self.pages)]
        durable.write(self.folder / JOURNAL, "".join(map(line, lines)).encode())
        known = {page.file for page in self.pages}
        for path in self.folder.iterdir():
            if durable.is_part(path) or (PAGE.fullmatch(path.name) and path.name not in known):
                path.unlink()
        durable.sync_folder(self.folder)

    def add(self, documents: list[str], last: str, more: bool, modified: float) -> None:
        """Makes a page durable, and then its line in the journal."""
        name = f"page-{len(self.pages) + 1:06d}.json"
        # A token tells the tools that a page follows: they refuse a copy that was cut short.
        token = f',"nextPageToken":{json.dumps(last, ensure_ascii=False)}' if more else ""
        content = '{"documents":[\n' + ",\n".join(documents) + "\n]" + token + "}\n"
        bytes_ = content.encode()
        durable.write(self.folder / name, bytes_, modified)
        page = Page(name, len(documents), hashlib.sha256(bytes_).hexdigest(), last, more)
        self.pages.append(page)
        durable.append(self.folder / JOURNAL, line(asdict(page)).encode())

    def finish(self, finished: str) -> None:
        pages = [{"file": p.file, "documents": p.documents, "sha256": p.sha256} for p in self.pages]
        manifest = {**self.header(), "finished": finished, "documents": self.documents}
        text = json.dumps({**manifest, "pages": pages}, indent=2, ensure_ascii=False)
        durable.write(self.folder / MANIFEST, f"{text}\n".encode())
        (self.folder / JOURNAL).unlink()
        durable.sync_folder(self.folder)

    def discard(self) -> None:
        """Removes everything, so that the next fetch begins again."""
        for name in [JOURNAL, *(page.file for page in self.pages)]:
            (self.folder / name).unlink()
        durable.sync_folder(self.folder)


def line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def unfinished(folder: Path, database: str, collection: str) -> tuple[Fetch | None, str | None]:
    """The fetch that stopped in the folder, and what of it has to be fetched again.

    A folder with a finished export, another collection's pages or other files is refused.
    """
    others = strangers(folder)
    if (folder / MANIFEST).exists():
        raise refused(folder, f"'{folder}' holds a finished export")
    if others:
        raise refused(folder, f"'{others[0]}' is not of a fetch")
    if not (folder / JOURNAL).exists():
        if any(PAGE.fullmatch(path.name) for path in folder.iterdir()):
            raise refused(folder, f"'{folder}' holds pages without their journal")
        return None, None
    fetch, lines = header(folder)
    if (fetch.database, fetch.collection) != (database, collection):
        told = f"'{fetch.collection}' of '{fetch.database}'"
        raise refused(folder, f"'{folder}' holds pages of {told}")
    return fetch, right_pages(fetch, lines)


def strangers(folder: Path) -> list[Path]:
    """What in a folder is not of a fetch."""
    return [
        path for path in sorted(folder.iterdir())
        if path.is_symlink() or not (
            PAGE.fullmatch(path.name) or path.name in (JOURNAL, MANIFEST) or durable.is_part(path))
    ]


def refused(folder: Path, message: str) -> Failure:
    return Failure(CANNOT_CREATE, message, "choose an empty folder with -o, or remove this one")


def header(folder: Path) -> tuple[Fetch, list[bytes]]:
    lines = (folder / JOURNAL).read_bytes().splitlines()
    try:
        first = json.loads(lines[0])
        if first.pop("schema_version") != SCHEMA_VERSION:
            raise ValueError("another version")
        return Fetch(folder, **first), lines[1:]
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise Failure(
            BAD_DATA, f"'{folder / JOURNAL}' is not the journal of a fetch", f"remove '{folder}'") from error


def right_pages(fetch: Fetch, lines: list[bytes]) -> str | None:
    """Adds the pages that are as the journal says; the first that is not ends them."""
    for number, text in enumerate(lines, 1):
        try:
            page = Page(**json.loads(text))
        except (TypeError, ValueError):
            return None  # a kill in mid-line: the page is fetched again
        path = fetch.folder / page.file
        if page.file != f"page-{number:06d}.json" or not path.is_file():
            return f"{page.file} is missing"
        if hashlib.sha256(path.read_bytes()).hexdigest() != page.sha256:
            return f"{page.file} is not as it was written"
        fetch.pages.append(page)
    return None
