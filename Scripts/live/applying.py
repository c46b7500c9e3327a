"""Applies a directory of batches to a database, or takes them back, and checks the result."""

import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

from .batches import Batch, BatchDirectory, name_of
from .counts import counted
from .durable import write
from .failing import BAD_DATA, Failure
from .ledger import COMMITTED, LEFT, PRESENT, RESTORING, SENDING, WRITTEN, Ledger
from .pace import Pace
from .sending import Sender, Unsent
from .settling import has

APPLY, UNDO = "apply", "undo"


class Application:
    def __init__(
        self, batches: BatchDirectory, ledger: Ledger, is_undo: bool, tell: Callable[[str], None],
    ) -> None:
        self.batches, self.ledger, self.tell = batches, ledger, tell
        self.direction = UNDO if is_undo else APPLY
        self.is_undo = is_undo
        self._require_whole_ledger()

    def _require_whole_ledger(self) -> None:
        """Fails if the ledger lacks entries, as one does that was moved without its journal."""
        # States first: what a run that goes on has committed meanwhile has its entries, too.
        states = {each: self.ledger.states(each) for each in (APPLY, UNDO)}
        applied, undone = (self.ledger.result_counts(each) for each in states)
        for direction, found in ((APPLY, applied), (UNDO, undone)):
            for batch in self.batches.batches:
                every, written = applied.get(batch.number, (0, 0))
                wanted = batch.apply.writes if direction == APPLY else written
                if states[direction].get(batch.number) == COMMITTED and found.get(batch.number, (0, 0))[0] != wanted:
                    raise Failure(
                        BAD_DATA, f"the ledger is damaged: of '{batch.apply.file}' it lacks what became of writes",
                        RESTORING)

    def tasks(self) -> list[tuple[Batch, bool]]:
        """The batches that are left, in order, or in reverse order when they are undone; each with
        whether it may have been sent."""
        done, undone = self.ledger.states(APPLY), self.ledger.states(UNDO)
        if self.is_undo:
            todo = [each for each in reversed(self.batches.batches) if each.number in done]
            states = undone
        else:
            if undone:
                is_whole = undone.keys() == done.keys() and SENDING not in undone.values()
                anew = "export again, and make new batches"
                raise Failure(
                    BAD_DATA,
                    "these batches have been undone" if is_whole else "an undo of these batches has begun",
                    anew if is_whole else f"undo the rest with --undo, then {anew}")
            todo, states = self.batches.batches, done
        return [(each, states.get(each.number) == SENDING) for each in todo
                if states.get(each.number) != COMMITTED]

    def pairs(self, batch: Batch) -> dict[int, tuple[Any, Any]]:
        """The writes of a batch to send, by position.

        An undo takes back what was written and nothing else, and only where the document has not
        changed since.
        """
        pairs = dict(enumerate(batch.pairs(self.is_undo)))
        pin(pairs, self.ledger.pins(self.direction, batch.number))
        if not self.is_undo:
            return pairs
        written = self.ledger.results(APPLY, batch.number)
        kept = {}
        for at, (write, back) in pairs.items():
            result = written.get(at)
            if result is None or result.state != WRITTEN:
                continue
            if result.update_time and write.current_document.exists:
                write.current_document.update_time.FromJsonString(result.update_time)
            kept[at] = (write, back)
        return kept

    def unknown(self) -> list[Batch]:
        """The batches whose sending was interrupted, so that they may have taken effect or not."""
        applied = self.ledger.states(APPLY)
        return [each for each in self.batches.batches if applied.get(each.number) == SENDING]

    def left_to_undo(self, batch: Batch) -> int:
        """The number of writes of a batch that an undo takes back."""
        results = self.ledger.results(APPLY, batch.number).values()
        return sum(each.state == WRITTEN for each in results)

    def run(self, sender: Sender, pace: Pace) -> None:
        if self.is_undo:
            # Only what is known to be written can be taken back. A batch whose sending was interrupted may
            # still take effect, so it is sent again; its preconditions let only one of the two have any.
            unknown = self.unknown()
            if unknown:
                Application(self.batches, self.ledger, False, self.tell)._carry_out(
                    [(each, True) for each in unknown], sender, pace, listing=UNDO)
        self._carry_out(self.tasks(), sender, pace)

    def _carry_out(
        self, tasks: list[tuple[Batch, bool]], sender: Sender, pace: Pace, listing: Optional[str] = None,
    ) -> None:
        progress = Progress(
            sum(batch.apply.writes for batch, _ in tasks), len(tasks), pace, self.tell)
        for batch, may_be_sent in tasks:
            number, noted = batch.number, self.ledger.results(self.direction, batch.number)
            pairs = {at: each for at, each in self.pairs(batch).items() if at not in noted}
            pace.wait(len(pairs))
            if not may_be_sent:
                pins = sender.pins(pairs)
                pin(pairs, pins)
                self.ledger.begin(self.direction, number, pins)
            try:
                places = list(pairs)
                results = sender.send(list(pairs.values()), may_be_sent, lambda some: self.ledger.note(
                    self.direction, number, {places[at]: each for at, each in some.items()}))
            except Unsent:
                # Otherwise its fate would be unknown, and the batches before it could not be undone.
                self.ledger.forget(self.direction, number)
                raise
            self.ledger.finish(self.direction, number, dict(zip(pairs, results)), listing)
            progress.add(batch.apply.writes)

    def write_changed(self, path: Path) -> tuple[int, int]:
        """Lists the documents left alone in a file that the tools read; how many there are, and how many of
        them still exist."""
        changed = self.ledger.changed(self.direction)
        lines = [f"{document}\n" for _, document in changed if document is not None]
        if lines or path.exists():
            write(path, "".join(lines).encode())
        return len(changed), len(lines)

    def check(self, sender: Sender, limit: Optional[int]) -> tuple[int, list[str]]:
        """Reads documents back; how many, and the names of those that are not as they were written."""
        counts = self.ledger.counts(self.direction)
        total = counts.get(WRITTEN, 0) + counts.get(PRESENT, 0)
        count = total if limit is None else min(limit, total)
        every = range(total)
        chosen = every if count == total else set(random.sample(every, count))
        wrong: list[str] = []
        at = 0
        for batch in self.batches.batches if chosen else ():
            results = self.ledger.results(self.direction, batch.number)
            places = [each for each in sorted(results) if results[each].state != LEFT]
            picked = [place for index, place in enumerate(places, at) if index in chosen]
            at += len(places)
            if picked:
                pairs = batch.pairs(self.is_undo)
                writes = [pairs[place][0] for place in picked]
                found = sender.read([name_of(each) for each in writes])
                wrong += [name_of(each) for each in writes
                          if not is_as_written(each, found.get(name_of(each)))]
        return count, wrong


def pin(pairs: dict[int, tuple[Any, Any]], times: dict[int, str]) -> None:
    """Makes times the preconditions of writes, by position."""
    for at, time in times.items():
        pairs[at][0].current_document.update_time.FromJsonString(time)


def is_as_written(write: Any, document: Optional[Any]) -> bool:
    if write.delete:
        return document is None
    return document is not None and has(document, write)


class Progress:
    """What was sent, how fast, and the time left: a line every 10 s, or one that is rewritten."""

    def __init__(self, writes: int, batches: int, pace: Pace, tell: Callable[[str], None]) -> None:
        self._writes, self._batches, self._pace, self._tell = writes, batches, pace, tell
        self._start = self._told = time.monotonic()
        self._sent = self._done = 0

    def add(self, writes: int) -> None:
        self._sent, self._done = self._sent + writes, self._done + 1
        now = time.monotonic()
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        pause = 0.2 if is_terminal else 10.0
        if now - self._told < pause and self._done < self._batches:
            return
        self._told = now
        rate = self._sent / max(now - self._start, 0.001)
        left = duration(self._pace.seconds_left(self._writes - self._sent, self._sent))
        words = (f"batch {self._done:,} of {self._batches:,}, {self._sent:,} of "
                 f"{counted(self._writes, 'write')}, {rate:,.0f} a second, {left} left")
        if is_terminal and self._done < self._batches:
            # A line that does not fit would not be rewritten but repeated.
            fitting = words[: shutil.get_terminal_size().columns - 1]
            print(f"\r\x1b[K{fitting}", end="\r", file=sys.stderr, flush=True)
        else:
            self._tell(words)


def duration(seconds: float) -> str:
    """A time in the two largest units."""
    whole = round(seconds)
    for unit, size, smaller, part in (("h", 3600, "min", 60), ("min", 60, "s", 1)):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // part} {smaller}"
    return f"{whole} s"
