"""System calls of a tool, seen and disturbed through strace."""

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
    """A system call that was made."""

    name: str
    text: str
    # Which of its thread's calls of that name it is, from 1 on: strace counts so.
    number: int = 0

    @property
    def is_of_temporary(self):
        """Whether it is about an unfinished output."""
        return self.temporary != ""

    @property
    def temporary(self):
        """The name of the unfinished output that it is about, if it is about one.

        Who looks for what an older run may have left follows no link, and goes on without it.
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
    """Why no call can be seen here, or nothing."""
    if not shutil.which("strace"):
        return "strace is missing"
    trial = run(["strace", "-f", "-qq", "-o", "/dev/null", "true"])
    return "" if trial.status == 0 else f"strace may not trace: {trial.last_words}"


def strace(trace, *options):
    """The words that trace the command behind them into a file."""
    return ["strace", "-f", "-qq", "-y", "-o", trace, *options]


def calls(trace):
    """The calls in a trace, in the order in which they ended."""
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
    """Each call that a run can be killed at: its name and its number among those of that name.

    strace counts for each name and each thread; where several threads make a call of one name, the first
    that comes to the number is killed, and with it all of them. The program itself begins behind the
    first `execve`.
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
