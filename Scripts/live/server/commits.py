"""Commits a request's writes, all or none, in order."""

from collections import Counter
from collections.abc import Callable

from .limits import MAX_TRANSFORMS, check_request
from .messages import CommitResponse, Message, timestamp
from .names import Name
from .refusals import invalid, shown, unsupported
from .store import Store
from .writes import applied, target


def commit(
    store: Store, request: Message, byte_count: int, max_writes: int,
    is_lost: Callable[[], bool] = lambda: False,
) -> tuple[Message, int]:
    """The response, and the number of the commit, which is durable.

    `is_lost` is called once the writes are known to succeed, and tells whether the reply is going
    to be lost, so that the log of commits says so even if the process ends right afterwards.
    """
    check_request(byte_count)
    if request.transaction:
        raise unsupported("a commit in a transaction")
    if len(request.writes) > max_writes:
        raise invalid(
            f"commit has {len(request.writes)} writes; the limit is {max_writes} writes a commit")
    names = [target(write) for write in request.writes]
    check_names(request, names)
    response, changes = CommitResponse(), 0
    with store.writing() as transaction:
        for write, name in zip(request.writes, names):
            old = transaction.get(name)
            new, result = applied(write, name, old, transaction.moment)
            changes += new is not old
            if new is None:
                transaction.delete(name)
            elif new is not old:
                transaction.put(name, new)
            response.write_results.append(result)
        response.commit_time.CopyFrom(timestamp(transaction.moment))
        number = transaction.log(len(request.writes), changes, byte_count, is_lost())
    return response, number


def check_names(request: Message, names: list[Name]) -> None:
    transforms: Counter[Name] = Counter()
    for write, name in zip(request.writes, names):
        if name.database != request.database:
            raise invalid(
                f"document {shown(name.text)} is not in the database {shown(request.database)} "
                "of the commit")
        transforms[name] += len(write.update_transforms)
        if transforms[name] > MAX_TRANSFORMS:
            raise invalid(
                f"document {shown(name.text)} has {transforms[name]} transforms; "
                f"the limit is {MAX_TRANSFORMS} in a commit")
