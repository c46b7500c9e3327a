"""Command lines that each script refuses in the same way."""

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from installing.building import SCRIPTS, TOOLS
from live.failing import Failure, Parser, positive, utf8



class CommandLines(unittest.TestCase):
    def parsed(self, *words: str) -> argparse.Namespace:
        parser = Parser("")
        parser.add_argument("--output", type=Path)
        parser.add_argument("--database", type=utf8)
        parser.add_argument("--limit", type=positive)
        return parser.parse_args(words)

    def test_what_no_script_can_use_is_refused(self) -> None:
        for words, told in (
            (("--output", ""), "argument --output: '' is not a path"),
            (("--database", "a\udcff"), "argument --database: 'a\udcff' is not UTF-8"),
            (("--limit", "0"), "argument --limit: '0' is not a number from"),
            (("--limit", "1e-320"), "argument --limit: '1e-320' is not a number from"),
            (("--limit", "inf"), "argument --limit: 'inf' is not a number from"),
        ):
            with self.subTest(told), self.assertRaises(Failure) as raised:
                self.parsed(*words)
            self.assertEqual(raised.exception.status, 64)
            self.assertIn(told, str(raised.exception))

    def test_the_current_folder_is_a_path(self) -> None:
        self.assertEqual(self.parsed("--output", ".").output, Path("."))

    def test_help_on_a_full_disk_is_a_failure(self) -> None:
        for path in sorted(SCRIPTS.iterdir()):
            if path.is_file() and os.access(path, os.X_OK):
                with self.subTest(path.name), open("/dev/full", "wb") as full:
                    run = subprocess.run([path, "--help"], stdout=full, stderr=subprocess.PIPE)
                    self.assertEqual(run.returncode, 74, run.stderr)

    def test_the_demo_names_the_folder_that_is_missing(self) -> None:
        for name in ("LAUGHTRACK_TOOLS", "TMPDIR"):
            environment = {"PATH": os.environ["PATH"], name: "absent"}
            run = subprocess.run([SCRIPTS / "demo"], env=environment, capture_output=True, text=True)
            self.assertEqual(run.returncode, 64, run.stderr)
            self.assertRegex(run.stderr, f"\\Ademo: error: {name}: .*'absent'\n")

    @unittest.skipUnless((TOOLS / "migrate-ratings").is_file(), "the tools are not built")
    def test_the_demo_runs_through_a_link_with_tools_in_the_current_folder(self) -> None:
        room = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (room / "demo").symlink_to(SCRIPTS / "demo")
        (room / "tools").symlink_to(TOOLS.resolve())
        run = subprocess.run(
            ["./demo"], cwd=room, env={**os.environ, "LAUGHTRACK_TOOLS": "tools"}, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_an_interrupted_import_prints_no_trace(self) -> None:
        run = subprocess.run(
            [sys.executable, "-c", "import live.failing; raise KeyboardInterrupt"], cwd=SCRIPTS, stderr=subprocess.PIPE)
        self.assertEqual((run.returncode, run.stderr), (-signal.SIGINT, b""))

    def test_every_script_refuses_a_wrong_command_line_with_no_room_for_the_message_too(self) -> None:
        scripts = [path for path in sorted(SCRIPTS.iterdir())
                   if path.is_file() and path.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")]
        self.assertIn("check-splits", [path.name for path in scripts])
        for path in scripts:
            with self.subTest(path.name), open("/dev/full", "wb") as full:
                run = subprocess.run([sys.executable, path, "--no-such-option"], stderr=full)
                # Some look for their packages first.
                self.assertIn(run.returncode, (64, 69))

    def test_a_message_without_standard_error_does_not_go_to_the_result(self) -> None:
        run = subprocess.run(
            ["sh", "-c", '"$0" "$1" -o - 2>&-', sys.executable, SCRIPTS / "make-fixtures"], stdout=subprocess.PIPE)
        self.assertEqual((run.returncode, run.stdout), (64, b""))

    def test_a_result_without_standard_output_is_a_failure(self) -> None:
        run = subprocess.run(["sh", "-c", '"$0" "$1" --list-formats >&-', sys.executable, SCRIPTS / "make-fixtures"])
        self.assertEqual(run.returncode, 74)

    def test_what_the_locale_cannot_spell_is_escaped(self) -> None:
        run = subprocess.run(
            [sys.executable, SCRIPTS / "rehearse", "--help"], stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONIOENCODING": "ascii"})
        self.assertEqual(run.returncode, 0)
        self.assertIn(rb"usage: Scripts/rehearse EXPORT\u2026 ", run.stdout)


class WithoutPackages(unittest.TestCase):
    """Each script that needs packages says so, and what it is for."""

    def each(self, *words: str, at: Path = SCRIPTS.parent) -> dict[str, subprocess.CompletedProcess[str]]:
        names = ("apply-batches", "rehearse", "firestore-server", "managed-export")
        return {
            name: subprocess.run(
                [sys.executable, "-S", SCRIPTS / name, *words], env={}, capture_output=True, text=True, cwd=at)
            for name in names}

    def test_help_needs_none(self) -> None:
        for name, run in self.each("--help").items():
            with self.subTest(name):
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertIn(f"usage: Scripts/{name} ", run.stdout)

    def test_what_is_missing_is_named(self) -> None:
        elsewhere = SCRIPTS.parent / "Sources"
        for at, listed in (SCRIPTS.parent, "Scripts/requirements.txt"), (elsewhere, SCRIPTS / "requirements.txt"):
            listed = re.escape(shlex.quote(str(listed)))
            for name, run in self.each("x", at=at).items():
                with self.subTest(name, at=at):
                    self.assertEqual(run.returncode, 69)
                    self.assertRegex(
                        run.stderr,
                        rf"\A{name}: error: a package is missing: No module named '\w+'\n"
                        rf"{name}: hint: pip install --no-deps -r {listed}\n\Z")
