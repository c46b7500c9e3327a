"""Tests of the benchmark: its inputs, comparison of answers, and plot."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

from installing.building import SCRIPTS
from speed import inputs
from speed.commands import Commands
from speed.engine import document
from speed.measuring import Command, measure, sha256
from speed.plot import plot
from speed.report import table
from speed.rows import Line, Row, amount



def generated(*words, output="-"):
    return subprocess.run(
        [SCRIPTS / "make-fixtures", "--seed", "1", "-o", output, *words], check=True,
        capture_output=True).stdout


class InputsTests(unittest.TestCase):
    def setUp(self):
        self.inputs = inputs.Inputs(self.enterContext(tempfile.TemporaryDirectory()), "")

    def test_events_are_those_of_the_generator(self):
        for make, count, words in (
            (self.inputs.events, 30, ()), (self.inputs.shuffled, 30, ("--shuffle-keys",)),
            (self.inputs.pages, 301, ("--format", "pages")), (self.inputs.array, 30, ("--format", "array")),
        ):
            expected = generated("--events", str(count), "--times", "rfc3339", *words)
            self.assertEqual(make(count).read_bytes(), expected, words)

    def test_dumps_are_those_of_the_generator(self):
        made = Path(self.inputs.directory) / "made"
        generated("--dumps", "5", "--events", "0", output=made)
        files = sorted((made / "dumps/json").iterdir())
        expected = b"".join(path.read_bytes() for path in files)
        self.assertEqual(self.inputs.dumps(5).read_bytes(), expected)

    def test_more_events_than_are_drawn_have_ids_of_their_own(self):
        path = self.inputs.repeated(
            "many", inputs.PLAIN, 70, 20, (b'"id":"', b'"device_id":"'))
        lines = path.read_bytes().splitlines()
        self.assertEqual(len(lines), 70)
        self.assertEqual(lines[:20], self.inputs.events(20).read_bytes().splitlines())
        self.assertEqual(len({line.split(b'"')[3] for line in lines}), 70)
        for line in lines:
            words = line.split(b'"')
            self.assertEqual(words[3][:36], words[words.index(b"device_id") + 2])


class AnswersTests(unittest.TestCase):
    def test_an_answer_that_differs_is_named(self):
        commands = [Command(name, []) for name in ("ours", "same", "silent", "other")]
        for command, answer in zip(commands, ("a", "a", None, "b")):
            command.answered = answer
        wrong = Row("rank", commands, {}).wrong_answers()
        self.assertEqual(wrong, ["rank: other answers otherwise than ours"])

    def test_a_goal_is_a_ratio_of_medians(self):
        ours, other = Command("ours", []), Command("wc -l", [])
        ours.seconds, other.seconds = [1, 2, 9], [2, 2, 2]
        (line,) = Row("rank", [ours, other], {"wc -l": 0.9}).lines()
        self.assertEqual((line.ratio, line.is_met), ("1", False))

    def test_every_program_for_checksums_answers_alike(self):
        directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        path = directory / "some"
        path.write_bytes(b"bytes")
        commands = Commands(directory, directory, "").checksums(path)
        answers = [command.answered for command in measure(commands, 1, directory)]
        self.assertEqual(set(answers), {sha256(path)})

    def test_ties_are_ordered_by_bytes(self):
        made = document([("b", 1, 0), ("\u00e9", 2, 1), ("a", 1, 0)], "now")
        self.assertLess(made.index("\u00e9"), made.index('"a"'))
        self.assertLess(made.index('"a"'), made.index('"b"'))


class ReportTests(unittest.TestCase):
    def test_a_job_is_named_once(self):
        first = Line("rank", "1 s", "wc -l: 2 s", "0.5", "≤ 1", True)
        lines = [first, Line("rank", "1 s", "jq: 4 s")]
        self.assertEqual(
            table(lines).splitlines()[2:],
            ["| rank | 1 s | wc -l: 2 s | 0.5 | ≤ 1 | yes |", "| | | jq: 4 s | | | |"])

    def test_amounts_are_round_where_they_can_be(self):
        told = [amount(count) for count in (999, 10_000, 1_500_000, 1_234_567)]
        self.assertEqual(told, ["999", "10 k", "1.5 M", "1,234,567"])

    def test_a_plot_is_xml_with_every_name(self):
        series = [("ours", [(10_000, 0.002), (100_000, 0.02)]), ("<wc>", [(10_000, 1)])]
        elements = ElementTree.fromstring(plot("time & size", series)).iter()
        texts = [each.text for each in elements if each.tag.endswith("text")]
        for name in ("ours", "<wc>", "time & size", "10 k", "100 k", "1 ms", "1 s"):
            self.assertIn(name, texts)
