"""Tests of make-fixtures: what it refuses, and what check-fixtures does not compare."""

import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Optional

from generator.defects import DEFECTS, Choice
from generator.events import Events
from generator.fixture import Fixture, Wishes, digest
from generator.layout import FORMATS, Style, as_states
from generator.records import Record
from generator.trials import wishes
from oracle.logs import frame

SCRIPT = Path(__file__).resolve().parent.parent / "make-fixtures"
ASKED = Wishes(
    7, events=90, jokes=12, ties=2, defects=("null", "nfc", "duplicates"), percent=10, dumps=2,
    has_catalogue=True)


def made(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True)


def records(events: Events, count: int) -> list[Record]:
    return [events.record(index) for index in range(count)]


def tied(count: int, devices: Optional[int]) -> list[Record]:
    fixture = Fixture(Wishes(7, events=count, ties=3, devices=devices))
    fixture.count()
    return [fixture.record(index) for index in range(count, len(fixture))]


class Temporary(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory())) / "made"


class SameBytesTests(Temporary):
    def test_a_seed_has_one_digest_on_every_machine(self) -> None:
        self.assertEqual(
            Fixture(ASKED).write(self.directory),
            "b77b42961b0eebf2b5d5f04a3674b1e28e6e1d118c914bc6bf560315082ef795")

    def test_standard_output_gets_the_export_alone(self) -> None:
        words = ("--seed", "7", "--events", "30", "--ties", "1", "--defects", "all")
        made("-o", str(self.directory), *words)
        export = (self.directory / "export.ndjson").read_bytes()
        printed = subprocess.run([sys.executable, SCRIPT, "-o", "-", *words], capture_output=True)
        self.assertEqual(printed.stdout, export)


class SameRecordsTests(unittest.TestCase):
    def test_an_event_more_comes_last_in_disorder_too(self) -> None:
        for seed in range(9):
            before, after = (
                b"".join(Fixture(Wishes(seed, events=count, defects=("disorder",))).content())
                for count in (50, 51))
            self.assertTrue(after.startswith(before.rstrip()), seed)

    def test_an_event_more_changes_no_rating_of_jokes_that_tie(self) -> None:
        for devices in (None, 400):
            before, after = ({str(each) for each in tied(count, devices)} for count in (300, 900))
            self.assertTrue(before)
            self.assertLess(before, after)


class DefectTests(unittest.TestCase):
    def test_every_defect_of_records_changes_each_record_that_it_hits(self) -> None:
        for name, defect in DEFECTS.items():
            if not defect.change or name == "huge":
                continue
            plain = records(Events(7), 20)
            odd = records(Events(7, choices=(Choice((name,), 100),)), 20)
            for before, after in zip(plain, odd):
                self.assertNotEqual(before, after, name)

    def test_a_percentage_is_the_share_of_the_records(self) -> None:
        hit = [Choice(("null",), 10).of(Events(7).draws, index) for index in range(5000)]
        self.assertTrue(400 < hit.count("null") < 600)

    def test_every_odd_envelope_changes_its_document_and_no_first_one(self) -> None:
        for form, layout in FORMATS.items():
            for oddity in layout.oddities:
                plain = records(Events(7), 20)
                choice = Choice(("envelopes",), 100, (oddity,))
                odd = records(Events(7, choices=(choice,)), 20)
                before, after = (
                    "".join(layout.pieces(as_states(each), Style())) for each in (plain, odd))
                self.assertNotEqual(before, after, form)
                self.assertEqual(plain[0], odd[0])


class AnswerTests(Temporary):
    def test_the_ranking_ends_among_jokes_that_tie(self) -> None:
        fixture = Fixture(Wishes(7, events=2000, ties=4))
        fixture.count()
        tied = [fixture.draws.identifier("tied joke", joke) for joke in range(4)]
        for side in ("hilarious", "horrible"):
            tally = fixture.answers.tallies("five-point")[side]
            counts = {tally[joke] for joke in tied}
            self.assertEqual(counts, {fixture.answers.ranking()[side][-1]["count"]})

    def test_devices_rate_one_joke_a_week(self) -> None:
        made = records(Events(7, devices=5, weeks=6), 30)
        self.assertEqual(len({(each.id[:36], each.id[-8:]) for each in made}), 30)
        self.assertEqual(len({each.id[:36] for each in made}), 5)

    def test_no_expected_output_of_a_truncated_export(self) -> None:
        Fixture(replace(ASKED, defects=("truncated",))).write(self.directory)
        names = {path.name for path in (self.directory / "expected").iterdir()}
        self.assertEqual(names, {"answers.json", "dumps"})
        answers = json.loads((self.directory / "expected/answers.json").read_bytes())
        self.assertEqual(answers["migrate-ratings"], {"status": 65})

    def test_seeds_ask_for_every_format_and_defect(self) -> None:
        asked = [wishes(seed, list(FORMATS)) for seed in range(100)]
        self.assertEqual({each.form for each in asked}, set(FORMATS))
        self.assertEqual({name for each in asked for name in each.defects}, set(DEFECTS))


class RefusalTests(Temporary):
    def test_what_cannot_be_made_is_refused(self) -> None:
        for words, reason in [
            (("--format", "pages", "--defects", "numbers"), "cannot have the defect numbers"),
            (("--defects", "twise"), "no defect is called 'twise'"),
            (("--devices", "2", "--weeks", "3", "--events", "7"), "at most 6 in 3 weeks"),
            (("--events", "0", "--defects", "truncated"), "cannot be truncated"),
            (("--format", "pages", "--pretty"), "--pretty is for"),
            (("--format", "bigquery", "--defects", "disorder"), "cannot have the defect disorder"),
            (("--format", "array", "--defects", "envelopes"), "cannot have the defect envelopes"),
            (("--format", "array", "--pretty", "--defects", "disorder"), "has no disorder"),
            (("--format", "managed", "--defects", "disorder"),
             "cannot have the defect disorder\nmake-fixtures: hint: these can: ndjson, array, object, "),
            (("--format", "pages", "--defects", "numbers"), "hint: these can: ndjson, "),
            (("--seed", "8"), "'--seed' is given more than once"),
            (("--output", "other"), "'--output' is given more than once"),
            (("--percent", "101"), "'101' is not a number from 0 to 100"),
            (("--percent", "some"), "'some' is not a number from 0 to 100"),
            (("--percent", "7"), "--percent is the share of the records that --defects hits"),
            (("--list-defects",), "--list-defects and --list-formats stand alone"),
            (("--percent", "nan"), "'nan' is not a number from 0 to 100"),
            (("--percent", "1e400"), "'1e400' is not a number from 0 to 100"),
            (("--weeks", "53"), "'53' is not a whole number from 1 to 52"),
            (("--jokes", "0"), "'0' is not a whole number from 1"),
            (("--events", "-1"), "'-1' is not a whole number from 0"),
            (("--format", "csv"), "invalid choice: 'csv'"),
            (("--evnets", "1"), "unrecognized arguments"),
        ]:
            run = made("-o", str(self.directory), "--seed", "7", *words)
            self.assertEqual(run.returncode, 64, run.stderr)
            self.assertIn(reason, run.stderr)
            self.assertFalse(self.directory.exists())
        self.assertIn("'-o' takes a DIR or '-', not ''", made("-o", "", "--seed", "7").stderr)
        self.assertEqual(made("--seed", "7").returncode, 64)
        self.assertIn("'one' is not a whole number", made("-o", "-", "--seed", "one").stderr)

    def test_a_package_that_is_missing_is_named(self) -> None:
        run = subprocess.run(
            [sys.executable, "-S", SCRIPT, "-o", self.directory, "--seed", "1", "--format",
             "managed"], env={}, capture_output=True, text=True)
        self.assertEqual(run.returncode, 69, run.stderr)
        self.assertIn("pip install", run.stderr)
        self.assertEqual(list(self.directory.parent.iterdir()), [])

    def test_a_signal_leaves_no_half_fixture(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            words = ["-o", self.directory, "--seed", "1", "--events", "0", "--dumps", "100000"]
            process = subprocess.Popen(
                [sys.executable, SCRIPT, *words], stderr=subprocess.PIPE, text=True)
            while not list(self.directory.parent.glob(".made.*/*/dumps")) and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(number)
            _, said = process.communicate()
            self.assertEqual(process.returncode, 128 + number, said)
            self.assertIn("stopped; nothing is written", said)
            self.assertEqual(list(self.directory.parent.iterdir()), [])

    def test_a_folder_with_files_is_left_alone(self) -> None:
        self.directory.mkdir()
        (self.directory / "mine").write_text("mine")
        run = made("-o", str(self.directory), "--seed", "1")
        self.assertEqual(run.returncode, 73)
        self.assertIn(f"'{self.directory}' is not empty", run.stderr)
        self.assertEqual([path.name for path in self.directory.iterdir()], ["mine"])

    def test_folders_of_others_beside_it_stay(self) -> None:
        other = self.directory.with_name(".made.part")
        other.mkdir()
        (other / "mine").write_text("mine")
        self.assertEqual(made("-o", str(self.directory), "--seed", "1", "--events", "5").returncode, 0)
        self.assertEqual(
            sorted(path.name for path in self.directory.parent.iterdir()), [".made.part", "made"])
        self.assertEqual((other / "mine").read_text(), "mine")

    def test_of_runs_at_once_one_makes_the_fixture_and_the_others_say_so(self) -> None:
        words = ["-o", self.directory, "--seed", "1", "--events", "2000", "--dumps", "20"]
        runs = [
            subprocess.Popen(
                [sys.executable, SCRIPT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(3)]
        ended = sorted((run.communicate(), run.returncode) for run in runs)
        self.assertEqual(sorted(status for _, status in ended), [0, 73, 73], ended)
        for (printed, said), status in ended:
            if status == 73:
                self.assertRegex(said, "another run made '.*/made' meanwhile|'.*/made' is not empty")
                self.assertEqual(printed, "")
            else:
                self.assertEqual(printed.split()[0], digest(self.directory))
        self.assertEqual([path.name for path in self.directory.parent.iterdir()], ["made"])

    def test_a_folder_that_came_meanwhile_is_left_alone(self) -> None:
        words = ["-o", self.directory, "--seed", "1", "--events", "0", "--dumps", "3000"]
        process = subprocess.Popen([sys.executable, SCRIPT, *words], stderr=subprocess.PIPE, text=True)
        while not list(self.directory.parent.glob(".made.*/*/dumps")) and process.poll() is None:
            time.sleep(0.01)
        self.directory.mkdir()
        (self.directory / "mine").write_text("mine")
        _, said = process.communicate()
        self.assertEqual(process.returncode, 73, said)
        self.assertIn(f"another run made '{self.directory.resolve()}' meanwhile; nothing is written", said)
        self.assertEqual([path.name for path in self.directory.iterdir()], ["mine"])
        self.assertEqual([path.name for path in self.directory.parent.iterdir()], ["made"])

    def managed_export(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, SCRIPT.with_name("managed-export"), *words], capture_output=True, text=True)
        if "No module named" in done.stderr:
            self.skipTest("pip install --no-deps -r Scripts/requirements.txt")
        return done

    def test_a_missing_managed_export_is_not_a_sound_one(self) -> None:
        for words, reason in [
                (["check", str(self.directory), "b"], "does not exist"), (["read", "nowhere"], "does not exist"),
                (["read", str(self.directory.parent)], "has no shards of a managed export")]:
            done = self.managed_export(*words)
            self.assertEqual(done.returncode, 66, done.stderr)
            self.assertIn(reason, done.stderr)

    def test_damage_of_a_managed_export_names_the_file(self) -> None:
        self.directory.mkdir()
        shard = self.directory / "output-0"
        shard.write_bytes(b"".join(frame([b"\xff"])))
        for content, reason in (
                (shard.read_bytes(), "a record is no entity"), (b"shard", "a header is cut short")):
            shard.write_bytes(content)
            for words in (["read", shard], ["check", shard, shard]):
                done = self.managed_export(*words)
                self.assertEqual(done.returncode, 65, done.stderr)
                self.assertIn(reason, done.stderr)
                if words[0] == "read" or "header" in reason:
                    self.assertIn(f"managed-export: error: '{shard}': ", done.stderr)
