"""Promise 14: simultaneous runs do not corrupt each other's output."""

import threading

from generator.events import Events
from generator.layout import export
from live.counts import counted

from .campaign import Outcome, promise
from .processes import run, start
from .subjects import NOW

STARTS = 50
SCALE = ("--scale", "five-point")


class Reader(threading.Thread):
    """Reads a file repeatedly, and collects unexpected content."""

    def __init__(self, path, allowed):
        super().__init__()
        self.path, self.allowed = path, allowed
        self.torn, self.reads, self.is_over = [], 0, threading.Event()

    def run(self):
        while not self.is_over.is_set():
            if self.path.exists():
                content = self.path.read_bytes()
                self.reads += 1
                if content not in self.allowed:
                    self.torn.append(len(content))


@promise(14, "concurrent runs do not damage each other's output")
def crowds(campaign):
    rounds, failures, reads = campaign.figure(5, 200), [], 0
    tool = campaign.tools / "aggregate-top10"
    text = export(Events(campaign.seed, 999), range(5000))
    for at in range(rounds):
        room = campaign.room(f"crowds/{at}")
        (room / "events").write_text(text)
        new = run([tool, "events", *SCALE, *NOW], room).stdout
        old = new.replace(b'"count": ', b'"count": 9')
        (room / "out").write_bytes(old)
        reader = Reader(room / "out", (old, new))
        reader.start()
        words = [tool, "events", "-o", "out", "--quiet", *SCALE, *NOW]
        crowd = [start(words, room) for _ in range(STARTS)]
        statuses = []
        for process in crowd:
            process.communicate(timeout=60)
            statuses.append(process.returncode)
        reader.is_over.set()
        reader.join()
        reads += reader.reads
        if not set(statuses) <= {0, 75} or 0 not in statuses:
            failures.append(f"round {at}: they end with {sorted(set(statuses))}")
        if reader.torn:
            failures.append(f"round {at}: {counted(len(reader.torn), 'torn read')}")
        left = sorted(path.name for path in room.iterdir())
        if left != ["events", "out"] or (room / "out").read_bytes() != new:
            failures.append(f"round {at}: {left} is left, or the ranking is not the new one")
    return Outcome(f"{counted(rounds, 'round')} of {STARTS}, {counted(reads, 'read')}", failures)
