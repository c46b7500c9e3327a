"""A directory such as /usr/local, into which the tools are installed and from which they are removed.

`share/laughtrack/installed` lists the files with their SHA-256, as sha256sum does. A file that is not
listed, or was changed since, belongs to another: it is neither replaced nor removed.
"""

import hashlib
import os
import pathlib
import tempfile

from live.failing import BAD_DATA, CANNOT_CREATE, NO_INPUT, Failure

from .tree import File

RECORD = "share/laughtrack/installed"
MADE = "# made the directory "


class Prefix:
    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.digests: dict[str, set[str]] = {}
        self.directories: list[str] = []
        self.is_recorded = (root / RECORD).is_file()
        if self.is_recorded:
            for line in (root / RECORD).read_text(encoding="utf-8").splitlines():
                if line.startswith(MADE):
                    self.directories.append(line.removeprefix(MADE))
                elif not line.startswith("#"):
                    digest, _, path = line.partition("  ")
                    if os.path.isabs(path) or ".." in path.split("/"):
                        raise Failure(
                            BAD_DATA, f"'{root / RECORD}' names '{path}', which is not in the prefix",
                            "it was edited; remove the installed files by hand")
                    self.digests.setdefault(path, set()).add(digest)

    # Installing

    def install(self, files: list[File], replaces: bool) -> None:
        """Installs the files, each whole or not at all, or raises before anything is written."""
        if not replaces:
            self.refuse_foreign(files)
        self.refuse_unwritable([*(file.path for file in files), RECORD])
        for path in sorted({parent(file.path) for file in files} | {parent(RECORD)}):
            self.make(path)
        # Should this be stopped, both the old and the new files are known as the tools'.
        for file in files:
            self.digests.setdefault(file.path, set()).add(file.digest)
        self.write_record()
        for file in files:
            self.write(file)
            self.digests[file.path] = {file.digest}
        self.write_record()

    def refuse_foreign(self, files: list[File]) -> None:
        for file in files:
            place = self.root / file.path
            if not os.path.lexists(place) or self.is_own(file.path):
                continue
            if place.is_symlink() or not place.is_file() or digest(place) != file.digest:
                raise Failure(
                    CANNOT_CREATE, f"'{place}' exists and was not installed by Scripts/install",
                    "remove it, choose another --prefix, or give --force; nothing was installed")

    def refuse_unwritable(self, paths: list[str]) -> None:
        for path in paths:
            directory = (self.root / path).parent
            while not directory.exists():
                directory = directory.parent
            if not directory.is_dir():
                raise Failure(CANNOT_CREATE, f"'{directory}' is not a directory")
            if not os.access(directory, os.W_OK | os.X_OK):
                raise PermissionError(13, "permission denied; nothing was installed", str(directory))

    def make(self, path: str) -> None:
        """Makes a directory and those above it, and remembers those made within the prefix."""
        place = self.root / path
        if place.is_dir():
            return
        if path not in ("", "."):
            self.make(parent(path))
            place.mkdir()
            # For everyone, as the files are.
            place.chmod(0o755)
            self.directories.append(path)
        else:
            place.mkdir(parents=True)

    def write(self, file: File) -> None:
        place = self.root / file.path
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        try:
            with open(handle, "wb") as output:
                output.write(file.content)
                os.fchmod(output.fileno(), file.mode)
                output.flush()
                os.fsync(output.fileno())
            os.replace(temporary, place)
        except BaseException:
            os.unlink(temporary)
            raise

    def write_record(self) -> None:
        lines = [f"{MADE}{path}" for path in self.directories]
        lines += [f"{each}  {path}" for path in sorted(self.digests) for each in sorted(self.digests[path])]
        self.write(File(RECORD, ("\n".join(lines) + "\n").encode(), 0o644))

    # Uninstalling

    def uninstall(self) -> tuple[list[str], list[str]]:
        """Removes the files; gives their paths, and those of the files that were changed since."""
        if not self.is_recorded:
            raise Failure(
                NO_INPUT, f"nothing is installed in '{self.root}'",
                "name the --prefix and --destdir that Scripts/install had")
        self.refuse_unwritable([path for path in self.digests if os.path.lexists(self.root / path)])
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
        """Whether a file is there as it was installed."""
        place = self.root / path
        known = self.digests.get(path, set())
        return bool(known) and not place.is_symlink() and place.is_file() and digest(place) in known


def parent(path: str) -> str:
    return os.path.dirname(path)


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
