"""Migrating on executors: each writes the files of its share, which together are those of one run."""

import contextlib
import dataclasses
import json
import os
import shutil
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from live.counts import counted
from live.failing import CANNOT_CREATE, INTERNAL, USAGE, Failure

from . import gateway, tools
from .job import Job, Outcome, program, refuse_wrong
from .listing import Listing
from .share import Share

TOOL = "migrate-ratings"
# Not read as data, by the tools as well as by Spark.
UNFINISHED, MANIFEST = ".unfinished", ".manifest.json"
FINISHED = "_SUCCESS"
CANCEL_SECONDS = 10


@dataclasses.dataclass(frozen=True)
class Written:
    path: str
    byte_count: int
    sha256: str


@dataclasses.dataclass(frozen=True)
class Migrated:
    files: tuple[Written, ...]
    # The bytes that were read of each file.
    read: tuple[tuple[str, int], ...]


class Migration:
    def __init__(self, options: list[str], threads: int, output: str, local: Path | None) -> None:
        self.options, self.threads = options, threads
        self.output, self.local = output, local

    def __call__(self, share: Share, index: int) -> Outcome:
        operands = share.operands(lambda paths, part: tools.listed(program(TOOL), [
            *map(str, paths), "--shard", part, "-o", "out", *self.options]))
        # Where it is renamed from, if it is mounted; each attempt has its own.
        folder = (self.local / UNFINISHED if self.local else share.scratch) / str(uuid.uuid4())
        folder.mkdir()
        try:
            return self.written(share, index, operands, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def written(
        self, share: Share, index: int, operands: list[Path], folder: Path
    ) -> Outcome:
        summary, output = share.scratch / "summary", folder / "out"
        target = f"{output}/"
        if len(operands) == 1 and operands[0].is_file():
            output.mkdir()
            target = str(output / (operands[0].name + suffix(index, share.count)))
        done = share.run(program(TOOL), [
            *map(str, operands), "--shard", share.option, "-o", target,
            "--summary", str(summary), "--hash", "--jobs", str(self.threads), *self.options])
        told = json.loads(summary.read_bytes())
        files = []
        for each in told["outputs"]:
            path = Path(each["path"])
            name = path.relative_to(output).as_posix()
            files.append(Written(name, each["bytes"], each["sha256"]))
            self.publish(share, path, name)
        read = tuple(
            (share.uri(Path(each["path"])), each["bytes"]) for each in told["provenance"]["inputs"])
        return Outcome(
            (index,), Migrated(tuple(files), read), done.status, frozenset(done.notices))

    def publish(self, share: Share, path: Path, name: str) -> None:
        """Gives a file its name. Another attempt's has the same bytes, and is replaced."""
        if self.local:
            target = self.local / name
            # Not the folder itself: a job that failed has removed it.
            for folder in reversed(list(Path(name).parents)[:-1]):
                (self.local / folder).mkdir(exist_ok=True)
            os.replace(path, target)
            return
        files = share.files or gateway.files(share.settings)
        files.upload(path, f"{self.output}/{name}", f"{self.output}/{UNFINISHED}/{uuid.uuid4()}")


def suffix(index: int, count: int) -> str:
    """What the tool adds to the names of a divided file's parts in a folder."""
    return f".part-{index:0{len(str(count))}}-of-{count}" if count > 1 else ""


def check_options(executable: Path, options: list[str]) -> None:
    """Fails for options that no share could have."""
    refuse_wrong(
        executable, lambda empty: [str(empty), "--shard", "1/1", "--dry-run", *options],
        lambda status: status == USAGE)


def prepare(job: Job, listing: Listing, output: str, force: bool) -> tuple[str, str]:
    """The folder to write, and the one that it becomes: another one if that has files."""
    target = job.files.path(output).toString()
    for operand in listing.operands:
        one, other = operand.uri.rstrip("/") + "/", target.rstrip("/") + "/"
        if one.startswith(other) or other.startswith(one):
            raise Failure(
                CANNOT_CREATE, f"the output '{output}' and the input '{operand.uri}' are in each other",
                "name a folder outside of the inputs")
    if job.files.is_empty(target):
        folder = target
    else:
        if not force:
            finished = job.files.status(f"{target}/{FINISHED}")
            raise Failure(
                CANNOT_CREATE, f"'{output}' exists" + (
                    "" if finished else ", and is not what a job has finished"),
                "name another folder, or use --force to replace it")
        parent, _, name = target.rstrip("/").rpartition("/")
        folder = f"{parent}/.{name}{UNFINISHED}"
        # What a job that was killed has left.
        job.files.remove(folder)
    job.files.make_folder(f"{folder}/{UNFINISHED}")
    return folder, target


@contextlib.contextmanager
def all_or_nothing(job: Job, folder: str) -> Iterator[None]:
    """Removes what was written if the job fails; if it is killed, the mark is missing."""
    try:
        yield
    except BaseException:
        # A task that was cancelled may go on for a moment.
        for _ in range(CANCEL_SECONDS):
            job.files.remove(folder)
            if not job.files.status(folder):
                break
            time.sleep(1)
        raise


def migrate(
    job: Job, listing: Listing, shares: int, options: list[str], output: str
) -> list[Outcome]:
    work = Migration(options, job.threads, output, job.files.local_path(output))
    found = job.collect(job.shares(listing, shares, work), shares)
    read: Counter[str] = Counter()
    for each in found:
        read.update(dict(each.value.read))
    for entry in listing.entries:
        uri, size = entry.status.uri, entry.status.byte_count
        if uri in read and read[uri] != size:
            raise Failure(INTERNAL, f"'{uri}' has {counted(size, 'byte')}, and {read[uri]:,} were read")
    return found


def finish(job: Job, output: str, target: str, found: list[Outcome]) -> None:
    """Checks what is there, marks it as finished, and puts it in the place of an older result."""
    files = sorted(
        (each for outcome in found for each in outcome.value.files), key=lambda each: each.path)
    names = Counter(each.path for each in files)
    for each in files:
        there = job.files.status(f"{output}/{each.path}")
        if names[each.path] > 1 or there is None or there.byte_count != each.byte_count:
            raise Failure(INTERNAL, f"'{output}/{each.path}' is not as its share wrote it")
    manifest = {"schema_version": 1, "files": [
        {"path": each.path, "bytes": each.byte_count, "sha256": each.sha256} for each in files]}
    content = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    # What is left of attempts whose executor was lost.
    job.files.remove(f"{output}/{UNFINISHED}")
    job.files.write(f"{output}/{MANIFEST}", content.encode())
    job.files.write(f"{output}/{FINISHED}", b"")
    if output != target:
        # The mark first: what is half removed must not look finished.
        job.files.remove(f"{target}/{FINISHED}")
        job.files.remove(target)
        job.files.rename(output, target)
