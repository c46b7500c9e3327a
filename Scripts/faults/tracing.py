"""System calls of a tool, seen and disturbed through strace."""

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
    found, begun = [], {}
    for thread, is_rest, name, text in lines(trace):
        if text.endswith(UNFINISHED):
            begun[thread] = text.removesuffix(UNFINISHED)
        else:
            found.append(Call(name, (begun.pop(thread, "") if is_rest else "") + text))
    return found


def count_by_thread(trace):
    """How many calls the busiest thread made: strace counts them for each."""
    counts = {}
    for thread, is_rest, _, _ in lines(trace):
        counts[thread] = counts.get(thread, 0) + (not is_rest)
    return max(counts.values(), default=0)


def lines(trace):
    """The thread, whether it is the rest of a call, the call and the text of each line."""
    for line in trace.read_text(errors="replace").splitlines():
        if match := LINE.match(line):
            yield match[1], bool(match[2]), match[3], match[4]
