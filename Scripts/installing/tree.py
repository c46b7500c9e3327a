"""What is installed of the tools: the executables, their man pages, and completions for three shells."""

import dataclasses
import hashlib
import pathlib
import subprocess

# The texts that a tool makes of its options, and where they are looked for.
TEXTS = {
    "man": "share/man/man1/{}.1",
    "bash": "share/bash-completion/completions/{}",
    "zsh": "share/zsh/site-functions/_{}",
    "fish": "share/fish/vendor_completions.d/{}.fish",
}


@dataclasses.dataclass(frozen=True)
class File:
    """A file to install; its path is relative to the prefix."""

    path: str
    content: bytes
    mode: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def text(program: pathlib.Path, name: str) -> bytes:
    return subprocess.run(
        [program, "--generate", name], check=True, stdout=subprocess.PIPE).stdout


def files(
    executables: pathlib.Path, tools: list[str], running: pathlib.Path | None = None
) -> list[File]:
    """All files, by path; `running` has the tools for this machine, if the others are for another."""
    running = running or executables
    found = [File(f"bin/{tool}", (executables / tool).read_bytes(), 0o755) for tool in tools]
    found += [
        File(path.format(tool), text(running / tool, name), 0o644)
        for tool in tools for name, path in TEXTS.items()
    ]
    return sorted(found, key=lambda file: file.path)
