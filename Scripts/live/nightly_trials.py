"""What the tests of nightly share: settings, a folder, and stand-ins for the programs."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from installing.building import SCRIPTS

DATABASE = "projects/p/databases/(default)"
OLD = '{"week_id":"all_time","of":"yesterday"}'
# Each stand-in logs its arguments, writes the expected files, and fails on request.
PROGRAM = """\
#!/bin/sh
name=$(basename "$0")
echo "$name $*" >>"$LOG"
[ "$SAYS" != "$name" ] || echo "$name: attempt 2 of 9" >&2
case " $FAILS " in *" $name="*)
  status=${FAILS#*"$name="}; exit "${status%% *}";; esac
case $name in
  fetch-export)
    while [ "$1" != -o ]; do shift; done
    mkdir -p "$2" && echo '{"documents":[]}' >"$2/page-000001.json"
    echo '{"documents":7}' >"$2/.manifest.json" ;;
  aggregate-top10)
    while [ "$1" != -o ]; do shift; done
    echo '{"week_id":"all_time","of":"today"}' >"$2"
    exit ${RANK:-0} ;;
esac
[ "$WAITS" != "$name" ] || { touch "$WAIT"; exec sleep 20; }
"""
NAMES = ("fetch-export", "read-export", "aggregate-top10", "apply-batches")


class Trial(unittest.TestCase):
    def setUp(self) -> None:
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("programs", "rankings", "metrics"):
            (self.work / name).mkdir()
        for name in NAMES:
            (self.work / "programs" / name).write_text(PROGRAM)
            (self.work / "programs" / name).chmod(0o755)
        self.ranking = self.work / "rankings/all_time.json"
        self.ranking.write_text(OLD)
        self.exports = self.work / "exports"
        self.log = self.work / "log"
        self.settings = self.work / "nightly.toml"
        self.write_settings()

    def write_settings(self, **changes: str) -> None:
        tables = {
            "fetch": f'database = "{DATABASE}"\nfolder = "{self.exports}"\nkeep = 2',
            "rank": 'scale = "five-point"', "guards": 'min-events = 10\nmax-rejects = "1%"',
            "publish": f'file = "{self.ranking}"\ndatabase = "{DATABASE}"',
            "metrics": f'folder = "{self.work}/metrics"',
            "programs": f'folder = "{self.work}/programs"'}
        text = "".join(f"[{name}]\n{keys}\n" for name, keys in (tables | changes).items())
        self.settings.write_text(text)

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, "LOG": str(self.log), "FAILS": "", "WAITS": "", "SAYS": "", **more}

    def nightly(self, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(SCRIPTS / "nightly"), str(self.settings), *options]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=60, env=self.environment(**more))

    def called(self) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line.split()[0] for line in lines]

    def figure(self, name: str) -> str:
        text = (self.work / "metrics/laughtrack-nightly.prom").read_text()
        start = f"laughtrack_nightly_{name} "
        (line,) = (each for each in text.splitlines() if each.startswith(start))
        return line.rsplit(" ", 1)[1]

    def finished(self) -> list[str]:
        return sorted(path.name for path in self.exports.iterdir() if path.name != "unfinished")
