"""The inputs of a benchmark, generated from a seed.

A million events are drawn; more are the same million with other devices, whose first hexadecimal
digits say which repetition it is. So ten million take seconds, and no id comes twice.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from generator.dumps import Dumps, as_bytes
from generator.events import Events
from generator.layout import PAGE, export, joined
from installing.building import SCRIPTS

from .measuring import python_path

SEED = 1
EVENTS_DRAWN, DUMPS_DRAWN = 1_000_000, 50_000


def event_lines(shuffled, times, bounds):
    """Some of the seed's events, as `make-fixtures --times TIMES` writes them."""
    return export(Events(SEED, shuffle_keys=shuffled, times=times), range(*bounds)).encode()


def page(bounds):
    """A page of the REST API, on a line of its own."""
    return export(Events(SEED, times="rfc3339"), range(*bounds), "pages").encode()


def dump_lines(bounds):
    """Some of the seed's dumps, as `make-fixtures --dumps N` writes them, one a line."""
    dumps = Dumps(SEED)
    return b"".join([as_bytes(dumps.dump(index), "ndjson") for index in range(*bounds)])


def repetitions(drawn, keys):
    """The lines repeated; each repetition has other first digits in its devices."""
    yield drawn
    number = 0
    while True:
        number += 1
        again = drawn
        for key in keys:
            first, *others = again.split(key)
            again = (key + b"%03X" % number).join([first, *[other[3:] for other in others]])
        yield again


def read_anew(path):
    """Reads a file from the disk, because the speed of cached copies depends on how they were cached."""
    with open(path, "rb", buffering=0) as file:
        if hasattr(os, "posix_fadvise"):
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while file.read(1 << 20):
            pass


class Inputs:
    """The files of a directory; existing ones are used again."""

    def __init__(self, directory, packages):
        self.directory, self.packages = Path(directory), packages
        self.drawn = {}

    def made(self, name, write):
        """The file of that name, written atomically, and read."""
        path = self.directory / name
        if not path.exists():
            print(f"making {name}", file=sys.stderr, flush=True)
            unfinished = self.directory / "unfinished"
            with open(unfinished, "wb") as file:
                write(file)
            unfinished.rename(path)
        read_anew(path)
        return path

    def lines(self, make, count, most, chunk=10_000):
        """The first `count` lines, at most `most`, generated on all cores."""
        drawn = min(count, most)
        if (make, drawn) not in self.drawn:
            bounds = [(at, min(drawn, at + chunk)) for at in range(0, drawn, chunk)]
            with ProcessPoolExecutor() as pool:
                self.drawn = {(make, drawn): b"".join(pool.map(make, bounds))}
        return self.drawn[make, drawn]

    def repeated(self, name, make, count, most, keys):
        def write(file):
            left = count
            for lines in repetitions(self.lines(make, count, most), keys):
                if left < most and left < count:
                    lines = b"".join(lines.splitlines(keepends=True)[:left])
                file.write(lines)
                left -= most
                if left <= 0:
                    return

        return self.made(name, write)

    def events(self, count):
        return self.repeated(
            f"events-{count}.ndjson", PLAIN, count, EVENTS_DRAWN, (b'"id":"', b'"device_id":"'))

    def once(self, name, make, count, **chunk):
        return self.made(name, lambda file: file.write(self.lines(make, count, count, **chunk)))

    def shuffled(self, count):
        return self.once(f"shuffled-{count}.ndjson", SHUFFLED, count)

    def varied(self, count):
        return self.once(f"varied-{count}.ndjson", VARIED, count)

    def array(self, count):
        def write(file):
            lines = self.lines(PLAIN, count, count).decode().splitlines()
            file.writelines(text.encode() for text in joined("[", lines, "]\n"))

        return self.made(f"events-{count}.json", write)

    def pages(self, count):
        return self.once(f"pages-{count}.json", page, count, chunk=PAGE)

    def dumps(self, count):
        return self.repeated(
            f"dumps-{count}.ndjson", dump_lines, count, DUMPS_DRAWN, (b'"anonymousDeviceId":"',))

    def folder(self, count):
        """A folder with a file for each dump."""
        path = self.directory / f"dumps-{count}"
        if not path.exists():
            unfinished = self.directory / "unfinished-dumps"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            lines = self.lines(dump_lines, count, count).splitlines(keepends=True)
            for number, line in enumerate(lines):
                (unfinished / f"dump-{number:06}.json").write_bytes(line)
            unfinished.rename(path)
        for file in path.iterdir():
            read_anew(file)
        return path

    def managed(self, count):
        path = self.directory / f"managed-{count}"
        if not path.exists() and not self.made_managed(path, count):
            return None
        for file in path.rglob("*"):
            if file.is_file():
                read_anew(file)
        return path

    def made_managed(self, path, count):
        """Whether the export could be made."""
        print(f"making {path.name}", file=sys.stderr, flush=True)
        unfinished = self.directory / "unfinished-export"
        shutil.rmtree(unfinished, ignore_errors=True)
        run = subprocess.run(
            [sys.executable, SCRIPTS / "make-fixtures", "-o", unfinished, "--seed", str(SEED),
             "--events", str(count), "--format", "managed", "--shards", "2", "--dumps", "0"],
            env={**os.environ, "PYTHONPATH": python_path(self.packages)}, capture_output=True)
        if run.returncode == 0:
            (unfinished / "export").rename(path)
        shutil.rmtree(unfinished, ignore_errors=True)
        return run.returncode == 0


PLAIN, SHUFFLED, VARIED = (
    partial(event_lines, *how) for how in ((False, "rfc3339"), (True, "rfc3339"), (False, "mixed")))
