"""Tests of the steps of nightly."""

import os
import subprocess

from live.nightly_trials import DATABASE, NAMES, OLD, PROGRAM, Trial


class Nights(Trial):
    def test_the_steps_run_in_order_and_publish(self) -> None:
        done = self.nightly()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.called(), list(NAMES))
        self.assertIn('"today"', self.ranking.read_text())
        for step in ("fetch", "guards", "rank", "publish", "prune", "metrics"):
            self.assertRegex(done.stderr, rf"nightly: {step}: done after \d+\.\d s")
        log = self.log.read_text()
        self.assertIn("--expect-count 7", log)
        self.assertIn("--scale five-point --min-events 10 --max-rejects 1% --previous", log)
        self.assertIn(f"--database {DATABASE} --execute", log)
        self.assertEqual(os.listdir(self.ranking.parent), ["all_time.json"])

    def test_a_failing_step_keeps_yesterdays_ranking_and_is_named(self) -> None:
        cases = [
            ("fetch", "fetch-export", 77), ("guards", "read-export", 65),
            ("guards", "aggregate-top10", 4), ("rank", "aggregate-top10", 74),
            ("publish", "apply-batches", 75),
        ]
        self.nightly()
        success = self.figure("last_success_timestamp_seconds")
        self.ranking.write_text(OLD)
        for step, program, status in cases:
            with self.subTest(step=step, program=program):
                done = self.nightly(FAILS=f"{program}={status}")
                self.assertEqual(done.returncode, status, done.stderr)
                told = f"nightly: error: {step}: {program} ended with {status}; yesterday's"
                self.assertIn(told, done.stderr)
                self.assertEqual(self.ranking.read_text(), OLD)
                self.assertEqual(os.listdir(self.ranking.parent), ["all_time.json"])
                self.assertEqual(self.figure(f'failed_step{{step="{step}"}}'), "1")
                self.assertEqual(self.figure("exit_status"), str(status))
                self.assertEqual(self.figure("last_success_timestamp_seconds"), success)

    def test_after_a_failure_of_pruning_or_metrics_the_message_says_what_is_published(self) -> None:
        self.exports.mkdir()
        for year in (2020, 2021):  # a file cannot be removed as a folder
            (self.exports / f"{year}-01-01T00-00-00Z").write_text("")
        done = self.nightly()
        self.assertEqual(done.returncode, 74)
        self.assertIn("nightly: error: prune: ", done.stderr)
        self.assertIn("the new ranking is published", done.stderr)
        self.assertEqual(self.figure('failed_step{step="prune"}'), "1")
        (self.exports / "2020-01-01T00-00-00Z").unlink()
        (self.exports / "2021-01-01T00-00-00Z").unlink()
        (self.work / "metrics/laughtrack-nightly.prom").unlink()
        (self.work / "metrics/laughtrack-nightly.prom").mkdir()
        done = self.nightly()
        self.assertEqual(done.returncode, 74)
        self.assertIn("nightly: error: metrics: ", done.stderr)
        self.assertIn('"today"', self.ranking.read_text())

    def test_a_file_that_cannot_be_renamed_after_the_database_is_told(self) -> None:
        self.ranking.unlink()
        self.write_settings(rank="allow-empty = true")
        (self.work / "programs/apply-batches").write_text(
            f'#!/bin/sh\nmkdir -p "{self.ranking}/x"\n')
        done = self.nightly()
        self.assertEqual(done.returncode, 74)
        self.assertIn("the database has the new ranking, the file yesterday's", done.stderr)

    def test_rejects_end_a_run_with_3(self) -> None:
        self.assertEqual(self.nightly(RANK="3").returncode, 3)
        self.assertIn('"today"', self.ranking.read_text())
        self.assertEqual(self.figure("exit_status"), "3")

    def test_only_the_newest_exports_are_kept(self) -> None:
        for _ in range(3):
            self.nightly()
        kept = self.finished()
        self.assertEqual(len(kept), 2)
        self.nightly(FAILS="read-export=65")
        self.assertEqual(len(self.finished()), 2)
        self.assertGreater(self.finished()[0], kept[0])

    def test_the_export_of_the_night_is_kept_beside_those_of_a_clock_that_was_ahead(self) -> None:
        late = [f"{year}-01-01T00-00-00Z" for year in (2098, 2099)]
        for name in late:
            (self.exports / name).mkdir(parents=True)
        self.assertEqual(self.nightly().returncode, 0)
        tonight, latest = self.finished()
        self.assertTrue((self.exports / tonight / "page-000001.json").exists())
        self.assertEqual(latest, late[-1])

    def test_what_somebody_else_put_there_stops_no_night(self) -> None:
        self.exports.mkdir()
        (self.exports / "2020-01-01T00-00-00Z").symlink_to(self.work / "programs")
        figures = self.work / "metrics/laughtrack-nightly.prom"
        figures.write_bytes(b"\xff")
        self.assertEqual(self.nightly(FAILS="read-export=65").returncode, 65)
        self.assertEqual(self.figure("exit_status"), "65")
        self.assertEqual(self.nightly().returncode, 0)
        self.assertTrue((self.exports / "2020-01-01T00-00-00Z").is_symlink())

    def test_a_link_and_the_mode_of_the_file_stay(self) -> None:
        link = self.work / "link.json"
        link.symlink_to(self.ranking)
        self.ranking.chmod(0o640)
        self.write_settings(publish=f'file = "{link}"')
        self.nightly()
        self.assertTrue(link.is_symlink())
        self.assertIn('"today"', self.ranking.read_text())
        self.assertEqual(self.ranking.stat().st_mode & 0o777, 0o640)
        self.assertNotIn("apply-batches", self.called())

    def test_an_unfinished_fetch_that_cannot_go_on_begins_again(self) -> None:
        done = self.refused_first("page-000009.json", 73)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("it begins again", done.stderr)
        self.assertEqual(self.called()[:2], ["fetch-export"] * 2)

    def test_an_unfinished_export_of_a_bucket_begins_again(self) -> None:
        self.write_settings(fetch=f'folder = "{self.exports}"\nbucket = "gs://b/nightly"')
        done = self.refused_first("output-0", 65)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.called()[:2], ["fetch-export"] * 2)

    def refused_first(self, name: str, status: int) -> subprocess.CompletedProcess[str]:
        """A run with a file of an unfinished fetch, which the fetch refuses as long as it is there."""
        left = self.exports / "unfinished" / name
        left.parent.mkdir(parents=True)
        left.write_text("{}")
        refuse = f'case $name in fetch-export) [ ! -e "$OLDPAGE" ] || exit {status};; esac\n'
        (self.work / "programs/fetch-export").write_text(
            PROGRAM.replace("case $name in\n", refuse + "case $name in\n", 1))
        return self.nightly(OLDPAGE=str(left))

    def test_what_is_not_of_a_fetch_is_kept(self) -> None:
        left = self.exports / "unfinished"
        left.mkdir(parents=True)
        (left / "mine.txt").write_text("mine")
        done = self.nightly(FAILS="fetch-export=73")
        self.assertEqual(done.returncode, 73, done.stderr)
        self.assertEqual(self.called().count("fetch-export"), 1)
        self.assertEqual((left / "mine.txt").read_text(), "mine")

    def test_quiet_prints_nothing_but_failures(self) -> None:
        done = self.nightly("--quiet")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertIn("error: publish:", self.nightly("--quiet", FAILS="apply-batches=74").stderr)
