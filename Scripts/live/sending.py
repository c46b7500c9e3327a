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
from .settling import CHANGED, DONE, PENDING, others, state_of

COMMIT_SECONDS, READ_SECONDS = 60.0, 300.0
# The most versions of a document that are read to find the one that a write requires.
VERSIONS = 100
ATTEMPTS, FIRST_WAIT, LONGEST_WAIT = 12, 0.5, 60.0
# The request has had no effect, and may be repeated.
REFUSED = (exceptions.Aborted, exceptions.ResourceExhausted)
# A precondition fails: some document has changed.
OVERTAKEN = (exceptions.FailedPrecondition, exceptions.NotFound, exceptions.AlreadyExists)
# A version is no longer kept, or the server keeps none.
TOO_OLD = (exceptions.FailedPrecondition, exceptions.InvalidArgument, exceptions.MethodNotImplemented)
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
        all: one document that is still as a write requires proves that it has not taken effect, and one
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
                    moment = None
                    if may_be_sent and settled:
                        # A document that is missing, as a restoring write requires, may have been restored,
                        # and deleted since.
                        is_refuted = any(state == PENDING and document is not None
                                         for state, document in states.values())
                        may_be_sent, moment = (False, None) if is_refuted else self._effect(pairs, states)
                        if may_be_sent:
                            settled = {at: each if at in settled else (CHANGED, None)
                                       for at, each in states.items()}
                    results |= self._settled(pairs, settled, may_be_sent, moment)
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

    def read(self, names: list[str], moment: Optional[Timestamp] = None) -> dict[str, Any]:
        """The documents that there are, now or as of a moment; raises what says that it is too long ago."""
        attempt = 0
        while True:
            try:
                return self._read(names, moment)
            except exceptions.GoogleAPICallError as error:
                if moment is not None and isinstance(error, TOO_OLD):
                    raise
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

    def _effect(
        self, pairs: list[tuple[Any, Any]], states: dict[int, tuple[str, Optional[Any]]],
    ) -> tuple[bool, Optional[Timestamp]]:
        """Whether a commit that may have been sent took effect, and when, if that is known.

        It did if all its documents changed at one time, from what its writes require to what they write.
        That is when a document changed that was as its write requires. If no version tells, as of deleted
        documents and after an hour, documents as they were written count as ours, and the earliest of
        their times as that of the commit.
        """
        if all(state != DONE for state, _ in states.values()):
            return False, None
        found = sorted(((document, at) for at, (_, document) in states.items() if document is not None),
                       key=lambda each: each[0].update_time.ToNanoseconds())
        try:
            for document, at in found:
                moment = self._first_change(*pairs[at], document)
                if moment is not None:
                    return self._changed_all([pairs[each] for each in states], moment), moment
        except TOO_OLD:
            done = [document.update_time for document, at in found if states[at][0] == DONE]
            return True, done[0] if done else None
        return True, None

    def _first_change(self, write: Any, back: Any, document: Any) -> Optional[Timestamp]:
        """When a document became another than its write requires; None if older versions do not tell."""
        for _ in range(VERSIONS):
            moment: Timestamp = document.update_time
            before = self.read([document.name], just_before(moment)).get(document.name)
            if state_of(write, back, before) == PENDING:
                return moment
            if before is None:
                return None
            if before.update_time.ToNanoseconds() >= moment.ToNanoseconds():
                raise exceptions.FailedPrecondition("the server does not read old versions")
            document = before
        return None

    def _changed_all(self, pairs: list[tuple[Any, Any]], moment: Timestamp) -> bool:
        """Whether all documents changed at a moment, as the writes say and in nothing else."""
        names = [name_of(write) for write, _ in pairs]
        before, after = self.read(names, just_before(moment)), self.read(names, moment)
        for (write, back), name in zip(pairs, names):
            old, new = before.get(name), after.get(name)
            if state_of(write, back, old) != PENDING or state_of(write, back, new) != DONE:
                return False
            if new is not None and new.update_time != moment:
                return False
            if new is not None and write.HasField("update_mask") and others(old, write) != others(new, write):
                return False
        return True

    @staticmethod
    def _settled(
        pairs: list[tuple[Any, Any]], states: dict[int, tuple[str, Optional[Any]]], was_sent: bool,
        moment: Optional[Timestamp],
    ) -> dict[int, Result]:
        results = {}
        for at, (state, document) in states.items():
            name = name_of(pairs[at][0])
            time = None
            if document is not None:
                # Whoever wrote the same value after us has another time: an undo must not take that for ours.
                is_ours = state == DONE and was_sent and moment is not None
                time = (moment if is_ours else document.update_time).ToJsonString()
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


def just_before(moment: Timestamp) -> Timestamp:
    """The last moment before another."""
    before = Timestamp()
    before.FromMicroseconds(moment.ToMicroseconds() - 1)
    return before


def time_of(time: Any, otherwise: Any) -> str:
    """A write's time, or the commit's if it has none."""
    text: str = (time if time.seconds or time.nanos else otherwise).ToJsonString()
    return text
