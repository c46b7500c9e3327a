"""Tests of rehearse: what it claims, and what it leaves behind. They need the built tools."""

import functools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from installing.building import TOOLS
from live.server_trials import DATABASE, SCRIPTS
from live.test_apply import document

from live.markup import Markup, element


@unittest.skipUnless((TOOLS / "migrate-ratings").is_file(), "the tools are not built")
class RehearsalCase(unittest.TestCase):
    def setUp(self) -> None:
        self.room = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.export = self.room / "export.ndjson"

    def command(self, *ratings: int, tools: Path = TOOLS, kept: str = "kept", kills: int = 2) -> list[str]:
        self.export.write_text("".join(
            json.dumps(document(f"d{at}", rating)) + "\n" for at, rating in enumerate(ratings)))
        return [sys.executable, str(SCRIPTS / "rehearse"), str(self.export), "--tools",
                str(tools), "--database", DATABASE, "--kills", str(kills),
                "--keep", str(self.room / kept)]


class Rehearse(RehearsalCase):
    def rehearse(self, *ratings: int) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(self.command(*ratings), capture_output=True, text=True, timeout=300)

    def test_the_smallest_release_meets_faults(self) -> None:
        done = self.rehearse(4)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("undone, the database is the export again: 1 equal document", done.stdout)

    def test_names_are_read_in_any_locale(self) -> None:
        command = self.command(4)
        self.export.write_text(json.dumps(document("dé", 4), ensure_ascii=False), encoding="utf-8")
        ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=300, env={**os.environ, **ascii_only})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_report_stands_alone(self) -> None:
        report = self.room / "report.html"
        done = subprocess.run(
            [*self.command(4, 3, 5), "--report", str(report), "--max-writes-per-second", "900"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = report.read_text()
        self.assertIn("<h1>Rehearsed, and undone: 2 of 3 ratings would change: 1 updated, 1 deleted; "
                      "production was not reached</h1>", page)
        for words in ("the database is the export again", "From five ratings to two", "Hilarious: 2 ratings",
                      "Scripts/apply-batches batches --max-writes-per-second 900 --execute"):
            self.assertIn(words, page)
        self.assertNotRegex(page, "<script|href=|src=|https?:")
        self.assertNotIn(str(self.room / "kept"), page)
        numbers = re.findall(r' id="(s\d+)"', page)
        self.assertEqual(len(numbers), len(set(numbers)))
        self.assertEqual(numbers, re.findall(r'aria-labelledby="(s\d+)"', page))

    def test_no_text_becomes_markup(self) -> None:
        self.assertEqual(
            element("p", "<script>\u202e\0", Markup("<b>"), class_="\" onload=\"x"),
            '<p class="&quot; onload=&quot;x">&lt;script&gt;\\u{202E}\\u{0}<b></p>\n')

    def test_an_export_is_not_replaced_by_the_report(self) -> None:
        for option in ("--report", "--page"):
            done = subprocess.run(
                [*self.command(4), option, str(self.export)], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertIn(f"{option}: '{self.export}' is an input, or in one", done.stderr)

    def test_a_folder_to_keep_that_is_there_already_is_73(self) -> None:
        command = self.command(4)
        (self.room / "kept").mkdir()
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 73, done.stderr)
        self.assertIn("rehearse: hint: name a new folder", done.stderr)

    def test_files_that_cannot_be_written_are_74(self) -> None:
        for size, told in ((1 << 14, "the store: "), (64, "read-export ended with 74: ")):
            limit = functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
            done = subprocess.run(
                self.command(4, kept=f"kept-{size}"), capture_output=True, text=True, timeout=60,
                preexec_fn=limit)
            self.assertEqual(done.returncode, 74, done.stderr)
            self.assertIn(f"rehearse: error: {told}", done.stderr)

    def test_what_was_not_tried_is_not_claimed(self) -> None:
        done = self.rehearse(5, 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("sending and undoing were not tried", done.stdout)
        self.assertNotIn("through faults", done.stdout)

    def test_a_rehearsal_that_is_stopped_leaves_no_process(self) -> None:
        process = subprocess.Popen(
            self.command(*[4] * 50), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        ledger, end = self.room / "kept/batches/ledger.sqlite", time.monotonic() + 60
        while not ledger.exists() and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143, said)
        self.assertEqual(self.running(), [])

    def running(self) -> list[Any]:
        """The processes that work in the room."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                found += [path] if os.fsencode(self.room) in path.read_bytes() else []
            except OSError:
                continue
        return found
