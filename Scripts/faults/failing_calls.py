"""Promises 3, 4 and 5: failing calls, short writes, and the order of calls."""

import re
from dataclasses import dataclass

from live.counts import counted

from . import tracing
from .campaign import Outcome, met_of, promise
from .subjects import DIRECTORY_UNFLUSHED, Ground, subjects, undisturbed

# The errors of each call, and whether an interruption must have no effect.
FAULTS = {
    "openat": ("EIO", "ENOSPC", "EDQUOT"),
    "read": ("EIO", "EINTR"),
    "pread64": ("EIO", "EINTR"),
    "write": ("EIO", "ENOSPC", "EDQUOT", "EINTR"),
    "fsync": ("EIO", "ENOSPC", "EDQUOT", "EINTR"),
    "rename": ("EIO", "ENOSPC", "EDQUOT"),
    "link": ("EIO", "ENOSPC", "EDQUOT"),
    "close": ("EIO", "ENOSPC", "EDQUOT"),
}
# Calls whose failure on an unfinished file must fail the run.
BINDING = {"openat", "write", "fsync", "fchmod", "rename", "close"}
SHORT = 1
OPENED, CLOSED = re.compile(r"= (\d+)<"), re.compile(r"(\d+)")
KERNEL = re.compile(r"<?\"?/(proc|sys)/")


@dataclass(frozen=True)
class Fault:
    """The n-th call of a name gives an error."""

    call: str
    error: str
    number: int
    # Whether it may be ignored: the close of a file that was only read.
    is_idle: bool = False

    def __str__(self):
        return f"{self.error} at {self.call} {self.number}"

    @property
    def option(self):
        return f"inject={self.call}:error={self.error}:when={self.number}"


def traced(campaign, subject, name, number):
    new = undisturbed(campaign, subject, campaign.work / f"{name}/whole-{number}")
    ground = Ground(campaign, subject, campaign.room(f"{name}/traced-{number}"))
    trace = campaign.work / f"{name}/trace-{number}"
    ground.run(tracing.strace(trace))
    return new, trace


def faults(trace):
    calls = tracing.calls(trace)
    idle = closes_of_readers(calls)
    return [
        Fault(call, error, number, call == "close" and number in idle)
        for call, number in tracing.places(trace) if call in FAULTS for error in FAULTS[call]]


def closes_of_readers(calls):
    """The numbers of the calls that close files opened for reading only."""
    readers, idle, others = set(), set(), set()
    for call in calls:
        if call.name == "openat" and (opened := OPENED.search(call.text)):
            (readers.add if "O_RDONLY" in call.text else readers.discard)(opened[1])
        elif call.name == "close" and (closed := CLOSED.match(call.text)):
            (idle if closed[1] in readers else others).add(call.number)
    return idle - others


def judged(ground, new, done, fault, met):
    """The violations of a run in which a call failed."""
    if done.crashed or done.status < 0:
        return f"it ends with {done.status}: {done.last_words}"
    if wrong := ground.wrong(new):
        return wrong
    content, is_done = ground.content, done.status == 0
    if is_done and content != new:
        return "it ends with 0, and the target is not the new one"
    if not is_done and "error: " not in done.stderr.decode("utf-8", "replace"):
        # A message whose write fails is lost, and changes no status.
        if not any(call.name == "write" and call.text.startswith("2") for call in met):
            return f"it ends with {done.status} and does not say why"
    if not is_done and content == new != ground.old:
        if DIRECTORY_UNFLUSHED not in done.stderr.decode("utf-8", "replace"):
            return f"it ends with {done.status}, and the new file is in place: {done.last_words}"
    if fault.error == "EINTR":
        # The runtime reads files in /proc and /sys, whose calls are never interrupted.
        if any(KERNEL.search(call.text) for call in met):
            return ""
        return "" if is_done else f"interrupted, it ends with {done.status}: {done.last_words}"
    binding = any(call.name in BINDING and call.is_of_temporary for call in met)
    is_missed = is_done and binding and not fault.is_idle
    return "it ends with 0 nevertheless" if is_missed else ""


@promise(3, "an I/O error loses no data and is reported")
def failing_calls(campaign):
    if lacking := tracing.lacking():
        return Outcome("no error", lacking=lacking)
    plan = []
    for at, subject in enumerate(subjects(campaign)):
        new, trace = traced(campaign, subject, "errors", at)
        plan += [(subject, new, fault) for fault in faults(trace)]
    happened = []

    def attempt(at, case):
        subject, new, fault = case
        ground = Ground(campaign, subject, campaign.room(f"errors/{at}"))
        trace = campaign.work / f"errors/{at}.trace"
        done = ground.run(tracing.strace(trace, "-e", f"trace={fault.call}", "-e", fault.option))
        met = [call for call in tracing.calls(trace) if call.is_injected]
        if met:
            happened.append(at)
        wrong = judged(ground, new, done, fault, met)
        return wrong and f"{subject}, {fault}: {wrong}"

    failures = campaign.each(attempt, plan)
    return met_of(len(happened), len(plan), "errors", failures) + short_writes(campaign)


def short_writes(campaign):
    """Checks that a write of a single byte is continued.

    The byte is not really written: without it, the file must be the same to the byte.
    """
    failures = []
    chosen = subjects(campaign, ("new",))
    for at, subject in enumerate(chosen):
        new, trace = traced(campaign, subject, "short", at)
        writes = [call for call in tracing.calls(trace) if call.name == "write"]
        first = next((n for n, call in enumerate(writes, 1) if call.is_of_temporary), None)
        if first is None:
            failures.append(f"{subject}: no write to a temporary")
            continue
        ground = Ground(campaign, subject, campaign.room(f"short/{at}"))
        ground.run(tracing.strace("/dev/null", "-e", f"inject=write:retval={SHORT}:when={first}"))
        if ground.content != new[SHORT:]:
            failures.append(f"{subject}: after a short write, it does not go on from there")
    return Outcome(counted(len(chosen), "short write"), failures)


@promise(4, "success is never reported after a failed fsync")
def failing_fsync(campaign):
    if lacking := tracing.lacking():
        return Outcome("no fsync", lacking=lacking)
    failures, chosen = [], subjects(campaign)
    tried = 0
    for at, subject in enumerate(chosen):
        new, trace = traced(campaign, subject, "fsync", at)
        flushes = flushes_with_naming(tracing.calls(trace), subject.target)
        if len(flushes) < 2:
            failures.append(f"{subject}: {counted(len(flushes), 'flush')}, of a file and its directory")
        for number, is_named in enumerate(flushes, 1):
            tried += 1
            ground = Ground(campaign, subject, campaign.room(f"fsync/{at}-{number}"))
            # Only once: a second fsync would succeed.
            inject = f"inject=fsync:error=EIO:when={number}"
            done = ground.run(tracing.strace("/dev/null", "-e", inject))
            wanted = new if is_named else ground.old
            if done.status != 74:
                failures.append(f"{subject}: flush {number} failed, and it ends with {done.status}")
            elif ground.content != wanted or ground.left():
                failures.append(f"{subject}: flush {number} failed, {ground.left()} is left, or "
                                "the target is not what it should be")
    return Outcome(f"{counted(tried, 'flush')} of {counted(len(chosen), 'run')}", failures)


def flushes_with_naming(calls, target):
    """For each flush, whether the target already had its new bytes."""
    found, is_named = [], False
    for call in calls:
        if call.name in ("rename", "link") and re.search(rf'"(\./)?{re.escape(target)}"\)', call.text):
            is_named = True
        elif call.name == "fsync":
            found.append(is_named)
    return found


def out_of_order(made, target):
    """The violations in the order of flushes and renames."""
    # A failed search for leftovers of an older run does not count.
    names = {call.temporary for call in made if call.temporary and call.is_well}
    if not names:
        return "nothing is written to a temporary"
    wrong = (out_of_order_with(made, name) for name in sorted(names))
    return next((each for each in wrong if each), "")


def out_of_order_with(made, name):
    """The violations in the order of calls for one temporary."""
    steps = []
    for call in made:
        if call.is_well and call.temporary in ("", name) and (step := step_of(call)):
            steps.append(step)
    if "write" not in steps:
        return "nothing is written to a temporary"
    if "rename" not in steps:
        return "the temporary is not renamed"
    at = steps.index("rename")
    before, after = steps[:at], steps[at:]
    if "write" in after:
        return "it is written to after it was renamed"
    if "flush" not in before or "write" in before[before.index("flush"):]:
        return "it is renamed before it was flushed"
    return "" if "flush directory" in after else "the directory is not flushed after the renaming"


def step_of(call):
    if call.name in ("write", "pwrite64", "copy_file_range", "sendfile") and call.is_of_temporary:
        return "write"
    if call.name in ("rename", "renameat", "renameat2", "link", "linkat") and call.is_of_temporary:
        return "rename"
    if call.name in ("fsync", "fdatasync"):
        return "flush" if call.is_of_temporary else "flush directory"
    return ""


@promise(5, "a power cut is safe: write, fsync, rename, fsync of the directory")
def order_of_calls(campaign):
    if lacking := tracing.lacking():
        return Outcome("no order", lacking=lacking)
    failures, chosen = [], subjects(campaign)
    for at, subject in enumerate(chosen):
        _, trace = traced(campaign, subject, "order", at)
        if wrong := out_of_order(tracing.calls(trace), subject.target):
            failures.append(f"{subject}: {wrong}")
    return Outcome(counted(len(chosen), "run"), failures)
