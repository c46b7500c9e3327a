"""Counting on executors: a partial result of each share, merged in groups, and the document of all."""

import json
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from live.failing import BAD_DATA

from . import tools
from .job import Job, Outcome, count_of_shares, guarded, program, refuse_wrong, scratch
from .listing import Range, listing
from .share import Share

TOOL = "aggregate-top10"
# Partial results that one run of the tool merges: the driver gets so many at most.
GROUP = 32
# A line of a partial result that says what was read.
PIECE = b'{"piece":'


class Counting:
    """The work on a share."""

    def __init__(self, options: list[str], threads: int) -> None:
        self.options, self.threads = options, threads

    def __call__(self, share: Share, index: int) -> Outcome:
        executable, output = program(TOOL), share.scratch / "partial"
        operands = share.operands(lambda paths, part: tools.listed(
            executable, [*map(str, paths), "--shard", part, *self.options]))
        arguments = [
            *map(str, operands), "--shard", share.option, "--emit", "partial", "-o", str(output),
            "--jobs", str(self.threads), *self.options]
        done = share.run(executable, arguments)
        content = output.read_bytes()
        for line in content.splitlines():
            if line.startswith(PIECE):
                piece = json.loads(line)
                share.check_has(Path(piece["piece"]), Range(piece["from"], piece["to"]))
        return Outcome((index,), content, done.status, frozenset(done.notices))


def merged(outcomes: Iterable[Outcome]) -> Outcome:
    """One outcome of several, whose partial results the tool merges."""
    group = list(outcomes)
    shares = tuple(share for each in group for share in each.shares)
    if failures := [each.failure for each in group if each.failure]:
        return Outcome(shares, failure=failures[0])
    with scratch() as folder:
        output = folder / "merged"
        paths = written(group, folder / "partials")
        tools.run(
            program(TOOL), ["--merge", str(paths), "--emit", "partial", "-o", str(output)])
        return Outcome(
            shares, output.read_bytes(), max(each.status for each in group),
            frozenset(notice for each in group for notice in each.notices))


def written(outcomes: list[Outcome], folder: Path) -> Path:
    folder.mkdir()
    for outcome in outcomes:
        (folder / f"{min(outcome.shares):07}").write_bytes(outcome.value)
    return folder


def grouped(outcomes: Any, count: int, attempts: int, failure: Any) -> Any:
    """Merges on the executors, until the driver can take what is left."""
    while count > GROUP:
        count = -(-count // GROUP)

        def merge(pair: tuple[int, Iterable[Outcome]]) -> Outcome:
            group = list(pair[1])
            shares = tuple(share for each in group for share in each.shares)
            return guarded(shares, lambda: merged(group), attempts, failure)

        groups = count
        keyed = outcomes.map(lambda each: (min(each.shares) % groups, each))
        outcomes = keyed.groupByKey(groups).map(merge)
    return outcomes


def count(job: Job, inputs: list[str], piece_size: int, options: list[str]) -> list[Outcome]:
    """Counts the inputs in shares; the options are those that decide what counts."""
    found = listing(job.files, inputs)
    shares = count_of_shares(found, piece_size)
    outcomes = job.shares(found, shares, Counting(options, job.threads))
    return job.collect(grouped(outcomes, shares, job.attempts, job.failure), shares)


def check_options(executable: Path, options: list[str], output: str | None) -> None:
    """Fails for options, or an output, with which the document could not be made in the end."""
    def arguments(empty: Path) -> list[str]:
        return ["--merge", str(empty), "-o", output or str(empty.with_name("out")), *options]

    # There is nothing to merge yet; all else is checked before that.
    refuse_wrong(executable, arguments, lambda status: status != BAD_DATA)


def publish(
    job: Job, found: list[Outcome], executable: Path, output: str, options: list[str]
) -> int:
    with tempfile.TemporaryDirectory(prefix="laughtrack-") as name:
        folder = Path(name)
        partials = written(found, folder / "partials")
        local = job.files.local_path(output)
        target = local or folder / "all_time.json"
        if not local and (there := job.files.status(output)):
            # The document of last time, which the guards compare with.
            job.files.download(output, 0, there.byte_count, target)
        arguments = ["--merge", str(partials), "-o", str(target), *options]
        status = tools.run_on_screen(executable, arguments, {str(target): output})
        if not local:
            parent, _, name = output.rpartition("/")
            job.files.upload(target, output, f"{parent}/.{name}.{uuid.uuid4()}.part")
        return status
