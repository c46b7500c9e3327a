"""Runs the tools and counts passed and failed claims."""

import pathlib
import subprocess
from typing import Optional

from live.counts import counted

from . import likeness
from .expectations import Answer

Run = subprocess.CompletedProcess


class Bench:
    """The trials of a seed: the tools, a directory of its own, and the counts of claims."""

    def __init__(self, tools: pathlib.Path, seed: int, directory: pathlib.Path):
        self.tools, self.seed, self.directory = tools.resolve(), seed, directory
        # What every claim begins with.
        self.label = f"seed {seed}"
        self.passed = 0
        self.failures: list[str] = []

    def run(self, tool: str, *arguments: object) -> Run:
        """Runs a tool to its end; a hanging tool is a failure."""
        command = [str(self.tools / tool), *map(str, arguments)]
        try:
            return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return Run(command, -1, b"", b"no end after 60 seconds")

    def equal(self, claim: str, given: object, expected: object, run: Optional[Run] = None) -> None:
        """Counts a claim that two values are equal, and prints their difference."""
        self.holds(claim, given != expected and parting(given, expected), run)

    def holds(self, claim: str, wrong: object, run: Optional[Run] = None) -> None:
        """Counts a claim that holds if there is no violation."""
        if wrong:
            self.fail(claim, str(wrong), run)
        else:
            self.passed += 1

    def printed(self, claim: str, run: Run, answer: Answer) -> None:
        """Counts the claims that a run has the status of an answer, and prints it."""
        self.equal(f"{claim}, status", run.returncode, answer.status, run)
        self.equal(claim, run.stdout, answer.content or b"", run)

    def wrote(
        self, claim: str, run: Run, output: pathlib.Path, answer: Answer, given: bytes
    ) -> Optional[bytes]:
        """Counts the claims that a run has the status of an answer, and makes it of the given file; returns
        what it made."""
        self.equal(f"{claim}, status", run.returncode, answer.status, run)
        made = written(output)
        if answer.is_by_value and made is not None and made != answer.content:
            self.holds(f"{claim}, dump", likeness.difference(given, made, answer.content), run)
        else:
            self.equal(f"{claim}, output", made, answer.content, run)
        return made

    def fail(self, claim: str, reason: str, run: Optional[Run]) -> None:
        said = run.stderr.decode("utf-8", "replace").strip().splitlines() if run else []
        self.failures.append(claim)
        print(f"FAILED {self.label}: {claim}: {reason}", *(f"  | {line}" for line in said[:4]), sep="\n")


def parting(given: object, expected: object) -> str:
    """Two values, or for long bytes their first difference."""
    if not isinstance(given, bytes) or not isinstance(expected, bytes):
        return f"{shortened(given)}, not {shortened(expected)}"
    pairs = enumerate(zip(given, expected))
    at = next((at for at, (one, other) in pairs if one != other), min(len(given), len(expected)))
    start = max(0, at - 30)
    sizes = f"{counted(len(given), 'byte')}, not {len(expected)}; they part at byte {at}"
    return f"{sizes}: {given[start : at + 40]!r}, not {expected[start : at + 40]!r}"


def shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) < 300 else text[:300] + "…"


def written(path: pathlib.Path) -> Optional[bytes]:
    """The bytes of a file, or None where there is none."""
    return path.read_bytes() if path.is_file() else None
