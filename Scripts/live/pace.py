"""How fast to write: Firestore's 500/50/5 rule, and a limit of one's own.

500 operations a second at first, and 50 % more every 5 minutes: Firestore's best practices,
"Ramping up traffic" (https://firebase.google.com/docs/firestore/best-practices).
"""

import time
from collections.abc import Callable

FIRST, GROWTH, STEP_SECONDS = 500.0, 1.5, 300.0


def rate(elapsed: float, limit: float) -> float:
    """Writes a second that are allowed after so many seconds."""
    # Beyond some steps it is more than anything can send, and must stay a number.
    step = min(int(elapsed // STEP_SECONDS), 60)
    return min(limit, FIRST * GROWTH**step)


def seconds_for(writes: int, limit: float, elapsed: float = 0.0) -> float:
    """How long the ramp takes for a number of writes, after so many seconds of it."""
    start, left = elapsed, float(writes)
    while left > 0:
        allowed, step_end = rate(elapsed, limit), (elapsed // STEP_SECONDS + 1) * STEP_SECONDS
        seconds = left / allowed
        if allowed == limit or elapsed + seconds <= step_end:
            return elapsed + seconds - start
        left -= allowed * (step_end - elapsed)
        elapsed = step_end
    return elapsed - start


class Pace:
    """Waits before a batch, so that the writes stay below the ramp."""

    def __init__(
        self, limit: float, has_ramp: bool = True, clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._limit, self._has_ramp, self._clock, self._sleep = limit, has_ramp, clock, sleep
        self._start = self._next = clock()
        self._has_waited = False

    def wait(self, writes: int) -> None:
        now = self._clock()
        self._has_waited = self._next > now
        if self._has_waited:
            self._sleep(self._next - now)
            now = self._next
        allowed = rate(now - self._start, self._limit) if self._has_ramp else self._limit
        self._next = max(now, self._next) + writes / allowed

    def seconds_left(self, writes: int, sent: int) -> float:
        """How long the rest takes, if so many are sent: by the ramp, or as until now if that is slower."""
        elapsed = self._clock() - self._start
        if self._has_ramp and self._has_waited:
            return seconds_for(writes, self._limit, elapsed)
        return writes * elapsed / max(sent, 1)
