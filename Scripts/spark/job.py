"""A job on Spark: shares are worked on once each, whatever is lost, and a failure ends it at once."""

import contextlib
import dataclasses
import os
import random
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark import AccumulatorParam, SparkFiles, TaskContext
from pyspark.sql import SparkSession

from live.counts import counted
from live.failing import INTERNAL, IO_ERROR, MISSING_PROGRAM, NO_INPUT, USAGE, Failure, say

from . import gateway, tools
from .hadoop import Files, Unreadable
from .listing import Listing
from .share import Share
from .tools import Broken

SCRIPTS = Path(__file__).resolve().parents[1]
MODULES = ("spark/*.py", "live/__init__.py", "live/counts.py", "live/failing.py")
POLL_SECONDS, SECONDS_PER_LINE = 0.2, 10
FAILURES = "spark.task.maxFailures"
# The limit of --shard.
MOST_SHARES = 1_000_000


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a share, or of several: a task's only result, so that it counts once."""

    shares: tuple[int, ...]
    value: Any = None
    status: int = 0
    notices: frozenset[str] = frozenset()
    failure: tuple[int, str, str | None] | None = None


class First(AccumulatorParam[Any]):
    def zero(self, value: Any) -> None:
        return None

    def addInPlace(self, one: Any, other: Any) -> Any:  # noqa: N802, Spark's name
        return one or other


Work = Callable[[Share, int], Outcome]


class Job:
    """A session, with the tools and these modules on every executor."""

    def __init__(
        self, session: SparkSession, name: str, say_progress: bool, folder: Path
    ) -> None:
        self.session, self.context, self.name = session, session.sparkContext, name
        # For what executors fetch until the job ends.
        self.folder = folder
        self.says_progress = say_progress
        self.jvm = self.context._jvm
        configuration = self.context._jsc.hadoopConfiguration()
        self.files = Files(self.jvm, configuration)
        self.settings = gateway.settings_of(self.jvm, configuration)
        self.failure = self.context.accumulator(None, First())
        self.threads = int(self.context.getConf().get("spark.task.cpus", "1"))
        self.attempts = int(self.context.getConf().get(FAILURES, "4"))

    def ship(self, program: Path) -> None:
        """Sends a tool to the executors, and these modules, if Spark was not given them."""
        self.context.addFile(str(program))
        archive = self.folder / "laughtrack-spark.zip"
        if SCRIPTS.is_dir() and not archive.exists():
            with zipfile.ZipFile(archive, "w") as file:
                for path in sorted(each for name in MODULES for each in SCRIPTS.glob(name)):
                    file.write(path, path.relative_to(SCRIPTS))
            self.context.addPyFile(str(archive))

    def shares(self, listing: Listing, count: int, work: Work) -> Any:
        # Nothing of the driver's may get into the tasks, such as its session.
        settings, attempts, failure = self.settings, self.attempts, self.failure

        def outcome(index: int) -> Outcome:
            def worked() -> Outcome:
                with scratch() as folder:
                    return work(Share(listing, index, count, settings, folder), index)
            return guarded((index,), worked, attempts, failure)

        numbers = self.context.parallelize(range(1, count + 1), count)
        return numbers.map(outcome)

    def collect(self, outcomes: Any, count: int) -> list[Outcome]:
        """Runs a job. Each share must be in exactly one of the outcomes."""
        with self.watched(count):
            try:
                found = outcomes.collect()
            except Py4JJavaError as error:
                raise spark_failure(error, self.failure.value) from error
        if failures := [each.failure for each in found if each.failure]:
            raise Failure(*failures[0])
        done = sorted(share for each in found for share in each.shares)
        if done != list(range(1, count + 1)):
            raise Failure(INTERNAL, f"the shares {done} were worked on, not each of 1 to {count}")
        return found

    @contextlib.contextmanager
    def watched(self, count: int) -> Iterator[None]:
        """Cancels the job after the first failure, and prints its progress."""
        group = f"{self.name} {time.monotonic_ns()}"
        self.context.setJobGroup(group, self.name, interruptOnCancel=True)
        ended = threading.Event()

        def watch() -> None:
            started = told = time.monotonic()
            while not ended.wait(POLL_SECONDS):
                if self.failure.value:
                    return self.context.cancelJobGroup(group)
                if time.monotonic() - told >= SECONDS_PER_LINE:
                    told = time.monotonic()
                    self.tell(group, count, told - started)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def tell(self, group: str, count: int, seconds: float) -> None:
        tracker = self.context.statusTracker()
        stages = [
            stage for job in tracker.getJobIdsForGroup(group)
            for number in tracker.getJobInfo(job).stageIds
            if (stage := tracker.getStageInfo(number)) and stage.numTasks == count]
        done = max((stage.numCompletedTasks for stage in stages), default=0)
        if self.says_progress:
            say(f"{self.name}: {done:,} of {counted(count, 'share')} after {seconds:.0f} s", sys.stderr)


def guarded(
    shares: tuple[int, ...], work: Callable[[], Outcome], attempts: int, first: Any
) -> Outcome:
    """The outcome of a task. What may pass is raised, so that Spark tries it again.

    Everything else is an outcome as well: trying bad data again is useless, and takes long.
    """
    try:
        return work()
    except Failure as error:
        failure = error
    except (Broken, Unreadable, OSError) as error:
        task = TaskContext.get()
        if task is None or task.attemptNumber() + 1 < attempts:
            raise
        failure = Failure(IO_ERROR, f"{error} (tried {counted(attempts, 'time')})")
    told = (failure.status, str(failure), failure.hint)
    first.add(told)
    return Outcome(shares, failure=told)


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder on a disk that Spark uses for its own files, and of this attempt alone."""
    folders = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")
    with tempfile.TemporaryDirectory(
            prefix="laughtrack-", dir=random.choice(folders) or None,
            ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def refuse_wrong(
    executable: Path, arguments: Callable[[Path], list[str]], is_wrong: Callable[[int], bool]
) -> None:
    """Runs a tool on an empty file here, before any share, and fails if its status tells of options
    that are wrong."""
    with scratch() as folder:
        (folder / "none").touch()
        try:
            tools.run(executable, arguments(folder / "none"))
        except Failure as failure:
            if is_wrong(failure.status):
                raise
        except Broken as error:
            raise Failure(error.status, str(error)) from error


def program(name: str) -> Path:
    """A tool on an executor."""
    return Path(SparkFiles.get(name))


def spark_failure(
    error: Py4JJavaError, cause: tuple[int, str, str | None] | None
) -> Failure:
    """The failure for which a job was cancelled, or that of Spark."""
    if cause:
        return Failure(*cause)
    lines = (error.java_exception.getMessage() or "no message").splitlines()
    return Failure(IO_ERROR, f"Spark: {lines[0]}", "see the log of the executors")


@contextlib.contextmanager
def started(name: str, master: str | None, says_progress: bool) -> Iterator[Job]:
    builder = SparkSession.builder.appName(f"laughtrack {name}")
    builder = builder.config("spark.log.level", "ERROR")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master:
        builder = builder.master(master)
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        session = builder.getOrCreate()
    except (Py4JJavaError, RuntimeError) as error:
        raise Failure(
            MISSING_PROGRAM, f"Spark does not start: {str(error).splitlines()[0]}",
            "install Java 17, and name the cluster with --master or run it with spark-submit",
        ) from error
    try:
        with tempfile.TemporaryDirectory(prefix="laughtrack-") as folder:
            yield Job(session, name, says_progress, Path(folder))
    except Unreadable as error:
        raise Failure(IO_ERROR, str(error)) from error
    finally:
        session.stop()


def count_of_shares(listing: Listing, byte_count: int) -> int:
    if not listing.entries:
        raise Failure(NO_INPUT, "there is no file to read")
    count = max(1, -(-listing.byte_count // byte_count))
    if count > MOST_SHARES:
        raise Failure(
            USAGE, f"the inputs would be cut into {count:,} shares, and {MOST_SHARES:,} is the limit",
            "give a larger --piece-size")
    return count
