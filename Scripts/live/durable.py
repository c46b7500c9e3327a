"""Files that appear whole or not at all and survive a power cut, and locks on folders."""

import contextlib
import fcntl
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from .failing import CANNOT_CREATE, LOCKED, NO_PERMISSION, USAGE, Failure, of_system

# The tools pass over names that start with a dot.
PART = ".part"


def part_of(path: Path) -> Path:
    return path.with_name(f".{path.name}{PART}")


def is_part(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(PART)


@contextlib.contextmanager
def new_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file under a temporary name that `publish` renames; it is removed after a failure."""
    part = part_of(path)
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        with named(path), open(os.open(part, flags, mode), "w+b") as file:
            yield file
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """Gives a failing call the name that people know; a write has none, and the part has its own."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename = str(path)
        raise


def publish(path: Path, file: BinaryIO, modified: float | None = None) -> None:
    """Renames a new file to its name once its bytes are on the disk."""
    file.flush()
    if modified is not None:
        os.utime(file.fileno(), (modified, modified))
    os.fsync(file.fileno())
    os.replace(part_of(path), path)
    sync_folder(path.parent)


def is_special(path: Path) -> bool:
    """Whether it is a device, a pipe or the like, which is written to and never replaced.

    A name such as /dev/stdout is one even if the output goes to a file.
    """
    is_stream = str(path.absolute().parent) in ("/dev", "/dev/fd", "/proc/self/fd")
    return path.exists() and (is_stream or not path.is_file())


def require_folder(what: str, folder: Path) -> None:
    """Refuses a folder in which no file can be made."""
    if not folder.is_dir():
        raise Failure(CANNOT_CREATE, f"{what}: '{folder}' is not a folder", "make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Failure(NO_PERMISSION, f"{what}: '{folder}' cannot be written")


def require_outputs(outputs: dict[str, Path | None], inputs: Iterable[Path]) -> None:
    """Refuses, before anything is done, files that cannot be made or would replace an input."""
    kept, named = {Path(os.path.realpath(each)) for each in inputs}, set()
    for option, path in outputs.items():
        if path is None or is_special(path) and not path.is_dir():
            continue
        place = Path(os.path.realpath(path))
        if kept & {place, *place.parents}:
            raise Failure(USAGE, f"{option}: '{path}' is an input, or in one", "name another file")
        if place in named:
            raise Failure(USAGE, f"{option}: '{path}' is another output of this run, too", "name another file")
        named.add(place)
        if place.is_dir():
            raise Failure(CANNOT_CREATE, f"{option}: '{path}' is a folder", "name a file")
        require_folder(option, place.parent)


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o666, modified: float | None = None) -> Iterator[BinaryIO]:
    """A file that appears at its path when the block ends.

    A link stays, and its target is replaced. A file that is replaced keeps its mode, and its owner.
    """
    with named(path):
        if is_special(path):
            if sys.stdout is not None:
                sys.stdout.flush()
            with path.open("ab") as file:
                yield file
            return
        place = Path(os.path.realpath(path))
        with new_file(place, mode) as file:
            yield file
            if place.exists():
                with contextlib.suppress(PermissionError):  # only root may change the owner
                    keep_owner(place, file.fileno())
            publish(place, file, modified)


def keep_owner(old: Path, new: Path | int) -> None:
    """Gives a file the mode and owner of the one that it replaces."""
    about, made = os.stat(old), os.stat(new)
    os.chmod(new, stat.S_IMODE(about.st_mode))
    if (made.st_uid, made.st_gid) != (about.st_uid, about.st_gid):
        os.chown(new, about.st_uid, about.st_gid)


def write(path: Path, content: bytes, modified: float | None = None) -> None:
    with replacing(path, modified=modified) as file:
        file.write(content)


def append(path: Path, content: bytes) -> None:
    with named(path), open(path, "ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes a folder and what is missing above it, durably."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise of_system(error, CANNOT_CREATE) from error
    sync_folder(folder.parent)


@contextlib.contextmanager
def locked(folder: Path, what: str) -> Iterator[None]:
    """Holds the kernel's lock on a folder: no file remains, and a kill releases it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(
                LOCKED, f"another {what} works in '{folder}'", "wait until it has ended") from None
        yield
    finally:
        os.close(descriptor)
