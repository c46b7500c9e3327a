"""Times commands in turns, with their answers and peak memory."""

import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional

# A command that takes longer than the first is run three times at most, than the second once.
LONG, TOO_LONG = 10, 60


class Failed(Exception):
    """A failed command."""


@dataclass
class Command:
    name: str
    words: list
    # What it writes; without it, its answer is what it prints.
    output: Optional[Path] = None
    # Makes what is compared out of the answer's file; nothing is compared where it is None.
    answer: Optional[Callable] = None
    environment: dict = field(default_factory=dict)
    # A file or directory that it makes, too, and that must not be there yet.
    made: Optional[Path] = None
    seconds: list = field(default_factory=list)
    mebibytes: float = 0
    answered: object = None

    @property
    def median(self):
        return statistics.median(self.seconds)

    def run(self, printed, words=None):
        """Runs it once, and returns the seconds."""
        if self.made and self.made.is_dir():
            shutil.rmtree(self.made)
        elif self.made:
            self.made.unlink(missing_ok=True)
        if self.output:
            self.output.unlink(missing_ok=True)
            # So that no run writes what another has left to be written.
            os.sync()
        words = [str(word) for word in words or self.words]
        environment = {**os.environ, **self.environment}
        with open(printed, "wb") as stdout, open(os.devnull, "r+b") as null:
            pairs = ((null, 0), (stdout, 1), (null, 2))
            streams = [(os.POSIX_SPAWN_DUP2, file.fileno(), number) for file, number in pairs]
            start = time.perf_counter()
            # Takes a third of what `subprocess` does, which would show beside a short run.
            process = os.posix_spawnp(words[0], words, environment, file_actions=streams)
            _, status, usage = os.wait4(process, 0)
            seconds = time.perf_counter() - start
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            raise Failed(f"{self.name} ended with {code}: {' '.join(words)}")
        self.mebibytes = max(self.mebibytes, 0 if TIME else usage.ru_maxrss / 1024)
        return seconds

    def first(self, directory):
        """An untimed run that fills the cache, and gives the answer and the peak memory."""
        printed, peak = directory / "printed", directory / "peak"
        # Asked of a small process: a child of Python begins with Python's own peak.
        seconds = self.run(printed, [*TIME, "-o", peak, *self.words] if TIME else None)
        if TIME:
            self.mebibytes = int(peak.read_text()) / 1024
        if self.answer:
            self.answered = self.answer(self.output or printed)
        return seconds


def measure(commands, runs, directory):
    """Runs the commands in turns, the untimed first run included; returns those that succeeded.

    A peer that fails is left out and named; a tool of ours that fails ends the benchmark.
    """
    left, times = [], {}
    for command in commands:
        print(f"  {command.name}", file=sys.stderr, flush=True)
        try:
            first = command.first(directory)
        except (Failed, OSError) as error:
            if command is commands[0]:
                raise
            print(f"  left out: {error}", file=sys.stderr, flush=True)
            continue
        left.append(command)
        times[command.name] = 1 if first > TOO_LONG else min(runs, 3) if first > LONG else runs
    for turn in range(runs):
        for command in left:
            if turn < times[command.name]:
                command.seconds.append(command.run(directory / "printed"))
    return left


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def python_path(packages):
    """What PYTHONPATH must be for a process that finds the packages of a folder, too."""
    return os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH")]))


def is_gnu_time(words):
    try:
        return subprocess.run([*words, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


GNU_TIME = ["/usr/bin/time", "-f", "%M"]
TIME = GNU_TIME if is_gnu_time(GNU_TIME) else []
