"""Hadoop's file systems, through a JVM: of the driver, or one beside an executor's Python."""

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError

from live.failing import CANNOT_CREATE, NO_INPUT, NO_PERMISSION, Failure

BUFFER = bytes(256 << 10)
CHUNK = 64 << 10


@dataclasses.dataclass(frozen=True)
class Status:
    """A file or folder: where it is, its size, and when it was written, in milliseconds."""

    uri: str
    byte_count: int
    modified: int
    is_folder: bool = False


class Unreadable(Exception):
    """An error of a file system that may pass: Spark tries the share again."""


class Files:
    def __init__(self, jvm: Any, configuration: Any) -> None:
        self.jvm = jvm
        self.configuration = configuration

    def path(self, uri: str) -> Any:
        """A path with its scheme; one without is of the default file system, as Spark reads it."""
        found = self.jvm.org.apache.hadoop.fs.Path(uri)
        return found.getFileSystem(self.configuration).makeQualified(found)

    @contextlib.contextmanager
    def at(self, uri: str) -> Iterator[tuple[Any, Any]]:
        """A path and its file system, whose errors in the block are put into words."""
        with reasons(uri):
            path = self.path(uri)
            yield path, path.getFileSystem(self.configuration)

    def status(self, uri: str) -> Status | None:
        """None if there is nothing."""
        with self.at(uri) as (path, system):
            return of_java(system.getFileStatus(path)) if system.exists(path) else None

    def children(self, uri: str) -> list[Status]:
        with self.at(uri) as (path, system):
            return [of_java(each) for each in system.listStatus(path)]

    def is_empty(self, uri: str) -> bool:
        found = self.status(uri)
        return found is None or found.is_folder and not self.children(uri)

    def line_end(self, uri: str, start: int, end: int) -> int:
        """The byte after the first line end at or after a byte; the file's end if there is none."""
        with self.at(uri) as (path, system):
            stream = system.open(path)
            try:
                stream.seek(start)
                while start < end:
                    chunk = bytes(stream.readNBytes(CHUNK))
                    if (at := chunk.find(b"\n")) >= 0:
                        return start + at + 1
                    if not chunk:
                        raise Unreadable(f"'{uri}' ends at byte {start}, not at {end}")
                    start += len(chunk)
                return end
            finally:
                stream.close()

    def download(self, uri: str, start: int, end: int, local: Path) -> None:
        """Copies a range of a file to the same range of a local one."""
        with self.at(uri) as (path, system):
            output = self.jvm.java.io.RandomAccessFile(str(local), "rw")
            try:
                output.seek(start)
                sink = self.jvm.java.io.FileOutputStream(output.getFD())
                stream = system.open(path)
                try:
                    stream.seek(start)
                    copied = self.copy(stream, sink, end - start)
                finally:
                    stream.close()
            finally:
                output.close()
            if copied != end - start:
                raise Unreadable(f"'{uri}' ends at byte {start + copied}, not at {end}")

    def copy(self, stream: Any, sink: Any, byte_count: int) -> int:
        return self.jvm.org.apache.commons.io.IOUtils.copyLarge(
            stream, sink, 0, byte_count, BUFFER)

    def upload(self, local: Path, uri: str, temporary: str) -> None:
        """Writes a file under another name and renames it, so that it is whole or not there."""
        with self.at(uri) as (_, system):
            path = self.path(temporary)
            stream = self.jvm.java.io.FileInputStream(str(local))
            try:
                sink = system.create(path, True)
                try:
                    copied = self.copy(stream, sink, local.stat().st_size)
                finally:
                    sink.close()
            finally:
                stream.close()
            if copied != local.stat().st_size:
                raise Unreadable(f"'{local}' changed")
        self.rename(temporary, uri)

    def rename(self, source: str, target: str) -> None:
        """Renames a file. Where another attempt was first, its file is replaced by an equal one."""
        with self.at(target) as (other, system):
            one = self.path(source)
            system.mkdirs(other.getParent())
            if system.rename(one, other):
                return
            system.delete(other, False)
            if not system.rename(one, other):
                system.delete(one, False)
                raise Unreadable(f"cannot rename '{source}' to '{target}'")

    def write(self, uri: str, content: bytes) -> None:
        with self.at(uri) as (path, system):
            sink = system.create(path, True)
            try:
                sink.write(content)
            finally:
                sink.close()

    def remove(self, uri: str) -> None:
        with self.at(uri) as (path, system):
            system.delete(path, True)

    def make_folder(self, uri: str) -> None:
        with self.at(uri) as (path, system):
            if not system.mkdirs(path):
                raise Failure(CANNOT_CREATE, f"cannot create the folder '{uri}'")

    def local_path(self, uri: str) -> Path | None:
        """The path of a file of this machine, or of one that is mounted here."""
        with reasons(uri):
            found = self.path(uri).toUri()
        return Path(found.getPath()) if found.getScheme() == "file" else None


def of_java(status: Any) -> Status:
    return Status(
        status.getPath().toString(), status.getLen(), status.getModificationTime(),
        status.isDirectory())


# Errors that the same call has again on every machine.
FINAL = {
    "AccessControlException": NO_PERMISSION, "AccessDeniedException": NO_PERMISSION,
    "FileNotFoundException": NO_INPUT, "UnsupportedFileSystemException": NO_INPUT,
    "URISyntaxException": NO_INPUT, "IllegalArgumentException": NO_INPUT,
    "ParentNotDirectoryException": CANNOT_CREATE, "FileAlreadyExistsException": CANNOT_CREATE,
}


@contextlib.contextmanager
def reasons(uri: str) -> Iterator[None]:
    """Puts an error of Java into words: with the file, and what Java calls it."""
    try:
        yield
    except Py4JJavaError as error:
        name = error.java_exception.getClass().getSimpleName()
        message = (error.java_exception.getMessage() or "no message").splitlines()[0]
        words = f"'{uri}': {name}: {message}"
        if "Permission denied" in message:
            raise Failure(NO_PERMISSION, words) from None
        if name in FINAL:
            raise Failure(FINAL[name], words) from None
        raise Unreadable(words) from None
