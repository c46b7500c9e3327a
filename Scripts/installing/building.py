"""Builds the release executables."""

import os
import pathlib
import platform
import shutil
import subprocess
from collections.abc import Collection

from live.failing import MISSING_PROGRAM, USAGE, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "Scripts"
# Where they are built, beside other builds.
SCRATCH = ROOT / ".build/static"
# The tools that tests run.
TOOLS = pathlib.Path(os.environ.get("LAUGHTRACK_TOOLS") or SCRATCH / "release").resolve()
# The C library's own hint about a function that Swift calls only for debugging its runtime.
HARMLESS = "Using 'dlopen' in statically linked applications"
# How users and Swift name a processor.
ARCHITECTURES = {"x86-64": "x86_64", "arm64": "aarch64"}


def said(*command: object) -> str:
    """What a command prints; its own words on standard error go through."""
    run = subprocess.run(
        list(map(str, command)), cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout


def product_names() -> list[str]:
    files = ROOT.glob("Sources/*/*.swift")
    return sorted(file.parent.name for file in files if "\n@main\n" in file.read_text(encoding="utf-8"))


def this_architecture() -> str:
    """This machine's processor, as users name it."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return {swift: name for name, swift in ARCHITECTURES.items()}.get(machine, machine)


def commit() -> str | None:
    """The first digits of the commit that is built; None with changes on top of it, or without git."""
    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)

    try:
        # An unpacked archive may lie in another repository.
        is_own = git("rev-parse", "--show-prefix").stdout == "\n"
        head = git("rev-parse", "HEAD")
        changes = git("status", "--porcelain")
    except FileNotFoundError:
        return None
    is_known = is_own and head.returncode == 0 and changes.returncode == 0 and not changes.stdout
    return head.stdout[:8] if is_known else None


def build_name() -> str:
    """What `--version` says in brackets."""
    return commit() or "development"


def linking() -> list[str]:
    """How executables are linked: on Apple systems the standard library is the system's."""
    if platform.system() == "Linux":
        return ["-Xswiftc", "-static-executable", "-Xlinker", "-s"]
    return ["-Xlinker", "-x"]


def cross_linking(architecture: str) -> list[str]:
    """How executables for another processor are linked: with Swift's static SDK for Linux."""
    if "static-linux" not in said("swift", "sdk", "list"):
        raise Failure(
            MISSING_PROGRAM,
            f"an archive for {architecture} cannot be made on {this_architecture()}: Swift has no "
            "static Linux SDK here",
            "install the one of this Swift's version with swift sdk install, from swift.org, or run "
            f"Scripts/package on a machine with {architecture}")
    return ["--swift-sdk", ARCHITECTURES[architecture] + "-swift-linux-musl", "-Xlinker", "-s"]


def built(scratch: pathlib.Path, tools: list[str], linked: list[str] | None = None) -> pathlib.Path:
    """Builds the tools, and gives the directory that they are in."""
    common = ["swift", "build", "-c", "release", "--scratch-path", str(scratch)]
    linked = linking() if linked is None else linked
    variables = {**os.environ, "LAUGHTRACK_COMMIT": commit() or ""}
    try:
        for tool in tools:
            run = subprocess.run(
                [*common, *linked, "--product", tool], cwd=ROOT, text=True, env=variables,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            odd = [
                line for line in run.stdout.splitlines()
                if "warning:" in line and HARMLESS not in line
            ]
            if run.returncode != 0 or odd:
                raise Failure(
                    1, f"{tool} cannot be built, or not without warnings:\n{run.stdout.rstrip()}")
    except FileNotFoundError:
        raise Failure(MISSING_PROGRAM, "there is no swift", "install Swift 6.2 or newer") from None
    crossing = [word for pair in zip(linked, linked[1:]) if pair[0] == "--swift-sdk" for word in pair]
    return pathlib.Path(said(*common, *crossing, "--show-bin-path").strip())


def copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def existing(directory: pathlib.Path, tools: Collection[str]) -> pathlib.Path:
    """The directory, if all tools are in it."""
    absent = [tool for tool in tools if not (directory / tool).is_file()]
    if absent:
        raise Failure(USAGE, f"no {absent[0]} in '{directory}'", "make the tools with swift build -c release or Scripts/package")
    return directory
