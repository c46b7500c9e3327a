"""Runs programs with a time limit, and measures them."""

import os
import resource
import signal
import subprocess
from dataclasses import dataclass

from speed.measuring import TIME

# The time limit of a run, in seconds; a sound tool takes far less.
PATIENCE = 60
# The statuses of a crash, and of an internal error.
TRAPS = {-number for number in (
    signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE)}
INTERNAL_ERROR, PATIENCE_LOST = 1, 1000


@dataclass
class Run:
    """The result of a process; a signal is a negative status."""

    status: int
    stdout: bytes = b""
    stderr: bytes = b""
    seconds: float = 0
    mebibytes: float = 0

    @property
    def crashed(self):
        """Whether it crashed, hung, or reported an internal error."""
        return self.status in TRAPS or self.status in (INTERNAL_ERROR, PATIENCE_LOST)

    @property
    def last_words(self):
        lines = self.stderr.decode("utf-8", "replace").strip().splitlines()
        return next((line for line in lines if "error:" in line), lines[-1] if lines else "silent")


def environment(more=None):
    """The environment of a tool: no colours, no variables that change what it does."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "TMPDIR") if key in os.environ}
    return {**kept, "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no", **(more or {})}


def run(words, cwd=None, stdin=None, more=None, patience=PATIENCE, **options):
    """Runs a program to its end; a hanging one is killed and marked."""
    try:
        done = subprocess.run(
            [str(word) if not isinstance(word, bytes) else word for word in words], cwd=cwd,
            env=environment(more), capture_output=True, timeout=patience,
            **({"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}), **options)
    except subprocess.TimeoutExpired as late:
        return Run(PATIENCE_LOST, late.stdout or b"", b"no end after %d seconds" % patience)
    return Run(done.returncode, done.stdout, done.stderr)


def start(words, cwd=None, more=None, **options):
    return subprocess.Popen(
        [str(word) for word in words], cwd=cwd, env=environment(more),
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE,
           **options})


def measured(words, cwd=None, feed=None, patience=PATIENCE):
    """Runs a program, and returns its processor time and peak memory; `feed` writes its input.

    Uses GNU time if installed, because a child of Python begins with Python's peak.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    timed = [*TIME[:-1], "%U %S %M"] if TIME else []
    process = start(
        [*timed, *words], cwd, stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    if feed:
        try:
            feed(process.stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdin = None
    try:
        _, said = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Run(PATIENCE_LOST, b"", b"no end after %d seconds" % patience, patience)
    lines = said.decode("utf-8", "replace").splitlines()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system, peak = map(float, lines.pop().split()) if TIME and lines else (
        after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime, after.ru_maxrss)
    return Run(process.returncode, b"", "\n".join(lines).encode(), user + system, peak / 1024)
