"""The programs of a nightly run: where they are, their arguments, and how they are run."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from .. import failing
from ..failing import MISSING_PROGRAM, NO_INPUT, STOPS, Failure
from .settings import GUARDS, RANK, Settings

SCRIPTS = Path(__file__).resolve().parents[2]
# Done with rejects: the guard max-rejects says how many are too many.
MAY_REJECT = {"read-export": 3, "aggregate-top10": 3}
SECONDS_TO_STOP = 10


class ProgramFailed(Failure):
    """A program's own status; it has already said why."""

    def __init__(self, name: str, status: int) -> None:
        told = f"was killed by signal {-status}" if status < 0 else f"ended with {status}"
        super().__init__(128 - status if status < 0 else status, f"{name} {told}")


def names(settings: Settings) -> list[str]:
    every = ["fetch-export", "read-export", "aggregate-top10"]
    return [*every, "apply-batches"] if settings.get("publish", "database") else every


def search_path(settings: Settings) -> str:
    """The folder of the settings first, then these scripts, then PATH."""
    folder = settings.get("programs", "folder")
    mine = os.path.dirname(sys.executable)  # a virtual environment's python3, with the packages
    return os.pathsep.join(
        [*([str(folder)] if folder else []), str(SCRIPTS), mine, os.environ.get("PATH", "")])


def require(settings: Settings) -> None:
    folder = settings.path("programs", "folder")
    if folder and not folder.is_dir():
        raise Failure(NO_INPUT, f"[programs] folder: there is no folder '{folder}'")
    path = search_path(settings)
    absent = [name for name in names(settings) if not shutil.which(name, path=path)]
    if absent:
        raise Failure(
            MISSING_PROGRAM, f"there is no {' and no '.join(absent)}",
            "name the folder of the tools as folder in [programs]; cron has a short PATH")


def fetch(settings: Settings, folder: Path) -> list[str]:
    retry = ["--retry-for", str(settings.get("fetch", "retry-for", 120))]
    if bucket := settings.get("fetch", "bucket"):
        return ["fetch-export", str(bucket), "--latest", "-o", str(folder), *retry]
    empty = ["--allow-empty"] if settings.get("rank", "allow-empty") else []
    database = str(settings.get("fetch", "database"))
    source = ["--collection", settings.collection, "--database", database]
    return ["fetch-export", *source, "-o", str(folder), *retry, *empty]


def check(settings: Settings, export: Path, documents: int | None) -> list[str]:
    expected = [] if documents is None else ["--expect-count", str(documents)]
    empty = ["--allow-empty"] if settings.get("rank", "allow-empty") else []
    source = [str(export), "--check", "--collection", settings.collection]
    return ["read-export", *source, *expected, *empty, "--no-progress"]


def rank(settings: Settings, export: Path, staged: Path, previous: Path | None) -> list[str]:
    command = ["aggregate-top10", str(export), "-o", str(staged), "--force", "--no-progress"]
    command += ["--collection", settings.collection]
    for table, keys in (("rank", RANK), ("guards", GUARDS)):
        for key in keys:
            value = settings.get(table, key)
            if value is True:
                command.append(f"--{key}")
            elif value is not None and value is not False:
                command += [f"--{key}", str(value)]
    if previous:
        command += ["--previous", str(previous)]
    if folder := settings.path("metrics", "folder"):
        command += ["--metrics", str(folder / "laughtrack-ranking.prom")]
    return command


def publish(settings: Settings, staged: Path) -> list[str]:
    database = str(settings.get("publish", "database"))
    return ["apply-batches", "--ranking", str(staged), "--database", database, "--execute"]


def shown(command: list[str]) -> str:
    return shlex.join(command)


def run(settings: Settings, command: list[str], quiet: bool) -> int:
    """Runs a program to its end: 0, or 3 for done with rejects. Stops it if this run is stopped.

    What apply-batches says of its retries is kept back from a quiet run, and shown if it fails.
    """
    path = search_path(settings)
    program = shutil.which(command[0], path=path)
    if program is None:
        raise Failure(MISSING_PROGRAM, f"there is no {command[0]}")
    is_held = quiet and command[0] == "apply-batches"
    is_quiet = ["--quiet"] if quiet and not is_held else []
    output = subprocess.DEVNULL if quiet else sys.stderr
    with tempfile.TemporaryFile() as held:
        try:
            status = ended(
                [program, *command[1:], *is_quiet], output, held if is_held else None, path)
            if status not in (0, MAY_REJECT.get(command[0], 0)):
                raise ProgramFailed(command[0], status)
            return status
        except BaseException:
            held.seek(0)
            if words := held.read().decode(errors="replace"):
                failing.say(words.rstrip("\n"), sys.stderr)
            raise


def ended(command: list[str], output: IO[Any] | int, errors: IO[Any] | None, path: str) -> int:
    """The status of a program that runs to its end."""
    # A signal must not come between the program's start and the place that stops it.
    with signals(signal.SIG_BLOCK):
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            env={**os.environ, "PATH": path}, preexec_fn=unblock)
        try:
            with signals(signal.SIG_UNBLOCK):
                return process.wait()
        except BaseException:
            stop(process)
            raise


@contextlib.contextmanager
def signals(how: int) -> Iterator[None]:
    """A block in which signals are held back (SIG_BLOCK), or come (SIG_UNBLOCK)."""
    before = signal.pthread_sigmask(how, ())
    try:
        signal.pthread_sigmask(how, STOPS)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
