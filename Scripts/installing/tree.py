"""What is installed of the tools: the executables, their man pages, and completions for three shells."""

import dataclasses
import hashlib
import pathlib
import subprocess

from live.failing import USAGE, Failure

# The texts that a tool makes of its options, and where they are looked for.
TEXTS = {
    "man": "share/man/man1/{}.1", "bash": "share/bash-completion/completions/{}",
    "zsh": "share/zsh/site-functions/_{}", "fish": "share/fish/vendor_completions.d/{}.fish"}


@dataclasses.dataclass(frozen=True)
class File:
    """A file to install; its path is relative to the prefix."""

    path: str
    content: bytes
    mode: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def version(program: pathlib.Path) -> str:
    return printed(program, "--version").decode(errors="replace").partition(" ")[2].strip()


def printed(program: pathlib.Path, *words: str) -> bytes:
    """What an executable prints. One that is older, or for another processor, may fail."""
    call, hint = " ".join([str(program), *words]), "Scripts/package makes the tools"
    try:
        run = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True)
    except OSError as error:
        raise Failure(USAGE, f"'{program}' cannot be run: {error.strerror}", hint) from None
    if run.returncode != 0:
        said = run.stderr.decode(errors="replace").split("\n")[0] or "without a word"
        end = f"ends with {run.returncode}" if run.returncode > 0 else f"is killed by signal {-run.returncode}"
        raise Failure(USAGE, f"'{call}' {end}: {said}", hint)
    return run.stdout


def files(
    executables: pathlib.Path, tools: list[str], running: pathlib.Path | None = None
) -> list[File]:
    """All files, by path; `running` has the tools for this machine, if the others are for another."""
    running = running or executables
    found = [File(f"bin/{tool}", (executables / tool).read_bytes(), 0o755) for tool in tools]
    found += [
        File(path.format(tool), printed(running / tool, "--generate", name), 0o644)
        for tool in tools for name, path in TEXTS.items()]
    return sorted(found, key=lambda file: file.path)
