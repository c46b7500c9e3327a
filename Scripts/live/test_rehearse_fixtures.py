"""Tests that rehearse ends well on each fixture with rating events, or refuses it for a stated reason.

A rehearsal starts a dozen programs, so each day has a third of the fixtures; LAUGHTRACK_SEEDS=all tries all.
`refused.txt` has the fixtures that are refused; with RECORD=1 it is written anew, and the test fails.
"""

import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from installing.building import ROOT, TOOLS
from live.server_trials import SCRIPTS
from live.test_rehearse import RehearsalCase

DATA = ROOT / "data"
EXPECTED = SCRIPTS / "live/refused.txt"
FOLDERS = ("exports", "input/migrate-ratings", "input/aggregate-top10", "input/read-export")
DATABASE = "projects/p/databases/(default)"
DAYS = 3


def fixtures() -> list[Path]:
    """Every fixture, each content once, apart from dumps and options."""
    found: dict[str, Path] = {}
    for path in (each for folder in FOLDERS for each in sorted((DATA / folder).iterdir())):
        if path.suffix not in (".args", ".plist"):
            key = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else str(path)
            found.setdefault(key, path)
    return list(found.values())


def end(path: Path) -> str:
    """Why a fixture is refused; nothing if its rehearsal ends well."""
    printed = subprocess.run([TOOLS / "read-export", path, "--quiet"], capture_output=True).stdout
    words = [] if b'"name":"projects/' in printed else ["--database", DATABASE]
    done = subprocess.run(
        [sys.executable, SCRIPTS / "rehearse", path, "--tools", TOOLS, "--kills", "0", *words],
        capture_output=True, text=True, timeout=300)
    if done.returncode == 0:
        return ""
    (error,) = re.findall(r"^rehearse: error: (.*)", done.stderr, re.MULTILINE)
    return f"{done.returncode}: {error.replace(f'{DATA}/', '')}"


class Fixtures(RehearsalCase):
    def test_each_fixture_ends_well_or_is_refused_for_a_reason(self) -> None:
        paths = fixtures()
        is_recording = bool(os.environ.get("RECORD"))
        if not is_recording and os.environ.get("LAUGHTRACK_SEEDS") != "all":
            paths = paths[date.today().toordinal() % DAYS::DAYS]
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            ends = list(workers.map(end, paths))
        names = [str(path.relative_to(DATA)) for path in paths]
        told = [f"{name}: {words}" for name, words in zip(names, ends) if words]
        if is_recording:
            EXPECTED.write_text("".join(f"{line}\n" for line in told))
            self.fail("recorded; review it")
        self.maxDiff = None
        expected = EXPECTED.read_text().splitlines()
        self.assertEqual(told, [line for line in expected if line.split(": ")[0] in names])
