"""A night with a real database and the real tools."""

import json
import os
from typing import Any
from unittest import mock

from installing.building import TOOLS
from live.nightly_trials import SCRIPTS, Trial
from live.server_trials import FirestoreServer, firestore


class Whole(Trial):
    def setUp(self) -> None:
        super().setUp()
        for name in ("read-export", "aggregate-top10"):
            if not (TOOLS / name).exists():
                self.skipTest(f"no {name} in {TOOLS}; name its folder in LAUGHTRACK_TOOLS")
            (self.work / "programs" / name).unlink()
            (self.work / "programs" / name).symlink_to(TOOLS / name)
        for name in ("fetch-export", "apply-batches"):
            (self.work / "programs" / name).unlink()
        self.ranking.unlink()
        self.server = self.enterContext(FirestoreServer(self.work / "store"))
        environment = {"FIRESTORE_EMULATOR_HOST": self.server.address}
        self.enterContext(mock.patch.dict(os.environ, environment))

    def rate(self, first: int, last: int) -> None:
        client = firestore.Client(project="p")
        batch = client.batch()
        for index in range(first, last):
            event = {"joke_id": f"j{index % 3}", "rating": 4 + index % 2}
            batch.set(client.document(f"rating_events/d_{index:03}"), event)
        batch.commit()

    def counted(self) -> tuple[int, int]:
        """The hilarious ratings of the ranking in the file, and of that in the database."""
        ranking, published = json.loads(self.ranking.read_text()), self.published()
        return ranking["total_hilarious_ratings"], published.get("total_hilarious_ratings")

    def published(self) -> Any:
        return firestore.Client(project="p").document("weekly_rankings/all_time").get()

    def test_the_ranking_is_of_the_database(self) -> None:
        self.rate(0, 30)
        done = self.nightly()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.counted(), (30, 30))
        self.assertIn("laughtrack_last_run_", (self.work / "metrics/laughtrack-ranking.prom").read_text())
        self.rate(30, 40)
        self.nightly()
        self.assertEqual(self.counted(), (40, 40))

    def test_every_key_is_taken_by_the_tools(self) -> None:
        self.rate(0, 30)
        jokes = self.work / "jokes.json"
        jokes.write_text('[{"id":"j0","text":"?"}]')
        self.write_settings(
            rank=f'scale = "binary"\ntop = 3\ndedupe = "week"\nduplicates = "fail"\n'
            f'jokes = "{jokes}"\nallow-empty = true\njobs = 1',
            guards='min-events = 1\nmax-drop-percent = 20.5\nmax-growth-percent = "50%"\n'
            'max-unmigrated = 100\nmax-churn = 8\nmax-input-age = "26h"\nmax-rejects = 0')
        for _ in range(2):  # with and without a ranking to compare with
            done = self.nightly()
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_guard_keeps_yesterdays_ranking(self) -> None:
        self.rate(0, 30)
        self.write_settings(guards="min-events = 31")
        done = self.nightly()
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("nightly: error: guards: aggregate-top10 ended with 4", done.stderr)
        self.assertFalse(self.ranking.exists())
        self.assertFalse(self.published().exists)

    def test_a_file_that_is_no_ranking_is_not_replaced(self) -> None:
        self.rate(0, 30)
        self.ranking.write_text("mine\n")
        self.assertEqual(self.nightly().returncode, 65)
        self.assertEqual(self.ranking.read_text(), "mine\n")

    def test_a_fetched_page_that_changed_before_it_is_ranked_stops_the_guards(self) -> None:
        self.rate(0, 30)
        real = self.work / "programs/fetch-export"
        real.write_text(
            f'#!/bin/sh\npython3 "{SCRIPTS / "fetch-export"}" "$@" || exit\n'
            f'truncate -s -9 "{self.exports}/unfinished/page-000001.json"\n')
        real.chmod(0o755)
        done = self.nightly()
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("nightly: error: guards: read-export ended with 65", done.stderr)
