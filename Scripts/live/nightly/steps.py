"""The steps of a nightly run, in order; a failure of one leaves yesterday's ranking."""

import json
import os
import re
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from .. import durable, pages
from ..failing import BAD_DATA, CANNOT_CREATE, GUARD, IO_ERROR, NO_INPUT, Failure, of_system
from . import metrics, programs
from .settings import Settings

STEPS = ("fetch", "guards", "rank", "publish", "prune", "metrics")
UNFINISHED = "unfinished"
NAME = "%Y-%m-%dT%H-%M-%SZ"
EXPORT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z")
LONGEST_FETCH = timedelta(hours=1)
KEPT = "yesterday's ranking is kept"
UNKNOWN = "the file has yesterday's ranking, the database that or the new one"
HALF = "the database has the new ranking, the file yesterday's"
PUBLISHED = "the new ranking is published"
Say = Callable[[str], None]


class StepFailed(Failure):
    """A failure with the step that it stopped."""

    def __init__(self, step: str, failure: Failure, outcome: str) -> None:
        super().__init__(failure.status, f"{step}: {failure}; {outcome}", failure.hint)
        self.step = step


@dataclass
class Night:
    """One run: its settings, and what its steps hand on to each other."""

    settings: Settings
    say: Say
    quiet: bool
    status: int = 0
    export: Path | None = None
    outcome: str = KEPT
    failed: StepFailed | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def staged(self) -> Path:
        """The new ranking until it is published, on the file system of the old one."""
        ranking = self.settings.ranking
        return ranking.with_name(f".{ranking.name}.next")

    def run(self, command: list[str]) -> None:
        self.status = max(self.status, programs.run(self.settings, command, self.quiet))


def require_places(settings: Settings) -> None:
    """Refuses folders that would stop a step late at night."""
    places = {"[publish] file": settings.ranking.parent}
    if folder := settings.path("metrics", "folder"):
        places["[metrics] folder"] = folder
    places["[fetch] folder"] = settings.folder
    jokes = settings.path("rank", "jokes")
    if jokes and (not jokes.exists() or jokes.is_dir()):
        what = "is a folder" if jokes.exists() else "does not exist"
        raise Failure(NO_INPUT, f"[rank] jokes: '{jokes}' {what}", "name the catalogue, a file")
    if durable.is_special(settings.ranking):
        raise Failure(
            CANNOT_CREATE, f"[publish] file: '{settings.ranking}' is not a file",
            "name a file, which is replaced")
    unfinished = settings.folder / UNFINISHED
    if unfinished.exists() and not unfinished.is_dir():
        raise Failure(
            CANNOT_CREATE, f"[fetch] folder: '{unfinished}' is not a folder",
            "move it elsewhere: each fetch has this name until it is finished")
    for key, folder in places.items():
        if key == "[fetch] folder":
            while not folder.exists():
                folder = folder.parent
        elif folder == settings.folder:
            continue
        durable.require_folder(key, folder)


def run(night: Night) -> int:
    """Runs every step; prune and metrics also after a failure, of which the first ends the run."""
    durable.make_folder(night.settings.folder)
    with durable.locked(night.settings.folder, "nightly"):
        try:
            for name, step in (
                ("fetch", fetch), ("guards", guards), ("rank", rank), ("publish", publish)):
                if night.failed is None:
                    timed(night, name, step)
        finally:
            night.staged.unlink(missing_ok=True)
        timed(night, "prune", prune)  # failing nights must not fill the disk
        if night.settings.get("metrics", "folder"):
            timed(night, "metrics", write_metrics)
    if night.failed:
        raise night.failed
    return night.status


def timed(night: Night, name: str, step: Callable[[Night], None]) -> None:
    """Runs a step, and enters its failure. Signals come only within a step, so that each fails one."""
    began = time.monotonic()
    step_name, failure = name, None
    try:
        with programs.signals(signal.SIG_UNBLOCK):
            step(night)
    except Failure as error:
        # The tool that ranks has guards of its own.
        step_name = "guards" if name == "rank" and error.status == GUARD else name
        failure = error
    except OSError as error:
        failure = of_system(error)
    night.seconds[name] = time.monotonic() - began
    night.say(f"{name}: {'failed' if failure else 'done'} after {night.seconds[name]:.1f} s")
    if failure and night.failed:
        night.say(f"{name}: {failure}")
    elif failure:
        night.failed = StepFailed(step_name, failure, night.outcome)


def fetch(night: Night) -> None:
    """A fetch that stopped last time goes on; one that cannot go on begins again."""
    folder = night.settings.folder / UNFINISHED
    command = programs.fetch(night.settings, folder)
    if is_old(folder) and not has_strangers(night.settings, folder):
        shutil.rmtree(folder)
    goes_on = folder.exists()
    try:
        night.run(command)
    except programs.ProgramFailed as failure:
        may_begin_again = goes_on and failure.status in (BAD_DATA, CANNOT_CREATE)
        if not may_begin_again or has_strangers(night.settings, folder):
            raise
        night.say("fetch: the unfinished fetch cannot go on; it begins again")
        shutil.rmtree(folder)
        night.run(command)
    night.export = night.settings.folder / datetime.now(UTC).strftime(NAME)
    while night.export.exists():
        time.sleep(0.1)
        night.export = night.settings.folder / datetime.now(UTC).strftime(NAME)
    os.rename(folder, night.export)
    durable.sync_folder(night.settings.folder)


def has_strangers(settings: Settings, folder: Path) -> bool:
    """Whether somebody else put something among the pages of a fetch: it is not removed."""
    return settings.get("fetch", "bucket") is None and bool(pages.strangers(folder))


def is_old(folder: Path) -> bool:
    """Whether the folder has pages of an earlier night, which would be ranked as of then."""
    if not (folder / pages.JOURNAL).exists():
        return False
    try:
        began = datetime.fromisoformat(pages.header(folder)[0].started)
    except (Failure, ValueError):
        return True
    return datetime.now(UTC) - began > LONGEST_FETCH


def guards(night: Night) -> None:
    assert night.export
    manifest = night.export / pages.MANIFEST
    documents = None
    if manifest.exists():
        documents = int(json.loads(manifest.read_text(encoding="utf-8"))["documents"])
    night.run(programs.check(night.settings, night.export, documents))


def rank(night: Night) -> None:
    assert night.export
    old = night.settings.ranking
    previous = old if old.exists() else None
    night.run(programs.rank(night.settings, night.export, night.staged, previous))


def publish(night: Night) -> None:
    """Into the database first: its failure leaves the file. The rename after it hardly fails."""
    ranking = night.settings.ranking
    if ranking.exists():
        durable.keep_owner(ranking, night.staged)
    if night.settings.get("publish", "database"):
        night.outcome = UNKNOWN
        try:
            night.run(programs.publish(night.settings, night.staged))
        except Failure as failure:
            # Otherwise it was sent perhaps, and its reply is lost.
            if failure.status != IO_ERROR and failure.status <= 128:
                night.outcome = KEPT
            raise
        night.outcome = HALF
    # A signal must not come between the rename and what is said of it.
    with programs.signals(signal.SIG_BLOCK):
        os.replace(night.staged, ranking)
        night.outcome = PUBLISHED
    durable.sync_folder(ranking.parent)


def prune(night: Night) -> None:
    """Removes all but the newest finished exports; this night's is the newest, whatever the clock says."""
    folder = night.settings.folder
    exports = sorted(
        (path for path in folder.iterdir() if EXPORT.fullmatch(path.name) and not path.is_symlink()),
        key=lambda path: (path == night.export, path.name))
    for path in exports[: -night.settings.keep]:
        shutil.rmtree(path)


def write_metrics(night: Night) -> None:
    folder, failed = night.settings.path("metrics", "folder"), night.failed
    assert folder
    status = failed.status if failed else night.status
    step = failed.step if failed else None
    metrics.write(folder, STEPS, step, status, night.seconds, time.time())
