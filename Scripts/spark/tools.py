"""The release executables: how they are run, and what their exit statuses mean to a job."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from live.failing import IO_ERROR, MISSING_PROGRAM, Failure, say

DONE, WITH_REJECTS = 0, 3
# What another attempt may not have: an internal error, a missing program, a full or broken disk, a
# signal to all processes of a machine.
MAY_PASS = (1, 69, 73, 74, 75, 129, 130, 143)
NOTICE = re.compile(r"^[a-z0-9-]+: (warning|note): ")
PROBLEM = re.compile(r"^[a-z0-9-]+: error: (.*)")
HINT = re.compile(r"^[a-z0-9-]+: hint: (.*)")


class Broken(Exception):
    """A tool's failure that may pass: Spark tries the share again, on another executor if it can."""

    def __init__(self, words: str, status: int = IO_ERROR) -> None:
        super().__init__(words)
        self.status = status


class Reported(Exception):
    """A failure that the tool itself has printed."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclasses.dataclass(frozen=True)
class Done:
    """A run that succeeded, its warnings, and what it has printed."""

    status: int
    notices: tuple[str, ...]
    output: str


def executable(folder: Path, name: str) -> Path:
    """A tool in the folder that --tools names; called before Spark starts, which takes seconds."""
    program = folder / name
    if not program.is_file() or not os.access(program, os.X_OK):
        raise Failure(
            MISSING_PROGRAM, f"there is no executable '{program}'",
            "name the folder of the release executables with --tools")
    return program


def run(program: Path, arguments: list[str]) -> Done:
    command = [str(program), *arguments, "--no-progress", "--color", "never"]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="surrogateescape", check=False)
    except OSError as error:
        raise Failure(
            MISSING_PROGRAM, f"cannot run '{program}': {error.strerror}",
            "give --tools a folder with executables for the machines of the cluster") from error
    lines = ended.stderr.splitlines()
    if ended.returncode in (DONE, WITH_REJECTS):
        notices = tuple(line for line in lines if NOTICE.match(line))
        return Done(ended.returncode, notices, ended.stdout)
    raise failed(program.name, ended.returncode, lines)


@dataclasses.dataclass(frozen=True)
class Part:
    """The bytes of an input that are in a share; all of one that is only copied with its export."""

    path: Path
    start: int
    end: int
    is_copied: bool = False


def listed(program: Path, arguments: list[str]) -> list[Part]:
    """The parts of inputs that are in the share that the arguments name."""
    lines = map(json.loads, run(program, [*arguments, "--list-share"]).output.splitlines())
    return [Part(Path(line["path"]), line["from"], line["to"], line["copied"]) for line in lines]


def run_on_screen(program: Path, arguments: list[str], names: dict[str, str]) -> int:
    """Runs a tool that reports by itself, with other names for files; its status, if it succeeded."""
    ended = subprocess.run(
        [str(program), *arguments], stderr=subprocess.PIPE, text=True, errors="replace",
        check=False)
    text = ended.stderr
    for path, name in names.items():
        text = text.replace(path, name)
    if text:
        say(text.rstrip("\n"), sys.stderr)
    if ended.returncode not in (DONE, WITH_REJECTS):
        raise Reported(ended.returncode)
    return ended.returncode


def failed(name: str, status: int, lines: list[str]) -> Exception:
    problems = [found[1] for line in lines if (found := PROBLEM.match(line))]
    hints = [found[1] for line in lines if (found := HINT.match(line))]
    if status < 0:
        return Broken(f"{name} was killed by signal {-status}; it may need more memory")
    words = "; ".join(problems) or f"{name} ended with {status}"
    return Broken(words, status) if status in MAY_PASS else Failure(status, words, *hints[:1])
