"""Tests of the commands on a cluster of several JVMs, with the release executables."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import unittest.mock

from spark.trials import CLUSTER, SCRIPTS, VIEW, Trial, has_spark


class Jobs(Trial):
    def put_folder(self) -> pathlib.Path:
        """An export of several files: large and small, divisible or not, and what is none."""
        folder = self.work / "export"
        (folder / "old").mkdir(parents=True)
        (folder / "a.ndjson").write_bytes(
            self.export("--seed", "1", "--events", "12000", "--defects", "crlf"))
        (folder / "b.ndjson").write_bytes(
            self.export("--seed", "2", "--events", "3000").removesuffix(b"\n"))
        (folder / "c.ndjson.gz").write_bytes(
            gzip.compress(self.export("--seed", "3", "--events", "900"), mtime=0))
        (folder / "old/d.json").write_bytes(
            self.export("--seed", "4", "--events", "2000", "--format", "array"))
        (folder / "old/notes.txt").write_text("made in March\n")
        # Its first line end after the middle of the bytes that tell its format is far away.
        lines = [
            '{"id":"%d","joke_id":"j","rating":%d,"x":"%s"}\n' % (at, 1 + at % 5, "x" * size)
            for at, size in enumerate([9, 900_000, 200_000, *[9] * 20_000])]
        (folder / "e.ndjson").write_text("".join(lines))
        return folder

    def test_a_job_whose_worker_is_killed_makes_the_document_of_one_process(self) -> None:
        self.put_folder()
        self.tool("aggregate-top10", "export", "-o", "one.json", "--scale", "five-point")
        done = self.spark(
            "aggregate.py", f"{VIEW}/work/export", "-o", f"{VIEW}/work/all_time.json",
            "--piece-size", "100KB", "--", "--scale", "five-point", master=CLUSTER,
            tools=self.stand_in("aggregate-top10", "kill"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.work / "log.process").exists())
        shares = [line for line in self.runs() if "--shard" in line]
        self.assertGreater(len(shares), 32)
        # What one run merges is merged on the executors first.
        self.assertGreater(sum("--merge" in line for line in self.runs()), 1)
        written = (self.work / "all_time.json").read_bytes()
        self.assertEqual(written, (self.work / "one.json").read_bytes())
        self.assertEqual(done.stderr.count("skipped"), 1, done.stderr)
        self.assertIn(f"{VIEW}/work/export/old/notes.txt", done.stderr)

    def test_a_job_whose_worker_is_killed_migrates_to_the_same_bytes(self) -> None:
        self.put_folder()
        self.tool("migrate-ratings", "export", "-o", "one/")
        done = self.spark(
            "migrate.py", f"{VIEW}/work/export", "-o", f"{VIEW}/work/out",
            "--piece-size", "400KB", master=CLUSTER,
            tools=self.stand_in("migrate-ratings", "kill"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.work / "log.process").exists())
        out, one = self.work / "out", self.work / "one"
        self.assertTrue((out / "_SUCCESS").exists())
        parts: list[pathlib.Path] = []
        for name in ("a.ndjson", "e.ndjson"):
            own = sorted(out.glob(f"{name}.part-*"))
            self.assertGreater(len(own), 2)
            self.assertEqual(
                b"".join(part.read_bytes() for part in own), (one / name).read_bytes())
            parts += own
        whole = [path.relative_to(one) for path in one.rglob("*") if path.is_file()]
        for path in whole:
            if path.name not in ("a.ndjson", "e.ndjson"):
                self.assertEqual((out / path).read_bytes(), (one / path).read_bytes(), path)
        manifest = json.loads((out / ".manifest.json").read_bytes())
        self.assertEqual(len(manifest["files"]), len(parts) + len(whole) - 2)
        self.assertFalse((out / ".unfinished").exists())

    def test_a_copied_export_stays_whole_and_replaces_an_older_result(self) -> None:
        shutil.copytree(SCRIPTS.parent / "data/exports/emulator", self.work / "export")
        self.tool("migrate-ratings", "export", "-o", "one/")
        (self.work / "out").mkdir()
        (self.work / "out/old").write_text("of an older job")
        done = self.spark(
            "migrate.py", f"{VIEW}/work/export", "-o", f"{VIEW}/work/out", "--piece-size", "2KB",
            "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        out, one = self.work / "out", self.work / "one"
        for path in one.rglob("*"):
            if path.is_file():
                path = path.relative_to(one)
                self.assertEqual((out / path).read_bytes(), (one / path).read_bytes(), path)
        self.assertTrue((out / "_SUCCESS").exists())
        self.assertFalse((out / "old").exists() or (self.work / ".out.unfinished").exists())

    def test_mounted_files_are_read_where_they_are(self) -> None:
        self.put_folder()
        self.tool("aggregate-top10", "export", "-o", "one.json", "--scale", "five-point")
        (self.work / "all_time.json").write_bytes((self.work / "one.json").read_bytes())
        done = self.spark(
            "aggregate.py", "export", "-o", "all_time.json", "--piece-size", "400KB", "--quiet",
            "--", "--scale=five-point", tools=self.stand_in("aggregate-top10", "none"))
        self.assertEqual(done.returncode, 0, done.stderr)
        shares = [line for line in self.runs() if "--shard" in line]
        self.assertTrue(all(str(self.work / "export") in line for line in shares))
        self.assertEqual(
            (self.work / "all_time.json").read_bytes(), (self.work / "one.json").read_bytes())

    def test_a_failure_that_passes_is_tried_again_and_another_is_not(self) -> None:
        lines = self.export("--seed", "5", "--events", "4000", "--scale", "binary").splitlines(True)
        export = self.work / "events.ndjson"
        export.write_bytes(b"".join(lines))
        self.tool("aggregate-top10", "events.ndjson", "-o", "one.json")
        arguments = ("events.ndjson", "-o", "all_time.json", "--piece-size", "100KB")
        done = self.spark(
            "aggregate.py", *arguments, master=CLUSTER,
            tools=self.stand_in("aggregate-top10", "fail-once"))
        self.assertEqual(done.returncode, 0, done.stderr)
        document = (self.work / "one.json").read_bytes()
        self.assertEqual((self.work / "all_time.json").read_bytes(), document)
        self.log.unlink()
        done = self.spark(
            "aggregate.py", *arguments, master=CLUSTER,
            tools=self.stand_in("aggregate-top10", "fail"))
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("aggregate-top10 ended with 74 (tried 4 times)", done.stderr)
        self.assertEqual((self.work / "all_time.json").read_bytes(), document)

    def test_bad_data_ends_a_job_at_once_and_leaves_nothing(self) -> None:
        lines = self.export("--seed", "6", "--events", "3000").splitlines(True)
        lines[2000] = b'{"id":"cut"\n'
        (self.work / "events.ndjson").write_bytes(b"".join(lines))
        byte = sum(map(len, lines[:2000]))
        done = self.spark(
            "migrate.py", f"{VIEW}/work/events.ndjson", "-o", "out", "--piece-size", "100KB",
            tools=self.stand_in("migrate-ratings", "none"))
        self.assertEqual(done.returncode, 65, done.stderr)
        told = re.search(rf"migrate.py: error: {VIEW}/work/events.ndjson \(byte (\d+)\)", done.stderr)
        self.assertIsNotNone(told, done.stderr)
        self.assertIn(int(told[1]), range(byte, byte + 20))
        # Not tried again.
        shares = [line.partition("--shard ")[2].split()[0] for line in self.runs()]
        self.assertEqual(len(shares), len(set(shares)), shares)
        self.assertFalse((self.work / "out").exists())

    def test_what_cannot_be_done_is_said_before_any_work(self) -> None:
        (self.work / "empty").mkdir()
        (self.work / "events.ndjson").write_bytes(self.export("--seed", "7", "--events", "9"))
        (self.work / "out").mkdir()
        (self.work / "out/events.ndjson").write_text("of another job")
        for arguments, status, words in (
                (("migrate.py", "empty", "-o", "new"), 66, "there is no file in it"),
                (("aggregate.py", "missing", "-o", "new"), 66, "there is no such file"),
                (("migrate.py", "events.ndjson", "-o", "out"), 73, "is not what a job has finished"),
                (("migrate.py", "nothing://x/y", "-o", "new"), 66, "nothing://x/y"),
                (("migrate.py", "events.ndjson", "-o", ".", "--force"), 73, "are in each other"),
                (("migrate.py", "events.ndjson", "-o", "out", "--force", "--", "--unexpectd", "drop"),
                 64, "did you mean '--unexpected'"),
                (("aggregate.py", "events.ndjson", "-o", "new", "--", "--min-eventss", "5"),
                 64, "did you mean '--min-events'")):
            with self.subTest(arguments=arguments):
                done = self.spark(*arguments, master="local[1]")
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(words, done.stderr)
                self.assertFalse((self.work / "new").exists())
        self.assertEqual((self.work / "out/events.ndjson").read_text(), "of another job")


class CommandLines(unittest.TestCase):
    def run_script(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(SCRIPTS / "spark" / script), *arguments], capture_output=True,
            text=True, timeout=60)

    def test_help_needs_no_spark(self) -> None:
        for script in ("aggregate.py", "migrate.py"):
            done = self.run_script(script, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("usage: Scripts/spark/", done.stdout)
            self.assertLessEqual(max(map(len, done.stdout.splitlines())), 100)

    @unittest.skipUnless(has_spark(), "pyspark or Java is missing")
    def test_tools_are_looked_for_before_spark_starts(self) -> None:
        for script in ("aggregate.py", "migrate.py"):
            with unittest.mock.patch.dict(os.environ, {"JAVA_HOME": "/nowhere"}):
                done = self.run_script(script, "in", "-o", "out", "--tools", "/nowhere")
            self.assertEqual(done.returncode, 69, done.stderr)
            self.assertIn("there is no executable '/nowhere/", done.stderr)

    def test_a_wrong_command_line_ends_with_64(self) -> None:
        for script, arguments, words in (
                ("aggregate.py", ["in"], "-o/--output"),
                ("aggregate.py", ["in", "-o", "out", "--piece", "1MB"], "--piece"),
                ("aggregate.py", ["in", "-o", "out", "--scale", "binary"], "stand after '--'"),
                ("migrate.py", ["in", "-o", "out", "--piece-size", "0"], "'0' is not a size"),
                ("aggregate.py", ["in", "-o", "out", "--", "--shard", "1/2"], "shares by itself"),
                ("migrate.py", ["in", "-o", "out", "--", "--plan-out=x"], "one machine"),
                ("aggregate.py", ["in", "-o", "out", "--", "-qn"], "a job always writes")):
            done = self.run_script(script, *arguments)
            self.assertEqual(done.returncode, 64, done.stderr)
            self.assertIn(words, done.stderr)
