"""The command `firestore-server`: its options, and its errors in plain words."""

import argparse
import signal
import sqlite3
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from ..counts import counted
from ..documents import as_json
from ..durable import replacing, require_outputs
from ..failing import (
    BAD_DATA, CANNOT_CREATE, IO_ERROR, NO_INPUT, USAGE, Failure, Parser, count, database, leave_unread,
    reported, say, utf8)
from .faults import Malformed
from .lines import Completion, Unfit, load
from .limits import MAX_WRITES
from .serving import FirestoreServer
from .store import NotAStore, Store

STOPS = (signal.SIGTERM, signal.SIGINT)


def options(about: str, arguments: list[str]) -> argparse.Namespace:
    parser = Parser(about)
    parser.add_argument("store", type=Path, nargs="?")
    parser.add_argument("--port", type=count, default=0)
    parser.add_argument("--port-file", type=Path)
    parser.add_argument("--load", type=Path, nargs="+", action="extend", default=[])
    parser.add_argument("--dump", type=Path)
    parser.add_argument("--database-name", type=database)
    parser.add_argument("--collection", type=utf8, default="rating_events")
    parser.add_argument("--faults", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--slow-ms", type=count, default=0)
    parser.add_argument("--exit-after", type=count)
    parser.add_argument("--max-writes", type=count, default=MAX_WRITES)
    chosen = parser.parse_args(arguments)
    if chosen.store is None:
        raise Failure(USAGE, "no STORE given")
    if chosen.port > 65535:
        raise Failure(USAGE, f"no port {chosen.port}")
    dump = None if str(chosen.dump) == "-" else chosen.dump
    require_outputs(
        {"--dump": dump, "--port-file": chosen.port_file},
        [chosen.store, *(each for each in chosen.load if str(each) != "-")])
    return chosen


def run(text: str, arguments: list[str]) -> None:
    chosen = options(text, arguments)
    if chosen.load:
        fill(chosen)
    if chosen.dump:
        if not chosen.store.exists():
            raise Failure(NO_INPUT, f"no such file '{chosen.store}'")
        with Store(chosen.store) as store:
            write(chosen.dump, (as_json(each) + "\n" for each in store.documents()))
    else:
        serve(chosen)


def fill(chosen: argparse.Namespace) -> None:
    with ExitStack() as stack:
        files = [stack.enter_context(opened(path)) for path in chosen.load]
        store = stack.enter_context(Store(chosen.store))
        if next(store.documents(), None) is not None:
            raise Failure(CANNOT_CREATE, f"'{chosen.store}' has documents; load into a new store")
        number = load(store, files, Completion(chosen.database_name, chosen.collection))
    say(f"firestore-server: loaded {counted(number, 'document')}", sys.stderr)


def opened(path: Path) -> TextIO:
    """An input, of UTF-8; '-' is standard input."""
    try:
        return open(0 if str(path) == "-" else path, encoding="utf-8", newline="\n")
    except (FileNotFoundError, IsADirectoryError) as error:
        raise Failure(NO_INPUT, f"cannot read '{path}': {error.strerror}") from None


def write(path: Path, lines: Iterable[str]) -> None:
    """Writes a file that appears whole or not at all; '-' is standard output."""
    if str(path) == "-":
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stdout.writelines(lines)
        sys.stdout.flush()
        return
    with replacing(path, 0o600) as file:
        file.writelines(line.encode() for line in lines)


def serve(chosen: argparse.Namespace) -> None:
    # Before gRPC starts threads: one of them would take the signal, and end the process.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    if chosen.port_file and chosen.port_file.is_file():
        chosen.port_file.unlink()  # a client that waits for it must not find the port of an earlier server
    with FirestoreServer(
        chosen.store, port=chosen.port, faults=chosen.faults, seed=chosen.seed,
        slow_ms=chosen.slow_ms, exit_after=chosen.exit_after, max_writes=chosen.max_writes,
    ) as server:
        if chosen.port_file:
            write(chosen.port_file, [f"{server.port}\n"])
        print(f"listening on {server.address}", flush=True)
        signal.sigwait(STOPS)


def main(text: str, arguments: list[str]) -> None:
    """Runs the command; `text` is its help."""
    with reported("firestore-server"):
        try:
            run(text, arguments)
        except Malformed as error:
            raise Failure(USAGE, f"--faults: {error}") from None
        except (Unfit, NotAStore, UnicodeDecodeError) as error:
            raise Failure(BAD_DATA, str(error)) from None
        except BrokenPipeError:
            leave_unread(sys.stdout)  # the reader had enough
        except sqlite3.Error as error:
            raise Failure(IO_ERROR, f"the store: {error}") from None
