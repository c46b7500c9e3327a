"""What both commands share: their options, and how they end."""

import argparse
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from live import failing

from .tools import Reported

TOOLS = Path(__file__).resolve().parents[2] / ".build/static/release"
SIZE = re.compile(r"(\d+)(KiB|MiB|GiB|KB|MB|GB|)")
UNITS = {
    "": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
STOPS = (signal.SIGTERM, signal.SIGHUP)
# Options of both tools that a job refuses after '--', and why.
ONE_MACHINE = "it is for one machine"
REFUSED = {
    "--output": "give it before '--'", "-o": "give it before '--'", "--shard": "the job shares by itself",
    "--dry-run": "a job always writes", "-n": "a job always writes", "--jobs": "it is spark.task.cpus",
    "--mended": ONE_MACHINE, "--verify": ONE_MACHINE,
}


def size(text: str) -> int:
    found = SIZE.fullmatch(text)
    if not found or not int(found[1]):
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 256MB")
    return int(found[1]) * UNITS[found[2]]


def arguments(about: str, *flags: str) -> tuple[argparse.Namespace, list[str]]:
    """The options, these flags among them, and those for the tool, after '--'."""
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    parser = failing.Parser(about)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--tools", type=Path, default=TOOLS)
    parser.add_argument("--piece-size", type=size, default=size("256MB"))
    parser.add_argument("--master")
    parser.add_argument("-q", "--quiet", action="store_true")
    for each in flags:
        parser.add_argument(each, action="store_true")
    options, unknown = parser.parse_known_args(words[:at])
    if unknown:
        raise failing.Failure(
            failing.USAGE, f"unrecognized arguments: {' '.join(unknown)}",
            f"options of the tool stand after '--'; see {parser.prog} --help")
    return options, words[at + 1:]


def refuse(options: list[str], refused: dict[str, str]) -> None:
    """Fails for options of the tool that mean nothing, or harm, in a job of many runs."""
    refused = REFUSED | refused
    for option in options:
        names = [option.partition("=")[0]]
        if re.match(r"-[^-]", option):
            # Short options in one word, as far as one that takes the rest.
            names += [f"-{letter}" for letter in option[1:]]
        for name in names:
            if reason := refused.get(name):
                raise failing.Failure(failing.USAGE, f"'{option}' after '--': {reason}")


def run(tool: str, main: Callable[[], int]) -> None:
    for each in STOPS:
        signal.signal(each, lambda number, _: stop(tool, number))
    with failing.reported(tool):
        try:
            status = main()
        except Reported as reported:
            status = reported.status
        sys.stdout.flush()
        sys.exit(status)


def stop(tool: str, number: int) -> None:
    failing.say(f"{tool}: error: stopped; nothing is finished", sys.stderr)
    sys.exit(128 + number)


def shown(outcomes: list[Any], is_quiet: bool) -> None:
    """Prints each warning once, whatever the number of shares that it is from."""
    if not is_quiet:
        for notice in sorted({notice for each in outcomes for notice in each.notices}):
            failing.say(notice, sys.stderr)
