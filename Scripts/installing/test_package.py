"""Scripts/package where it must not begin, and where it is ended. In the place of Swift is a program that waits."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from installing import building
from live.durable import locked

SWIFT = '#!/bin/sh\n: >"$0.begun"\nexec sleep 60\n'


class Packaging(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "swift").write_text(SWIFT, encoding="utf-8")
        (self.folder / "swift").chmod(0o755)
        self.output = self.folder / "output"
        self.environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}

    def words(self) -> list[str | Path]:
        script = building.ROOT / "Scripts/package"
        return [sys.executable, script, "--output", self.output, "--scratch", self.folder / "scratch"]

    def assertRefused(self, status: int, told: str) -> None:
        run = subprocess.run(
            self.words(), stdin=subprocess.DEVNULL, capture_output=True, text=True, env=self.environment)
        self.assertEqual((run.returncode, run.stdout), (status, ""), run)
        self.assertIn(f"package: error: {told}", run.stderr)
        self.assertFalse((self.folder / "scratch").exists())

    def test_a_file_in_the_place_of_the_folder_is_refused_before_the_build(self) -> None:
        self.output.write_text("mine", encoding="utf-8")
        self.assertRefused(73, f"'{self.output}': File exists")
        self.assertEqual(self.output.read_text(encoding="utf-8"), "mine")

    def test_a_folder_below_a_file_is_refused_before_the_build(self) -> None:
        (self.folder / "file").write_text("mine", encoding="utf-8")
        self.output = self.folder / "file/output"
        self.assertRefused(73, f"'{self.folder}/file': File exists")

    def test_a_second_run_at_once_is_refused(self) -> None:
        self.output.mkdir()
        with locked(self.output, "test"):
            self.assertRefused(75, f"another Scripts/package works in '{self.output}'")

    def test_a_time_that_is_none_is_refused(self) -> None:
        self.environment["SOURCE_DATE_EPOCH"] = "today"
        self.assertRefused(64, "SOURCE_DATE_EPOCH: 'today' is not a whole number of seconds since 1970")

    def test_a_run_that_is_ended_ends_its_build(self) -> None:
        begun = self.folder / "swift.begun"
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            begun.unlink(missing_ok=True)
            with self.subTest(number.name), subprocess.Popen(
                self.words(), stderr=subprocess.PIPE, text=True, env=self.environment
            ) as run:
                while not begun.exists() and run.poll() is None:
                    time.sleep(0.01)
                run.send_signal(number)
                # It would stay open if the build went on.
                self.assertEqual(run.communicate()[1], "package: error: interrupted\n")
                self.assertEqual(run.returncode, 128 + number)
                self.assertEqual(list(self.output.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
