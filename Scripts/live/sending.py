"""Sends a batch until its fate is known, and never sends blindly."""

import random
import time
from collections.abc import Callable
from typing import Any, Optional

from google.api_core import exceptions
from google.cloud.firestore_v1 import types
from google.protobuf.timestamp_pb2 import Timestamp

from .batches import name_of
from .client import Database
from .documents import as_json
from .failing import BAD_DATA, IO_ERROR, NO_INPUT, NO_PERMISSION, Failure
from .ledger import LEFT, PRESENT, WRITTEN, Result
from .settling import DONE, PENDING, others, state_of

COMMIT_SECONDS, READ_SECONDS = 60.0, 300.0
ATTEMPTS, FIRST_WAIT, LONGEST_WAIT = 12, 0.5, 60.0
# The request has had no effect, and may be repeated.
REFUSED = (exceptions.Aborted, exceptions.ResourceExhausted)
# A precondition fails: some document has changed.
OVERTAKEN = (exceptions.FailedPrecondition, exceptions.NotFound, exceptions.AlreadyExists)
HOPELESS = {
    exceptions.InvalidArgument: BAD_DATA, exceptions.PermissionDenied: NO_PERMISSION,
    exceptions.Unauthenticated: NO_PERMISSION, exceptions.MethodNotImplemented: IO_ERROR,
}
# A time that no document has: its write never takes effect.
NEVER = "1970-01-01T00:00:01Z"


class Unsent(Failure):
    """A batch failed, and it is certain that it took no effect."""


class Sender:
    def __init__(
        self, database: Database, tell: Callable[[str], None], first_wait: float = FIRST_WAIT,
        sleep: Callable[[float], None] = time.sleep, seed: Optional[int] = None,
    ) -> None:
        self._database, self._tell = database, tell
        self._first_wait, self._sleep = first_wait, sleep
        # Jitter: many clients that failed at once must not come back at once.
        self._random = random.Random(seed)
        self.retries = 0

    def send(
        self, pairs: list[tuple[Any, Any]], may_be_sent: bool = False,
        note: Callable[[dict[int, Result]], None] = lambda _: None,
    ) -> list[Result]:
        """Commits writes, each given with the one that takes it back; what became of each.

        If they may have been sent already, the documents are read first. A commit is whole or not at
        all: one write that is still to be done proves that it has not taken effect, and one document
        that has changed that it never will. Until then it may, however late. What is settled before
        others are sent is noted first: later nothing could tell whose it was.
        """
        results: dict[int, Result] = {}
        left = list(range(len(pairs)))
        must_read, attempt = may_be_sent, 0
        while left:
            try:
                if must_read:
                    states = dict(zip(left, self._states([pairs[at] for at in left])))
                    settled = {at: each for at, each in states.items() if each[0] != PENDING}
                    if 0 < len(settled) < len(left):
                        may_be_sent = False
                    results |= self._settled(pairs, settled, may_be_sent and self._is_proved(pairs, settled))
                    left = [at for at in left if at not in settled]
                    if settled and left:
                        note({at: results[at] for at in settled})
                    must_read = False
                    continue
                committed = self.commit([pairs[at][0] for at in left])
            except exceptions.GoogleAPICallError as error:
                attempt += 1
                says_no = isinstance(error, (*REFUSED, *OVERTAKEN, *HOPELESS))
                # Also after a reply that says no: an earlier one may have been lost.
                may_be_sent |= not says_no and not must_read
                is_unsent = not may_be_sent or (
                    isinstance(error, exceptions.InvalidArgument) and not must_read)
                failure = Unsent if is_unsent else Failure
                if must_read:
                    self._require_database(error, failure)
                must_read |= not isinstance(error, REFUSED)
                self._wait_after(error, attempt, failure)
                continue
            results |= dict(zip(left, committed))
            left = []
        return [results[at] for at in range(len(pairs))]

    def pins(self, pairs: dict[int, tuple[Any, Any]]) -> dict[int, str]:
        """The times of the documents of writes that ask only for them to exist, by position.

        Such a write would overwrite whatever its document has become. With the time it has effect
        only on the document that was read; a document that is not as the export has it gets none.
        """
        untimed = {at: pair for at, pair in pairs.items() if pair[0].current_document.exists}
        if not untimed:
            return {}
        found = self.read([name_of(write) for write, _ in untimed.values()])
        times = {}
        for at, (write, back) in untimed.items():
            document = found.get(name_of(write))
            times[at] = NEVER
            if document is not None and state_of(write, back, document) == PENDING:
                times[at] = document.update_time.ToJsonString()
        return times

    def commit(self, writes: list[Any]) -> list[Result]:
        """Commits writes, once; raises what the server answers."""
        request = types.CommitRequest.pb()(database=self._database.name, writes=writes)
        reply = types.CommitResponse.pb(self._database.client.commit(
            request=types.CommitRequest.wrap(request), retry=None, timeout=COMMIT_SECONDS,
            metadata=self._database.metadata))
        if len(reply.write_results) != len(writes):
            raise exceptions.Unknown("the reply does not say what became of each write")
        return [
            Result(WRITTEN, None if write.delete else time_of(each.update_time, reply.commit_time))
            for write, each in zip(writes, reply.write_results)]

    def read(self, names: list[str]) -> dict[str, Any]:
        attempt = 0
        while True:
            try:
                return self._read(names)
            except exceptions.GoogleAPICallError as error:
                attempt += 1
                self._require_database(error)
                self._wait_after(error, attempt)

    def _read(self, names: list[str], moment: Optional[Timestamp] = None) -> dict[str, Any]:
        """The documents that there are, now or as of a moment."""
        found: dict[str, Any] = {}
        request = types.BatchGetDocumentsRequest.wrap(types.BatchGetDocumentsRequest.pb()(
            database=self._database.name, documents=names, read_time=moment))
        for answer in self._database.client.batch_get_documents(
            request=request, retry=None, timeout=READ_SECONDS, metadata=self._database.metadata
        ):
            document = types.BatchGetDocumentsResponse.pb(answer).found
            if document.name:
                found[document.name] = document
        return found

    def _states(self, pairs: list[tuple[Any, Any]]) -> list[tuple[str, Optional[Any]]]:
        documents = self._read([name_of(write) for write, _ in pairs])
        found = [documents.get(name_of(write)) for write, _ in pairs]
        return [
            (state_of(write, back, document), document)
            for (write, back), document in zip(pairs, found)]

    def _is_proved(
        self, pairs: list[tuple[Any, Any]], states: dict[int, tuple[str, Optional[Any]]]
    ) -> bool:
        """Whether writes that seem done are ours, and not a user's of the same value.

        The times of several documents agree only if one commit wrote them. Of a single one, the version
        before tells: it is the one that our write required, and differs by nothing else.
        """
        done = [(at, document) for at, (state, document) in states.items()
                if state == DONE and document is not None]
        if len(done) != 1 or not pairs[done[0][0]][0].current_document.HasField("update_time"):
            return True
        ((at, document),) = done
        write = pairs[at][0]
        moment = Timestamp()
        moment.FromMicroseconds(document.update_time.ToMicroseconds() - 1)
        try:
            before = self._read([document.name], moment).get(document.name)
        except (exceptions.FailedPrecondition, exceptions.InvalidArgument, exceptions.MethodNotImplemented):
            # Old versions are kept for an hour: a run that goes on later takes the write for its own.
            return True
        return (before is not None and before.update_time == write.current_document.update_time
                and others(before, write) == others(document, write))

    @staticmethod
    def _settled(
        pairs: list[tuple[Any, Any]], states: dict[int, tuple[str, Optional[Any]]], was_sent: bool,
    ) -> dict[int, Result]:
        results = {}
        # A commit gives all documents one time. Another one is of somebody else, who wrote the same
        # value: an undo must not take that for ours.
        times = sorted(document.update_time.ToNanoseconds() for state, document in states.values()
                       if state == DONE and document is not None)
        ours = Timestamp()
        ours.FromNanoseconds(max(times, key=times.count, default=0))
        for at, (state, document) in states.items():
            name = name_of(pairs[at][0])
            time = None
            if document is not None:
                is_ours = state == DONE and was_sent
                time = (ours if is_ours else document.update_time).ToJsonString()
            if state == DONE:
                results[at] = Result(WRITTEN if was_sent else PRESENT, time, name)
            else:
                results[at] = Result(LEFT, time, name, as_json(document) if document else None)
        return results

    def _require_database(
        self, error: exceptions.GoogleAPICallError, failure: type[Failure] = Failure,
    ) -> None:
        """Fails if the answer to a read is that something is not there: a document may be missing, the
        database may not."""
        if isinstance(error, exceptions.NotFound):
            raise failure(
                NO_INPUT, f"{self._database.place}: {error.message}",
                "check the name of the database, which the batches have from --database") from error

    def _wait_after(
        self, error: exceptions.GoogleAPICallError, attempt: int, failure: type[Failure] = Failure,
    ) -> None:
        """Waits twice as long after each failure; fails if there is no hope."""
        for kind, status in HOPELESS.items():
            if isinstance(error, kind):
                raise failure(
                    status, f"{self._database.place}: {error.message}",
                    "give the account a role that may write there: roles/datastore.user"
                    if status == NO_PERMISSION else None) from error
        if attempt >= ATTEMPTS:
            raise failure(
                IO_ERROR, f"{self._database.place}: {error.message}; gave up after {attempt} attempts",
                "run the same command again: it goes on where it was") from error
        self.retries += 1
        longest = min(LONGEST_WAIT, self._first_wait * 2**attempt)
        wait = self._random.uniform(longest / 2, longest)
        if wait >= 1:
            self._tell(f"{error.message}; attempt {attempt + 1} of {ATTEMPTS} in {wait:.0f} s")
        self._sleep(wait)


def time_of(time: Any, otherwise: Any) -> str:
    """A write's time, or the commit's if it has none."""
    text: str = (time if time.seconds or time.nanos else otherwise).ToJsonString()
    return text
