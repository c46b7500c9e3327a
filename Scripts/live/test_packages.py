"""Scripts whose packages are not installed."""

import subprocess
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent


class WithoutPackages(unittest.TestCase):
    """Each script that needs packages says so, and what it is for."""

    def each(self, *words: str) -> dict[str, subprocess.CompletedProcess[str]]:
        names = ("apply-batches", "rehearse", "firestore-server", "managed-export")
        return {
            name: subprocess.run(
                [sys.executable, "-S", SCRIPTS / name, *words], env={}, capture_output=True, text=True)
            for name in names}

    def test_help_needs_none(self) -> None:
        for name, run in self.each("--help").items():
            with self.subTest(name):
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertIn(f"usage: Scripts/{name} ", run.stdout)

    def test_what_is_missing_is_named(self) -> None:
        for name, run in self.each("x").items():
            with self.subTest(name):
                self.assertEqual(run.returncode, 69)
                self.assertRegex(
                    run.stderr,
                    rf"\A{name}: error: a package is missing: No module named '\w+'\n"
                    rf"{name}: hint: pip install --no-deps -r Scripts/requirements.txt\n\Z")
