"""Failures in plain words, each with what to do next and the exit status of the tools."""

import argparse
import contextlib
import io
import os
import re
import shlex
import signal
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

DONE = 0
INTERNAL = 1
LEFT_ALONE = 3
GUARD = 4
USAGE = 64
BAD_DATA = 65
NO_INPUT = 66
MISSING_PROGRAM = 69
CANNOT_CREATE = 73
IO_ERROR = 74
LOCKED = 75
NO_PERMISSION = 77
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DATABASE = re.compile(r"projects/[^/]+/databases/[^/]+")


class Failure(Exception):
    def __init__(self, status: int, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.hint = hint


class Once(argparse.Action):
    """Stores the value of an option that may be given once, as the tools' may."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
        option_string: str | None = None
    ) -> None:
        given: set[str] = vars(parser).setdefault("given", set())
        if option_string and self.dest in given:
            parser.error(f"'{option_string}' is given more than once")
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """The command line of a script, whose help is what the script says about itself, and the options that
    have a help of their own. A wrong one is refused with the status that the tools have for it."""

    def __init__(self, about: str) -> None:
        usage = re.search(r"^usage: (\S+)", about, re.MULTILINE)
        super().__init__(
            prog=usage and usage[1], usage=argparse.SUPPRESS, description=about.strip(), formatter_class=Help,
            add_help=False, allow_abbrev=False)
        for name in (None, "store"):
            self.register("action", name, Once)
        self.register("type", Path, path)

    def add_argument(self, *names: Any, **options: Any) -> Any:
        return super().add_argument(*names, **{"help": argparse.SUPPRESS, **options})

    def parse_known_args(self, words: Any = None, namespace: Any = None) -> Any:
        words = sys.argv[1:] if words is None else words
        if {"-h", "--help"} & {*words}:
            say(self.format_help().rstrip("\n"), sys.stdout)
            sys.exit(DONE)
        return super().parse_known_args(words, namespace)

    def error(self, message: str) -> NoReturn:
        raise Failure(USAGE, message, f"see {self.prog} --help")


class Help(argparse.RawDescriptionHelpFormatter):
    """Help whose paragraphs fit the width; the usage, and what is indented, is as it was written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            each if each.startswith("usage:") or re.search("^ ", each, re.MULTILINE)
            else textwrap.fill(each, width, break_on_hyphens=False) for each in text.split("\n\n"))


def path(text: str) -> Path:
    """The type of an option that takes a path; that of '' would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("'' is not a path")
    return Path(text)


def utf8(text: str) -> str:
    """The type of an option that takes a name within a database."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"'{text}' is not UTF-8") from None
    return text


def database(text: str) -> str:
    """The type of an option that takes the name of a database."""
    if not DATABASE.fullmatch(utf8(text)):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form projects/P/databases/D")
    return text


def positive(text: str) -> float:
    """The type of an option that takes a number above 0; a time computed from it stays finite."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 1e-6 <= number <= 1e12:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0.000001 to 1000000000000")
    return number


def whole(least: int) -> Callable[[str], int]:
    """The type of an option that takes a whole number."""
    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least}")
        return int(text)

    return number


count, natural = whole(0), whole(1)


def of_system(error: OSError, status: int = IO_ERROR, hint: str | None = None) -> Failure:
    """The failure of a system call, with its file."""
    reason = error.strerror or str(error)
    place = f"'{os.fsdecode(error.filename)}': " if error.filename is not None else ""
    if isinstance(error, PermissionError):
        status = NO_PERMISSION
    return Failure(status, f"{place}{reason}", hint)


def of_stop(stop: KeyboardInterrupt) -> Failure:
    """The failure of a signal; without a number it is that of Ctrl-C."""
    return Failure(128 + (stop.args[0] if stop.args else signal.SIGINT), "interrupted")


@contextlib.contextmanager
def reported(tool: str) -> Iterator[None]:
    """Prints a failure as the tools do and exits with its status."""
    if sys.stdout is None:
        # It is closed: what is printed fails, as that of the tools.
        refusing = open(os.open(os.devnull, os.O_RDONLY), "wb", buffering=0)
        sys.stdout = io.TextIOWrapper(refusing, "utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that is not UTF-8, or a locale without a character, ends no run.
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    except Failure as failure:
        report(tool, failure)
        sys.exit(failure.status)
    except KeyboardInterrupt as stop:
        failure = of_stop(stop)
        report(tool, failure)
        sys.exit(failure.status)
    except BrokenPipeError:
        # The reader has ended, as head does; the rest of the work is left undone.
        leave_unread(sys.stdout)
        leave_unread(sys.stderr)
        sys.exit(IO_ERROR)
    except OSError as error:
        of_call = of_system(error)
        report(tool, of_call)
        sys.exit(of_call.status)


def interrupted(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """Ends a script as `reported` does if Ctrl-C stops it while it is still importing."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = interrupted


def fail_when_stopped(words: str, hint: str | None = None, signals: Iterable[int] = STOPS) -> None:
    """Has signals fail the run in these words, so that what it has begun is taken back on the way out."""
    def stop(number: int, _: object) -> NoReturn:
        raise Failure(128 + number, words, hint)

    catch(signals, stop)


def end_in_order() -> None:
    """Has a run that is ended take back what it has begun, as after Ctrl-C."""
    def stop(number: int, _: object) -> NoReturn:
        raise KeyboardInterrupt(number)

    catch((signal.SIGTERM, signal.SIGHUP), stop)


def catch(signals: Iterable[int], stop: Callable[[int, object], NoReturn]) -> None:
    """Handles signals; one that is ignored stays so, as under nohup."""
    for each in signals:
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, stop)


def say(words: str, stream: TextIO) -> None:
    """Prints a line; the run goes on if its reader is gone, as after head, or standard error is full."""
    try:
        print(words, file=stream, flush=True)
    except OSError as error:
        if stream is not sys.stderr and not isinstance(error, BrokenPipeError):
            raise
        leave_unread(stream)


def leave_unread(stream: TextIO) -> None:
    """Drops what is printed from here on, and what no reader has taken."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def packages(tool: str, about: str) -> Iterator[None]:
    """Around imports of what may not be installed. What a script says about itself needs none of it."""
    with reported(tool):
        try:
            yield
        except ImportError as missing:
            if {"-h", "--help"} & set(sys.argv[1:]):
                say(about.strip(), sys.stdout)
                sys.exit(DONE)
            raise package_missing(missing) from missing


def package_missing(error: ImportError, listed: str = "requirements.txt") -> Failure:
    """The failure of what needs a package that a file among the scripts lists."""
    path = Path(__file__).resolve().parents[1] / listed
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return Failure(
        MISSING_PROGRAM, f"a package is missing: {error}",
        f"pip install --no-deps -r {shlex.quote(str(path))}")


def report(tool: str, failure: Failure) -> None:
    say(f"{tool}: error: {failure}", sys.stderr)
    if failure.hint:
        say(f"{tool}: hint: {failure.hint}", sys.stderr)
