"""Tests of what nightly refuses, of its lock, its signals and its dry run."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from live import durable
from live.nightly import settings
from live.nightly_trials import DATABASE, OLD, SCRIPTS, Trial

# Runs nightly, which gets SIGTERM once it has renamed a file to the given name.
STOPPED = """\
import os, runpy, signal, sys
name, *sys.argv = sys.argv[1:]
rename = os.replace
def replace(old, new):
    rename(old, new)
    if str(new) == name:
        os.kill(os.getpid(), signal.SIGTERM)
os.replace = replace
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class Refusals(Trial):
    def test_a_second_run_at_the_same_time_ends_with_75(self) -> None:
        self.exports.mkdir()
        with durable.locked(self.exports, "nightly"):
            done = self.nightly()
        self.assertEqual(done.returncode, 75)
        self.assertIn("another nightly works in", done.stderr)
        self.assertEqual(self.called(), [])

    def stopped_in(self, program: str) -> str:
        """What a run says that is stopped while a program of it runs."""
        started = self.work / f"started-{program}"
        command = [sys.executable, str(SCRIPTS / "nightly"), str(self.settings)]
        process = subprocess.Popen(
            command, stderr=subprocess.PIPE, env=self.environment(WAITS=program, WAIT=str(started)))
        end = time.monotonic() + 60
        while not started.exists() and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=15)  # the pipe ends only with the program
        self.assertEqual(process.returncode, 143, said)
        self.assertEqual(self.ranking.read_text(), OLD)
        return said.decode()

    def test_a_run_that_is_stopped_stops_its_program_and_says_what_is_published(self) -> None:
        for program, told in (
            ("fetch-export", "fetch: stopped; yesterday's ranking is kept"),
            ("apply-batches", "publish: stopped; the file has yesterday's ranking, the database that"),
        ):
            with self.subTest(program):
                self.assertIn(f"nightly: error: {told}", self.stopped_in(program))
                self.assertEqual(self.figure("exit_status"), "143")
                self.assertEqual(os.listdir(self.ranking.parent), ["all_time.json"])

    def stopped_at(self, path: pathlib.Path) -> str:
        """What a run says that is stopped by a signal just after it has renamed a file."""
        command = [sys.executable, "-c", STOPPED, str(path), str(SCRIPTS / "nightly"), str(self.settings)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=self.environment())
        self.assertEqual(done.returncode, 143, done.stderr)
        self.assertIn("today", self.ranking.read_text())
        return done.stderr

    def test_a_run_that_is_stopped_as_the_file_is_renamed_says_that_it_is_published(self) -> None:
        said = self.stopped_at(self.ranking)
        self.assertIn("nightly: error: publish: stopped; the new ranking is published\n", said)

    def test_a_run_that_is_stopped_in_its_last_step_names_it_and_says_what_is_published(self) -> None:
        said = self.stopped_at(self.work / "metrics/laughtrack-nightly.prom")
        self.assertIn("nightly: error: metrics: stopped; the new ranking is published\n", said)

    def test_a_dry_run_writes_nothing(self) -> None:
        done = self.nightly("--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.endswith("DRY RUN: nothing written\n"))
        self.assertIn("rank: aggregate-top10 ", done.stdout)
        self.assertEqual(self.called(), [])
        self.assertFalse(self.exports.exists())
        self.assertEqual(list((self.work / "metrics").iterdir()), [])

    def refused(self, status: int, *words: str, **settings: str) -> None:
        """Settings that end a run before anything is done."""
        self.write_settings(**settings)
        done = self.nightly()
        self.assertEqual(done.returncode, status, done.stderr)
        for each in words:
            self.assertIn(each, done.stderr)
        self.assertEqual(self.called(), [])

    def test_wrong_settings_are_told_all_at_once_before_anything_runs(self) -> None:
        self.refused(
            64, "max-drop-percent = 1e+20 is not a percentage from 0 to 100, with",
            "max-growth-percent = 1000000.5 is not a percentage from 0 to 1000000, with",
            "max-unmigrated = 1e-05 is not", "max-rejects = '101%' is neither",
            guards="\n".join((
                "max-drop-percent = 1e20", "max-growth-percent = 1000000.5", "max-unmigrated = 0.00001",
                'max-rejects = "101%"')))
        self.refused(
            64, "max-input-age = '99999999999999999999h' is not", f"max-rejects = '{'9' * 23}' is neither",
            "max-drop-percent = '٢' is not", guards="\n".join((
                f'max-input-age = "{"9" * 20}h"', f'max-rejects = "{"9" * 23}"',
                'max-drop-percent = "٢"')))
        self.refused(
            64, "[rank] scael is unknown; did you mean scale?",
            "[rank] top = 0 is not a whole number from 1 to 1000000",
            "[rank] min-events is unknown; it belongs in [guards]",
            "[guards] max-drop-percent = True is not", "table 'publsh' is unknown; did you mean",
            "[fetch] folder = 'exports' is not a full path", "needs either bucket or database",
            rank='scael = "binary"\ntop = 0\nmin-events = 3', guards="max-drop-percent = true",
            publsh="", fetch=f'folder = "exports"\nbucket = "gs://b"\ndatabase = "{DATABASE}"')

    def test_settings_of_which_one_makes_another_useless_are_told_before_the_fetch(self) -> None:
        self.refused(64, "max-unmigrated is of no use with scale", guards="max-unmigrated = 1")
        self.refused(
            64, "partials cannot be used with duplicates = 'first'",
            rank='partials = "/p"\nduplicates = "first"')

    def test_the_settings_of_the_help_and_of_the_document_are_right(self) -> None:
        done = self.nightly("--help")
        lines = done.stdout.partition("  [fetch]\n")[2].partition("\n\nA line of")[0]
        uncommented = re.sub(r"^  (# )?", "", "  [fetch]\n" + lines, flags=re.MULTILINE)
        page = (SCRIPTS.parent / "Sources/Runs/Runs.docc/Nightly.md").read_text(encoding="utf-8")
        # It is of no use with the scale that stands beside it.
        uncommented = uncommented.replace('scale = "five-point"', 'scale = "binary"')
        every = set()
        for text in (uncommented, *re.findall(r"```toml\n(.*?)```", page, re.DOTALL)):
            self.settings.write_text(text)
            tables = settings.read(self.settings).tables
            every |= {(table, key) for table, keys in tables.items() for key in keys}
        known = {(table, key) for table, keys in settings.TABLES.items() for key in keys}
        self.assertEqual(every, known)

    def test_settings_that_are_no_toml_or_absent_are_told(self) -> None:
        self.settings.write_text("[fetch\n")
        self.assertEqual(self.nightly().returncode, 64)
        self.settings.unlink()
        self.assertEqual(self.nightly().returncode, 66)
        self.settings.mkdir()
        self.assertEqual(self.nightly().returncode, 66)

    def test_settings_of_an_editor_that_writes_a_byte_order_mark_are_read(self) -> None:
        self.settings.write_bytes(b"\xef\xbb\xbf" + self.settings.read_bytes())
        done = self.nightly("--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_catalogue_that_is_no_file_is_told_before_the_fetch(self) -> None:
        self.write_settings(rank=f'jokes = "{self.work}/absent.json"')
        for options in ([], ["--dry-run"]):
            done = self.nightly(*options)
            self.assertEqual(done.returncode, 66, done.stderr)
            self.assertIn(f"[rank] jokes: '{self.work}/absent.json' does not exist", done.stderr)
        self.refused(66, f"[rank] jokes: '{self.work}' is a folder", rank=f'jokes = "{self.work}"')
        self.assertEqual(self.called(), [])

    def test_a_quiet_run_tells_of_retries_only_if_it_fails(self) -> None:
        done = self.nightly("--quiet", SAYS="apply-batches")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = self.nightly("--quiet", SAYS="apply-batches", FAILS="apply-batches=74")
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertTrue(done.stderr.startswith("apply-batches: attempt 2 of 9\nnightly: error"))

    def test_a_missing_folder_of_programs_is_refused_wherever_else_they_are(self) -> None:
        self.refused(66, "[programs] folder: there is no folder", programs=f'folder = "{self.work}/absent"')

    def test_a_folder_of_programs_with_a_colon_is_refused(self) -> None:
        self.refused(64, "is not a full path without a colon", programs='folder = "/opt/a:b"')

    def test_a_file_in_the_place_of_the_unfinished_fetch_is_refused(self) -> None:
        self.exports.mkdir()
        (self.exports / "unfinished").write_text("")
        self.refused(73, f"'{self.exports}/unfinished' is not a folder", "nightly: hint: move it elsewhere")

    def test_a_missing_program_is_69_and_a_missing_folder_73(self) -> None:
        self.refused(73, "[metrics] folder: ", metrics=f'folder = "{self.work}/absent"')
        (self.work / "programs/aggregate-top10").unlink()
        done = self.nightly(PATH="/usr/bin:/bin")
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("there is no aggregate-top10", done.stderr)
        self.assertEqual(self.called(), [])

    def test_a_ranking_that_is_no_file_is_refused_and_never_replaced(self) -> None:
        pipe = self.work / "rankings/pipe"
        os.mkfifo(pipe)
        self.refused(73, "is not a file", publish=f'file = "{pipe}"')
        self.assertTrue(pipe.is_fifo())

    def test_a_run_goes_on_if_nobody_reads_what_it_prints(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, str(SCRIPTS / "nightly"), str(self.settings)], stdout=writer,
            stderr=writer, timeout=60, env=self.environment())
        os.close(writer)
        self.assertEqual(done.returncode, 0)
        self.assertIn("today", self.ranking.read_text())

    def test_the_units_name_this_script_and_these_settings(self) -> None:
        done = self.nightly("--print-systemd")
        self.assertIn(f"{SCRIPTS / 'nightly'} {self.settings}\n", done.stdout)
        self.assertIn("OnCalendar=*-*-* 03:15:00", done.stdout)
