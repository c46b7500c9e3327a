"""Reads each man page and completes an option of each tool in three shells, as their user finds them.

usage: newcomer.py PREFIX

The tools must be found in PREFIX, by the variables and settings of this login. Part of
Scripts/check-installed.
"""

import os
import pathlib
import subprocess
import sys

from terminal import Terminal

SHELLS = ("bash", "zsh", "fish")


def expect(holds: bool, words: str) -> None:
    if not holds:
        sys.exit(f"newcomer: {words}")


def read_page(tool: str, prefix: pathlib.Path) -> None:
    """Reads the man page in a locale with ASCII and in one with all characters; nothing may warn."""
    place = subprocess.run(["man", "--where", tool], capture_output=True, text=True)
    expect(place.stdout.strip().startswith(f"{prefix}/"), f"man finds {tool} in {place}")
    for locale in ("C", "C.UTF-8"):
        page = subprocess.run(
            ["man", tool], capture_output=True, text=True, env={**os.environ, "LC_ALL": locale})
        is_read = page.returncode == 0 and page.stderr == "" and "EXIT STATUS" in page.stdout
        expect(is_read, f"man {tool}, {locale}: {page.stderr or page.stdout[:200]}")


def complete(shell: str, tools: list[str]) -> None:
    """Types an option of which only the beginning is known, and runs the tool."""
    terminal = Terminal([shell, "-i"], {**os.environ, "TERM": "xterm"}, os.path.expanduser("~"))
    for tool in tools:
        terminal.type(f"{tool} --vers\t")
        printed = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True)
        version = printed.stdout.strip()
        said = terminal.type("\r", version)
        expect(version in said, f"{shell} does not complete {tool} --vers: {said!r}")
    terminal.close()


def main() -> None:
    prefix = pathlib.Path(sys.argv[1])
    tools = sorted(file.name for file in (prefix / "bin").iterdir())
    for tool in tools:
        found = subprocess.run(["sh", "-c", f"command -v {tool}"], capture_output=True, text=True)
        expect(found.stdout.strip() == f"{prefix}/bin/{tool}", f"{tool} is found as {found}")
        read_page(tool, prefix)
    print(f"read     {len(tools)} man pages in {prefix}")
    for shell in SHELLS:
        complete(shell, tools)
        print(f"typed    in {shell}: an option of each of {len(tools)} tools is completed")


main()
