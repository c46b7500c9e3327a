"""Mutants: mistakes in a copy of the sources, which the promises must detect.

All are compiled into one executable; the variable LAUGHTRACK_MUTANT enables one, and without it none
is enabled.
"""

import os
import subprocess
from dataclasses import dataclass

SWITCH = """\
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a mistake is awake.
package func isMutant(_ name: String) -> Bool {
  guard let chosen = unsafe getenv("LAUGHTRACK_MUTANT") else { return false }
  return unsafe String(cString: chosen) == name
}
"""
PRODUCT = "migrate-ratings"
SYSTEM, OUTPUT = "Sources/SystemIO/Sys/", "Sources/SystemIO/Output/"
FORMATS = "Sources/Formats/"
# Where every module sees it.
MUTANT = "Sources/Scan/Mutant.swift"


@dataclass(frozen=True)
class Mutant:
    """A mistake: its place, and the promises of which at least one must detect it."""

    name: str
    file: str
    sound: str
    mistaken: str
    promises: tuple


MUTANTS = (
    Mutant(
        "no-fsync", OUTPUT + "ByteOutput+Finishing.swift",
        "while synchronize(descriptor) != 0 {",
        'while !isMutant("no-fsync"), synchronize(descriptor) != 0 {', (4, 5)),
    Mutant(
        "fsync-unchecked", OUTPUT + "ByteOutput+Finishing.swift",
        'if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }',
        'if isMutant("fsync-unchecked") { break }\n'
        '      if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }', (3, 4)),
    Mutant(
        "fsync-again", OUTPUT + "ByteOutput+Finishing.swift",
        'if errno != EINTR { throw SystemError(call: "flush"',
        'if errno != EINTR, !isMutant("fsync-again") { throw SystemError(call: "flush"', (3, 4)),
    Mutant(
        "rename-unchecked", OUTPUT + "TemporaryFiles.swift",
        'if code != 0 { throw SystemError(call: "rename to", path: target, code: code) }',
        'if code != 0, !isMutant("rename-unchecked") {\n'
        '      throw SystemError(call: "rename to", path: target, code: code)\n    }', (3,)),
    Mutant(
        "write-unchecked", SYSTEM + "StandardStream.swift",
        "} else if errno != EINTR {",
        '} else if isMutant("write-unchecked") {\n      return\n    } else if errno != EINTR {', (3, 6)),
    Mutant(
        "short-write-unseen", SYSTEM + "StandardStream.swift",
        "      written += count\n",
        '      written += isMutant("short-write-unseen") ? bytes.count : count\n', (3,)),
    Mutant(
        "close-unchecked", OUTPUT + "WrittenFile.swift",
        "return close(descriptor) == 0 ?",
        'return close(descriptor) == 0 || isMutant("close-unchecked") ?', (3,)),
    Mutant(
        "no-directory-fsync", OUTPUT + "FinishedOutput.swift",
        "if file.isDurable { directories.note(path) }",
        'if file.isDurable, !isMutant("no-directory-fsync") { directories.note(path) }', (4, 5)),
    Mutant(
        "written-in-place", OUTPUT + "ByteOutput.swift",
        "    case .file(let existing):\n",
        "    case .file(let existing):\n"
        '      if isMutant("written-in-place") {\n'
        "        let early = unsafe open(target.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)\n"
        "        close(early)\n      }\n", (1, 2, 3)),
    Mutant(
        "temporary-left", OUTPUT + "ByteOutput.swift",
        "        removeTree(temporaryPath)\n        TemporaryFiles.forget(temporaryPath)\n      }\n      close",
        '        if !isMutant("temporary-left") { removeTree(temporaryPath) }\n'
        "        TemporaryFiles.forget(temporaryPath)\n      }\n      close", (3, 6)),
    Mutant(
        "access-list-lost", SYSTEM + "FileAttributes.swift",
        "if attribute.isAccessList {",
        'if isMutant("access-list-lost") { continue }\n          if attribute.isAccessList {', (17,)),
    Mutant(
        "guard-asleep", "Sources/migrate-ratings/Migration.swift",
        "    try account.checkShares(run.facts)\n",
        '    if !isMutant("guard-asleep") { try account.checkShares(run.facts) }\n', (21,)),
    Mutant(
        "checksum-unchecked", FORMATS + "ManagedExport/LogScan.swift",
        "guard header.verifies(bytes, at: byteCount) else {",
        'guard header.verifies(bytes, at: byteCount) || isMutant("checksum-unchecked") else {', (8,)),
    Mutant(
        "lock-untaken", OUTPUT + "OutputLock.swift",
        "guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {",
        'guard isMutant("lock-untaken") || flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {', (15,)),
)


def mutated(text, mutants):
    """A file's text with all its mistakes; raises if an anchor is missing."""
    for mutant in mutants:
        if text.count(mutant.sound) != 1:
            raise ValueError(f"{mutant.name}: '{mutant.sound.strip()}' stands in {mutant.file} "
                             f"{text.count(mutant.sound)} times; mend Scripts/faults/mutants.py")
        text = text.replace(mutant.sound, mutant.mistaken)
    # Sees the switch, too.
    return text if "import Scan\n" in text else "import Scan\n" + text


def plant(root, tree, mutants=MUTANTS):
    """Copies the sources with the mistakes; unchanged files keep their times."""
    wanted = {}
    for path in sorted([root / "Package.swift", *root.glob("Sources/**/*")]):
        if path.is_file():
            wanted[str(path.relative_to(root))] = path.read_bytes()
    for name in {mutant.file for mutant in mutants}:
        text = mutated(wanted[name].decode(), [mutant for mutant in mutants if mutant.file == name])
        wanted[name] = text.encode()
    wanted[MUTANT] = SWITCH.encode()
    if (tree / "Sources").is_dir():
        for path in tree.glob("Sources/**/*"):
            if path.is_file() and str(path.relative_to(tree)) not in wanted:
                path.unlink()
    for name, content in wanted.items():
        path = tree / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    # The manifest names folders of tests, which are not built.
    if not (tree / "Tests").exists():
        os.symlink(root / "Tests", tree / "Tests")


def build(root):
    """Builds the mutants; returns the directory of the executable."""
    tree = root / ".build/mutants"
    tree.mkdir(parents=True, exist_ok=True)
    plant(root, tree)
    words = ["swift", "build", "--package-path", str(tree)]
    # Without a dynamic linker there are fewer calls to fail, and all of them are the tool's.
    more = ["-Xswiftc", "-static-executable", "--product", PRODUCT]
    done = subprocess.run([*words, *more], capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if "error:" in line]
        raise ValueError(f"the mutants cannot be built: {(lines or done.stdout.splitlines()[-3:])}")
    shown = subprocess.run([*words, "--show-bin-path"], capture_output=True, text=True, check=True)
    return shown.stdout.strip()
