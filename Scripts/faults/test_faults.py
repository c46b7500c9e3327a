"""Tests of the campaign's checks: a check that never fails proves nothing."""

import contextlib
import datetime
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from faults import mutants, tracing, turns
from faults.answers import differs_elsewhere, lines_left, neutral_gone, unbalanced
from faults.campaign import Campaign, Outcome, markdown, met_of, text_rows
from faults.damage import LINES, LOG, SHARD, WHOLE, Whole, may_seem_whole
from faults.failing_calls import closes_of_readers, faults, out_of_order
from faults.places import JOURNAL, SCENES, Stage, Trial, scenes
from installing.building import ROOT
from faults.subjects import OLD, SORTS, Ground, subjects

TRACE = """\
10 openat(AT_FDCWD</d>, "./.laughtrack-1-1-a.tmp", O_WRONLY) = 4</d/.laughtrack-1-1-a.tmp>
10 write(4</d/.laughtrack-1-1-a.tmp>, "x", 1) = 1
11 rt_sigtimedwait([HUP],  <unfinished ...>
10 fsync(4</d/.laughtrack-1-1-a.tmp> <unfinished ...>
11 <... rt_sigtimedwait resumed> <unfinished ...>) = ?
10 <... fsync resumed>) = 0
10 rename("./.laughtrack-1-1-a.tmp", "out") = 0
10 fsync(5</d>) = 0
"""


@contextlib.contextmanager
def campaign(seed=1, **more):
    with tempfile.TemporaryDirectory() as directory:
        yield Campaign(ROOT, ROOT, pathlib.Path(directory), seed, **more)


def trace(text):
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "trace"
        path.write_text(text)
        return tracing.calls(path), tracing.places(path), faults(path)


class Figures(unittest.TestCase):
    def test_a_seed_chooses_its_part_and_a_release_takes_all(self):
        with campaign(1) as one, campaign(2) as two, campaign(1, is_large=True) as large:
            part = one.part(range(100), 9, "x")
            self.assertEqual(part, one.part(range(100), 9, "x"))
            self.assertNotEqual(part, two.part(range(100), 9, "x"))
            self.assertEqual(large.part(range(100), 9, "x"), list(range(100)))

    def test_outcomes_of_parts_are_one(self):
        both = Outcome("5 kills") + Outcome("3 cuts", ["wrong"])
        self.assertEqual((both.figure, both.result), ("5 kills, 3 cuts", "FAILED (1)"))
        self.assertEqual(Outcome("none", lacking="strace").result, "not tried")

    def test_a_row_fits_80_columns(self):
        rows = text_rows(12, "many words " * 12, Outcome("1,000 figures " * 9, ["wrong"]))
        self.assertTrue(all(len(row) <= 80 for row in rows), rows)
        table = markdown([("1", "words", Outcome("2 kills"))], "command", 7)
        self.assertIn("| 1. words | 2 kills | 7 | holds |", table)


class Counting(unittest.TestCase):
    """Trials that did not happen do not count, and too many of them are a failure."""

    def test_what_did_not_happen_is_not_counted(self):
        self.assertEqual(met_of(100, 100, "kills", []).figure, "100 kills")
        some = met_of(97, 100, "kills", [])
        self.assertEqual((some.figure, some.result), ("97 kills at 100 places", "holds"))
        self.assertEqual(met_of(76, 100, "kills", []).failures, ["only 76 of 100 kills happened"])

    def test_trials_go_on_until_enough_have_happened(self):
        with campaign() as one:
            numbers = []

            def attempt(number, case):
                numbers.append(number)
                return case % 2 == 0, "wrong" if case == 4 else ""

            cases = iter(range(100))
            self.assertEqual(one.until(5, lambda: next(cases), attempt), (5, ["wrong"]))
            self.assertEqual(len(numbers), len(set(numbers)))
            happened, failures = one.until(3, lambda: 1, lambda number, case: (False, ""))
            self.assertEqual((happened, len(failures)), (0, 1))


class Places(unittest.TestCase):
    def scene(self, mode):
        return next(each for each in SCENES if each.mode == mode)

    def test_a_release_plays_every_scene_and_a_day_one_mode_and_one_other(self):
        with campaign() as one, campaign(is_large=True) as large:
            self.assertEqual(len(scenes(one)), 2)
            self.assertEqual(len(scenes(large)), len(subjects(large)) + len(SCENES))

    def test_what_is_neither_old_nor_new_is_wrong(self):
        with campaign() as one:
            stage = Stage(one, self.scene("in-place, several"), one.room("a"))
            old = stage.files()
            trial = Trial(stage, old, {name: b"new" for name in old})
            (stage.directory / "in/a").write_bytes(b"ne")
            self.assertIn("neither", trial.wrong())
            (stage.directory / "in/a").write_bytes(b"new")
            self.assertEqual(trial.wrong(), "there is no undo journal")

    def test_litter_and_journals_are_no_results(self):
        with campaign() as one:
            stage = Stage(one, self.scene("new, several"), one.room("a"))
            old = stage.files()
            for name in (JOURNAL, "in/.laughtrack-x.tmp"):
                (stage.directory / name).write_bytes(b"")
            self.assertEqual((stage.files(), stage.journals()), (old, [JOURNAL]))
            trial = Trial(stage, old, old)
            self.assertIn("it leaves", trial.settled(old, "run again"))
            self.assertIn("not as it should be", trial.settled({}, "run again"))


class Traces(unittest.TestCase):
    def test_a_call_that_another_thread_interrupts_is_one(self):
        calls, _, _ = trace(TRACE)
        names = [call.name for call in calls if call.is_of_temporary]
        self.assertEqual(names, ["openat", "write", "fsync", "rename"])

    def test_each_call_is_a_place_by_its_name_and_its_number_in_its_thread(self):
        more = TRACE + '11 write(2, "x", 1) = 1\n11 write(2, "x", 1) = 1\n10 execve("x", []) = 0\n'
        calls, places, _ = trace(more)
        self.assertEqual(places, [
            ("fsync", 1), ("fsync", 2), ("openat", 1), ("rename", 1), ("rt_sigtimedwait", 1),
            ("write", 1), ("write", 2)])
        self.assertEqual([call.number for call in calls if call.name == "write"], [1, 1, 2])

    def test_a_close_is_idle_only_if_it_is_that_of_a_reader_in_every_thread(self):
        calls = trace('10 openat(AT_FDCWD, "in", O_RDONLY) = 3</d/in>\n'
                      '10 openat(AT_FDCWD, "out", O_WRONLY) = 4</d/out>\n'
                      '10 close(3</d/in>) = 0\n10 close(4</d/out>) = 0\n')[0]
        self.assertEqual(closes_of_readers(calls), {1})
        other = tracing.Call("close", "4</d/out>) = 0", 1)
        self.assertEqual(closes_of_readers([*calls, other]), set())

    def test_a_look_at_what_another_run_left_is_about_no_output(self):
        flags = {"O_RDONLY|O_NONBLOCK|O_NOFOLLOW": False, "O_WRONLY|O_CREAT|O_EXCL": True}
        for flag, is_about in flags.items():
            call = tracing.Call("openat", f'AT_FDCWD, "./.laughtrack-out.part", {flag}) = 4')
            self.assertEqual(call.is_of_temporary, is_about)

    def test_each_call_meets_each_of_its_errors(self):
        found = trace(TRACE)[2]
        self.assertEqual(sum(each.call == "fsync" for each in found), 8)
        self.assertIn("inject=fsync:error=EIO:when=2", [each.option for each in found])

    def test_the_order_of_publishing_is_judged(self):
        calls = trace(TRACE)[0]
        self.assertEqual(out_of_order(calls, "out"), "")
        for left_out in ("write", "fsync", "rename"):
            self.assertNotEqual(out_of_order([c for c in calls if c.name != left_out], "out"), "")
        self.assertNotEqual(out_of_order(calls[:-1], "out"), "")
        looked_for = tracing.Call("unlink", '"./.laughtrack-out.part") = -1 ENOENT (No such file)')
        self.assertEqual(out_of_order([looked_for, *calls], "out"), "")
        swapped = [calls[0], calls[1], calls[3], calls[2], calls[4]]
        self.assertNotEqual(out_of_order(swapped, "out"), "")


class Judging(unittest.TestCase):
    def test_old_and_new_bytes_are_right_and_nothing_else(self):
        with campaign() as one:
            subject = next(each for each in subjects(one, ("replace",)))
            ground = Ground(one, subject, one.room("a"))
            out, other = ground.directory / "out", ground.directory / ".laughtrack-1.tmp"
            self.assertEqual(ground.old, OLD)
            self.assertEqual(ground.wrong(b"new"), "")
            out.write_bytes(b"new")
            self.assertEqual(ground.wrong(b"new"), "")
            out.write_bytes(b"ne")
            self.assertIn("2 bytes", ground.wrong(b"new"))
            out.write_bytes(b"new")
            other.write_bytes(b"")
            self.assertIn("left behind", ground.wrong(b"new"))
            self.assertEqual(ground.wrong(b"new", may_litter=True), "")
            (ground.directory / subject.fixture).write_bytes(b"")
            self.assertIn("changed", ground.wrong(b"new", may_litter=True))

    def test_every_tool_is_a_subject_in_each_of_its_ways(self):
        with campaign() as one:
            self.assertEqual(len(subjects(one)), 2 * len(SORTS) + sum(sort[4] for sort in SORTS))

    def test_only_undetectable_cuts_may_seem_whole(self):
        lines = Whole("x", LINES, b'{"a":1}\n{"a":2}\n')
        seen = [cut for cut in range(len(lines.content)) if may_seem_whole(lines, cut)]
        self.assertEqual(seen, [0, 7, 8, 15])
        array = Whole("x", WHOLE, b"[{}]\n")
        self.assertEqual([cut for cut in range(5) if may_seem_whole(array, cut)], [0, 4])
        shard = Whole("x", LOG, (ROOT / "data" / SHARD).read_bytes())
        self.assertFalse(may_seem_whole(shard, 9))

    def test_books_that_do_not_balance_are_found(self):
        book = {"before": 3, "kept": 1, "updated": 1, "deleted": 1, "rejected": 0, "after": 2}
        self.assertEqual(unbalanced({**book, "ratings": []}), "")
        self.assertNotEqual(unbalanced({**book, "kept": 0, "ratings": []}), "")
        rating = {**book, "rating": "5", "deleted": 2}
        self.assertIn("rating 5", unbalanced({**book, "ratings": [rating]}))

    def test_only_migrated_digits_may_differ(self):
        self.assertIsNone(differs_elsewhere(b"4,2,x", b"5,1,x"))
        self.assertEqual(differs_elsewhere(b"4,2", b"5,3"), 2)
        self.assertEqual(differs_elsewhere(b"4", b"4 "), 1)
        self.assertTrue(lines_left([b"4\n", b"3\n", b"1\n"], [b"5\n", b"1\n"]))
        self.assertFalse(lines_left([b"4\n", b"1\n"], [b"1\n", b"5\n"]))
        self.assertEqual(neutral_gone(b'"rating": 3, "x":3'), b'"rating": 4, "x":3')


class Fuzzing(unittest.TestCase):
    def test_every_target_has_its_beginning(self):
        text = (ROOT / "Tests/Fuzzing/FuzzTarget.swift").read_text().split("func attempt")[0]
        cases = [name for names in re.findall(r"^  case (.+)$", text, re.MULTILINE)
                 for name in names.split(", ")]
        listed = subprocess.run(
            [sys.executable, ROOT / "Scripts/fuzz", "--list"], capture_output=True, text=True)
        self.assertEqual(listed.stdout.split(), cases)


class Turns(unittest.TestCase):
    """Any regular schedule runs the mutants and each fuzz target."""

    TARGETS = subprocess.run(
        [sys.executable, ROOT / "Scripts/fuzz", "--list"], capture_output=True, text=True,
        check=True).stdout.split()
    FIRST = datetime.date(2026, 1, 1).toordinal()

    # Within so many runs; chance may let one wait.
    RUNS = 60

    def left_out(self, days):
        """The subjects without a turn on any of the days."""
        missing = {"mutants", *self.TARGETS}
        for day in days:
            seed = datetime.date.fromordinal(day).strftime("%Y%m%d")
            missing -= set(turns.of_day(seed, self.TARGETS) or ["mutants"])
        return missing

    def test_on_every_day(self):
        two_rounds = 2 * (1 + -(-len(self.TARGETS) // turns.TOGETHER))
        for first in range(self.FIRST, self.FIRST + 100):
            self.assertEqual(self.left_out(range(first, first + two_rounds)), set())

    def test_on_whatever_days_of_the_week(self):
        # What is not left out on one weekday is not left out on more.
        for first in range(self.FIRST, self.FIRST + 364):
            self.assertEqual(self.left_out(range(first, first + self.RUNS * 7, 7)), set(), first)

    def test_on_every_nth_day(self):
        for distance in range(1, 32):
            for first in range(self.FIRST, self.FIRST + distance):
                days = range(first, first + self.RUNS * distance, distance)
                self.assertEqual(self.left_out(days), set(), f"every {distance} days")

    def test_days_follow_each_other_over_the_ends_of_months_and_years(self):
        self.assertEqual(turns.day(20270101), turns.day(20261231) + 1)
        self.assertEqual(turns.day(7), 7)

    def test_the_checks_go_by_turns(self):
        self.assertIn("fault-campaign --turns ", (ROOT / ".ci/run").read_text())


class Mutants(unittest.TestCase):
    def test_each_finds_its_place(self):
        with campaign() as one:
            mutants.plant(ROOT, one.work)
            for mutant in mutants.MUTANTS:
                self.assertIn(f'isMutant("{mutant.name}")', (one.work / mutant.file).read_text())

    def test_one_whose_place_is_gone_says_so(self):
        with self.assertRaisesRegex(ValueError, "no-fsync"):
            mutants.mutated("nothing", mutants.MUTANTS[:1])
