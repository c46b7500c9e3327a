"""The command `firestore-server`: its options, and its errors in plain words."""

import argparse
import os
import signal
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn, TextIO

from ..durable import is_special
from .faults import Malformed
from .lines import Completion, Unfit, dump, is_database, load
from .limits import MAX_WRITES
from .serving import FirestoreServer
from .store import NotAStore, Store

USAGE, BAD_DATA, NO_INPUT, CANNOT_CREATE, IO_FAILED = 64, 65, 66, 73, 74


class Failed(Exception):
    """An exit status, and a message."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Parser(argparse.ArgumentParser):
    """Ends with the status that the tools have for a wrong command line."""

    def error(self, message: str) -> NoReturn:
        raise Failed(USAGE, message)


def count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def options(text: str, arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="firestore-server", allow_abbrev=False, add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("store", type=Path, nargs="?")
    parser.add_argument("--port", type=count, default=0)
    parser.add_argument("--port-file", type=Path)
    parser.add_argument("--load", type=Path, nargs="+", action="extend", default=[])
    parser.add_argument("--dump", type=Path)
    parser.add_argument("--database-name")
    parser.add_argument("--collection", default="rating_events")
    parser.add_argument("--faults", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--slow-ms", type=count, default=0)
    parser.add_argument("--exit-after", type=count)
    parser.add_argument("--max-writes", type=count, default=MAX_WRITES)
    chosen = parser.parse_args(arguments)
    if chosen.help:
        print(text.strip())
        sys.exit(0)
    if chosen.store is None:
        raise Failed(USAGE, "no STORE given")
    if chosen.database_name is not None and not is_database(chosen.database_name):
        raise Failed(
            USAGE, f"'{chosen.database_name}' is not of the form projects/P/databases/D")
    if chosen.port > 65535:
        raise Failed(USAGE, f"no port {chosen.port}")
    return chosen


def run(text: str, arguments: list[str]) -> None:
    chosen = options(text, arguments)
    if chosen.load:
        fill(chosen)
    if chosen.dump:
        with Store(existing(chosen.store)) as store:
            write(chosen.dump, dump(store.documents()))
    else:
        serve(chosen)


def existing(path: Path) -> Path:
    if not path.exists():
        raise Failed(NO_INPUT, f"no such file '{path}'")
    return path


def fill(chosen: argparse.Namespace) -> None:
    with ExitStack() as stack:
        files = [stack.enter_context(opened(path)) for path in chosen.load]
        store = stack.enter_context(Store(chosen.store))
        if next(store.documents(), None) is not None:
            raise Failed(CANNOT_CREATE, f"'{chosen.store}' has documents; load into a new store")
        number = load(store, files, Completion(chosen.database_name, chosen.collection))
    print(f"firestore-server: loaded {number} documents", file=sys.stderr)


def opened(path: Path) -> TextIO:
    """An input, of UTF-8; '-' is standard input."""
    try:
        return open(0 if str(path) == "-" else path, encoding="utf-8", newline="\n")
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Failed(NO_INPUT, f"cannot read '{path}': {error.strerror}") from None


def write(path: Path, lines: Iterable[str]) -> None:
    """Writes a file that appears whole or not at all; '-' is standard output."""
    if str(path) == "-":
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stdout.writelines(lines)
        sys.stdout.flush()
        return
    if is_special(path):
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=".firestore-server-", delete=False
    ) as file:
        try:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def serve(chosen: argparse.Namespace) -> None:
    stopped = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopped.set())
    with FirestoreServer(
        chosen.store, port=chosen.port, faults=chosen.faults, seed=chosen.seed,
        slow_ms=chosen.slow_ms, exit_after=chosen.exit_after, max_writes=chosen.max_writes,
    ) as server:
        if chosen.port_file:
            write(chosen.port_file, [f"{server.port}\n"])
        print(f"listening on {server.address}", flush=True)
        stopped.wait()


def main(text: str, arguments: list[str]) -> None:
    """Runs the command; `text` is its help."""
    try:
        run(text, arguments)
    except Failed as failure:
        stop(failure.status, failure)
    except Malformed as error:
        stop(USAGE, f"--faults: {error}")
    except (Unfit, NotAStore, UnicodeDecodeError) as error:
        stop(BAD_DATA, error)
    except BrokenPipeError:
        sys.stderr.close()  # the reader had enough
    except (OSError, sqlite3.Error) as error:
        stop(IO_FAILED, error)


def stop(status: int, message: object) -> NoReturn:
    print(f"firestore-server: error: {message}", file=sys.stderr)
    sys.exit(status)
