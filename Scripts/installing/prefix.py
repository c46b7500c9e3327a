"""A directory such as /usr/local, into which the tools are installed and from which they are removed.

`share/laughtrack/installed` lists the files with their SHA-256, as sha256sum does. A file that is not
listed, or was changed since, belongs to another: it is neither replaced nor removed.
"""

import contextlib
import errno
import glob
import hashlib
import os
import pathlib
import re
import tempfile
from collections.abc import Iterable, Iterator

from live.counts import counted
from live.durable import locked
from live.failing import BAD_DATA, CANNOT_CREATE, NO_INPUT, Failure, end_in_order, of_stop, of_system

from .tree import File

RECORD = "share/laughtrack/installed"
MADE = "# made the directory "
# In the names of files that are not yet in their places, after that of the file.
TEMPORARY = ".laughtrack-"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# What file systems say that have no locks on directories, as some over a network.
NO_LOCKS = (errno.EBADF, errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
ENTRY = re.compile(r"[0-9a-f]{64}  [^\0]+")


@contextlib.contextmanager
def opened(root: pathlib.Path, is_made: bool) -> Iterator["Prefix"]:
    """The prefix, in which no other run works; it is made if it is absent."""
    if is_made and not root.is_dir():
        refuse_unwritable(root)
        make(root)
    end_in_order()
    with contextlib.ExitStack() as stack:
        try:
            if root.is_dir():
                stack.enter_context(locked(root, "Scripts/install"))
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield Prefix(root)


class Prefix:
    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.digests: dict[str, set[str]] = {}
        self.directories: list[str] = []
        self.is_recorded = (root / RECORD).is_file()
        if self.is_recorded:
            self.read()

    def read(self) -> None:
        file = self.root / RECORD
        renewing = "remove it, and install again with --force, which makes it anew"
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            raise Failure(BAD_DATA, f"'{file}' is damaged: it is not UTF-8", renewing) from None
        for number, line in enumerate(lines, 1):
            is_made, is_comment = line.startswith(MADE), line.startswith("#")
            if not is_comment and not ENTRY.fullmatch(line):
                raise Failure(
                    BAD_DATA, f"'{file}' is damaged: line {number} is not a SHA-256 and a path", renewing)
            digest, _, path = line.partition("  ")
            path = line.removeprefix(MADE) if is_made else path
            if (is_made or not is_comment) and (os.path.isabs(path) or ".." in path.split("/")):
                raise Failure(
                    BAD_DATA, f"'{file}' names '{path}', which is not in the prefix",
                    "it was edited; remove the installed files by hand")
            if is_made:
                self.directories.append(path)
            elif not is_comment:
                self.digests.setdefault(path, set()).add(digest)

    # Installing

    def install(self, files: list[File], replaces: bool) -> None:
        """Installs all files, or raises with nothing installed; what stops it later says how to go on."""
        paths = [*(file.path for file in files), RECORD]
        self.refuse_directories(paths)
        if not replaces:
            self.refuse_foreign(files)
        for path in paths:
            refuse_unwritable((self.root / path).parent)
        self.clear_temporaries(paths)
        before = dict(self.digests), list(self.directories)
        made = self.absent_directories(paths)
        self.directories += made
        # Should this be stopped, the old and the new files, and the directories, are known as the tools'.
        for file in files:
            self.digests[file.path] = self.digests.get(file.path, set()) | {file.digest}
        staged: list[tuple[str, pathlib.Path]] = []
        try:
            make((self.root / RECORD).parent)
            self.write(self.record())
            for path in made:
                make(self.root / path)
            for file in files:
                staged.append(self.stage(file))
                self.digests[file.path] = {file.digest}
            staged.append(self.stage(self.record()))
        except BaseException as error:
            remove(temporary for temporary, _ in staged)
            self.digests, self.directories = before
            self.take_back(made)
            if isinstance(error, OSError):
                size = sum(len(file.content) for file in files) / 1e6
                failure = of_system(error)
                raise Failure(
                    failure.status, f"{failure}; nothing was installed",
                    f"make room for {size:.0f} MB there, or choose another --prefix"
                    if error.errno in FULL else "mend that, and install again") from None
            raise
        self.publish(staged)

    def publish(self, staged: list[tuple[str, pathlib.Path]]) -> None:
        for index, (temporary, place) in enumerate(staged):
            try:
                os.replace(temporary, place)
            except (OSError, KeyboardInterrupt) as error:
                remove(temporary for temporary, _ in staged[index:])
                failure = of_system(error) if isinstance(error, OSError) else of_stop(error)
                raise Failure(
                    failure.status, f"{failure}; {index} of {counted(len(staged), 'file')} installed",
                    "install again, or remove them with --uninstall") from None

    def refuse_directories(self, paths: list[str]) -> None:
        for path in paths:
            if (self.root / path).is_dir() and not (self.root / path).is_symlink():
                raise Failure(
                    CANNOT_CREATE, f"'{self.root / path}' is a directory, and a file belongs there",
                    "move it away, or choose another --prefix; nothing was installed")

    def refuse_foreign(self, files: list[File]) -> None:
        for file in files:
            place = self.root / file.path
            if not os.path.lexists(place) or self.is_own(file.path):
                continue
            if place.is_symlink() or not place.is_file() or digest(place) != file.digest:
                if file.path in self.digests:
                    raise Failure(
                        CANNOT_CREATE, f"'{place}' was changed since Scripts/install wrote it",
                        "keep a copy if you need the change, and give --force; nothing was installed")
                raise Failure(
                    CANNOT_CREATE, f"'{place}' exists and was not installed by Scripts/install",
                    "remove it, choose another --prefix, or give --force; nothing was installed")

    def absent_directories(self, paths: list[str]) -> list[str]:
        """The directories to make within the prefix, each after the one that it is in."""
        needed = {str(above) for path in paths for above in pathlib.PurePath(path).parents} - {"."}
        return [path for path in sorted(needed) if not (self.root / path).is_dir()]

    def take_back(self, made: list[str]) -> None:
        """Leaves the record and the directories as they were before."""
        # A record that cannot be written back knows the files that are there, too.
        with contextlib.suppress(OSError):
            if self.is_recorded:
                self.write(self.record())
            else:
                (self.root / RECORD).unlink(missing_ok=True)
        for path in reversed(made):
            with contextlib.suppress(OSError):
                (self.root / path).rmdir()

    def stage(self, file: File) -> tuple[str, pathlib.Path]:
        """Writes a file beside its place; gives its temporary name, and its place."""
        place = self.root / file.path
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name}{TEMPORARY}", dir=place.parent)
        try:
            with open(handle, "wb") as output:
                output.write(file.content)
                os.fchmod(output.fileno(), file.mode)
                output.flush()
                os.fsync(output.fileno())
        except BaseException as error:
            os.unlink(temporary)
            if isinstance(error, OSError):
                error.filename = str(place)
            raise
        return temporary, place

    def write(self, file: File) -> None:
        os.replace(*self.stage(file))

    def record(self) -> File:
        lines = [f"{MADE}{path}" for path in self.directories]
        lines += [f"{each}  {path}" for path in sorted(self.digests) for each in sorted(self.digests[path])]
        return File(RECORD, ("\n".join(lines) + "\n").encode(), 0o644)

    def clear_temporaries(self, paths: list[str]) -> None:
        """Removes what a run left that was killed."""
        for path in {*paths, *self.digests, RECORD}:
            place = self.root / path
            remove(place.parent.glob(f".{glob.escape(place.name)}{TEMPORARY}????????"))

    # Uninstalling

    def uninstall(self) -> tuple[list[str], list[str]]:
        """Removes the files; gives their paths, and those of the files that were changed since."""
        if not self.is_recorded:
            raise Failure(
                NO_INPUT, f"nothing is installed in '{self.root}'",
                "name the --prefix and --destdir that Scripts/install had")
        for path in self.digests:
            if os.path.lexists(self.root / path):
                refuse_unwritable((self.root / path).parent, "removed")
        self.clear_temporaries([])
        removed, left = [], []
        for path in sorted(self.digests):
            if self.is_own(path):
                (self.root / path).unlink()
                removed.append(path)
            elif os.path.lexists(self.root / path):
                left.append(path)
        (self.root / RECORD).unlink()
        for path in reversed(self.directories):
            place = self.root / path
            if place.is_dir() and not any(place.iterdir()):
                place.rmdir()
        return removed, left

    def is_own(self, path: str) -> bool:
        place = self.root / path
        known = self.digests.get(path, set())
        return bool(known) and not place.is_symlink() and place.is_file() and digest(place) in known


def refuse_unwritable(directory: pathlib.Path, fate: str = "installed") -> None:
    """Raises if no file can be made in a directory, or the directory cannot be made."""
    while not directory.exists():
        directory = directory.parent
    if not directory.is_dir():
        raise Failure(
            CANNOT_CREATE, f"'{directory}' is not a directory",
            "move it away, or choose another --prefix; nothing was installed")
    if not os.access(directory, os.W_OK | os.X_OK):
        raise PermissionError(13, f"permission denied; nothing was {fate}", str(directory))


def make(directory: pathlib.Path) -> None:
    if directory.is_dir():
        return
    make(directory.parent)
    # Another run may make it at the same time.
    directory.mkdir(exist_ok=True)
    # For everyone, as the files are.
    directory.chmod(0o755)


def remove(paths: Iterable[str | pathlib.Path]) -> None:
    for path in paths:
        pathlib.Path(path).unlink(missing_ok=True)


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
