"""Traces and injects faults into system calls with strace."""

import collections
import re
import shutil
from dataclasses import dataclass

from .processes import run

# One line: the thread, the call, and all the rest; another thread's may come in between.
LINE = re.compile(r"^(\d+) +(<\.\.\. )?(\w+)(?:\(| resumed>)(.*)$")
UNFINISHED = " <unfinished ...>"
TEMPORARY = re.compile(r"\.laughtrack-[^/>\"]*\.(tmp|part)")


@dataclass(frozen=True)
class Call:
    name: str
    text: str
    # Which of its thread's calls of that name it is, from 1 on: strace counts so.
    number: int = 0

    @property
    def is_of_temporary(self):
        return self.temporary != ""

    @property
    def temporary(self):
        """The name of the unfinished output that it concerns, if any.

        The search for leftovers of an older run follows no links and ignores errors, so it does not count.
        """
        if "O_RDONLY" in self.text and "O_NOFOLLOW" in self.text:
            return ""
        found = TEMPORARY.search(self.text)
        return found[0] if found else ""

    @property
    def is_injected(self):
        return "(INJECTED)" in self.text

    @property
    def is_well(self):
        return "= -1 " not in self.text


def lacking():
    if not shutil.which("strace"):
        return "strace is missing"
    trial = run(["strace", "-f", "-qq", "-o", "/dev/null", "true"])
    return "" if trial.status == 0 else f"strace may not trace: {trial.last_words}"


def strace(trace, *options):
    """The command prefix that traces into a file."""
    return ["strace", "-f", "-qq", "-y", "-o", trace, *options]


def calls(trace):
    """The calls of a trace, in the order of their ends."""
    found, begun, counts = [], {}, collections.Counter()
    for thread, is_rest, name, text in lines(trace):
        counts[thread, name] += not is_rest
        if text.endswith(UNFINISHED):
            begun[thread] = text.removesuffix(UNFINISHED)
        else:
            whole = (begun.pop(thread, "") if is_rest else "") + text
            found.append(Call(name, whole, counts[thread, name]))
    return found


def places(trace):
    """The places for a kill: a call's name and its number among calls of that name.

    strace counts by name and thread; if several threads make calls of one name, the first to reach the
    number is killed, and with it the process. The program begins after the first `execve`.
    """
    counts = collections.Counter()
    for thread, is_rest, name, _ in lines(trace):
        counts[thread, name] += not is_rest
    most = {}
    for (_, name), count in counts.items():
        most[name] = max(most.get(name, 0), count)
    return [(name, number) for name, count in sorted(most.items())
            for number in range(1, count + 1) if name != "execve"]


def lines(trace):
    """The thread, whether it is the rest of a call, the call and the text of each line."""
    for line in trace.read_text(errors="replace").splitlines():
        if match := LINE.match(line):
            yield match[1], bool(match[2]), match[3], match[4]
