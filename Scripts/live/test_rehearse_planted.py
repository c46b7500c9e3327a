"""Tests that rehearse finds faults that are planted into the batches of migrate-ratings.

A stand-in for migrate-ratings runs the real one, and then changes the batches, with a manifest that fits.
"""

import contextlib
import hashlib
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from installing.building import TOOLS
from live.failing import Failure
from live.rehearsal import Rehearsal
from live.server_trials import DATABASE, SCRIPTS
from live.test_apply import EVENTS
from live.test_rehearse import RehearsalCase

STAND_IN = """\
#!{python}
import sys
sys.path.insert(0, {scripts!r})
from live.test_rehearse_planted import migrate
sys.exit(migrate({fault!r}, sys.argv[1:]))
"""
Writes = list[dict[str, Any]]
# One is kept, one deleted, all others change.
RATINGS = [5, 3, *[4] * 18]


def add(writes: Writes, undo: Writes, key: str) -> None:
    """Writes for one more document, of which the first makes its rating a 1."""
    for side, rating in ((writes, 1), (undo, 5)):
        fields = {"rating": {"integerValue": str(rating)}}
        other = next(each for each in side if "updateMask" in each)
        side.append({**other, "update": {"name": f"{EVENTS}/{key}", "fields": fields}})


def of_deleted(undo: Writes) -> dict[str, Any]:
    """The fields of the document that is deleted."""
    (back,) = (each for each in undo if "updateMask" not in each)
    fields: dict[str, Any] = back["update"]["fields"]
    return fields


CONDITION = "whose precondition is not that document as exported"
# What each does to the writes and their undo, and what rehearse says of it.
FAULTS: dict[str, tuple[Callable[[Writes, Writes], Any], str]] = {
    "none": (lambda writes, undo: None, ""),
    "batch_left_out": (
        lambda writes, undo: (writes.clear(), undo.clear()),
        "exported anew, 9 documents still to be migrated"),
    "write_left_out": (
        lambda writes, undo: (writes.pop(), undo.pop()), "exported anew, 1 document still to be migrated"),
    "write_too_many": (
        lambda writes, undo: add(writes, undo, "d0"), "the database is not the migrated export"),
    "write_for_nothing": (lambda writes, undo: add(writes, undo, "none"), f"rating_events/none {CONDITION}"),
    "other_time": (
        lambda writes, _: writes[-1].update(currentDocument={"updateTime": "2026-02-09T19:30:00.123457Z"}),
        CONDITION),
    "time_missing": (lambda writes, _: writes[-1].update(currentDocument={"exists": True}), CONDITION),
    "precondition_missing": (
        lambda writes, _: writes[-1].pop("currentDocument"), "a write has no precondition"),
    "deleted_field_missing": (
        lambda _, undo: of_deleted(undo).pop("joke_id"), "undone, the database is not the export"),
    "updated_field_missing": (
        lambda _, undo: undo[-1]["update"]["fields"].clear(), "undone, the database is not the export"),
}


def migrate(fault: str, words: list[str]) -> int:
    """Runs migrate-ratings, and plants a fault into the last of its batches."""
    status = subprocess.run([TOOLS / "migrate-ratings", *words, "--batch-size", "10"]).returncode
    batches = Path(words[words.index("--batches") + 1])
    if batches.name == "batches" and "--dry-run" not in words:
        manifest = json.loads((batches / "manifest.json").read_bytes())
        rows = [manifest[key][-1 if fault != "deleted_field_missing" else 0] for key in ("batches", "undo")]
        sides = [json.loads((batches / row["file"]).read_bytes())["writes"] for row in rows]
        FAULTS[fault][0](*sides)
        for row, writes in zip(rows, sides):
            content = json.dumps({"writes": writes}).encode()
            (batches / row["file"]).write_bytes(content)
            row |= {"writes": len(writes), "bytes": len(content),
                    "sha256": hashlib.sha256(content).hexdigest()}
        if not sides[0]:
            del manifest["batches"][-1], manifest["undo"][-1]
        (batches / "manifest.json").write_text(json.dumps(manifest))
    return status


class Planted(RehearsalCase):
    def rehearse_with(self, fault: str) -> "subprocess.CompletedProcess[str]":
        tools = self.room / f"tools-{fault}"
        tools.mkdir()
        for name in ("read-export", "aggregate-top10"):
            (tools / name).symlink_to((TOOLS / name).resolve())
        (tools / "migrate-ratings").write_text(
            STAND_IN.format(python=sys.executable, scripts=str(SCRIPTS), fault=fault))
        (tools / "migrate-ratings").chmod(0o755)
        return subprocess.run(
            self.command(*RATINGS, tools=tools, kept=f"kept-{fault}", kills=0),
            capture_output=True, text=True, timeout=300)

    def test_batches_without_a_fault_are_found_right(self) -> None:
        done = self.rehearse_with("none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 batches with 19 writes", done.stdout)

    def test_a_ranking_that_is_not_published_or_is_another_is_found(self) -> None:
        def publish_another(name: str, option: str, ranking: Path, *words: str) -> None:
            other = ranking.with_name("other.json")
            other.write_text(ranking.read_text().replace('_ratings": 1', '_ratings": 2'))
            publish(name, option, other, *words)

        publish = Rehearsal.script
        self.command(4, 1)
        for script, told in ((lambda *_: None, "is not in the database"), (publish_another, "is another")):
            kept = Path(self.enterContext(tempfile.TemporaryDirectory()))
            rehearsal = Rehearsal([self.export], kept, TOOLS, DATABASE, kills=0, seed=1)
            with (self.subTest(told), mock.patch.object(rehearsal, "script", script),
                  contextlib.redirect_stderr(io.StringIO()),
                  self.assertRaisesRegex(Failure, f"the ranking (in the database )?{told}")):
                rehearsal.run()

    def test_each_planted_fault_is_found(self) -> None:
        for fault in sorted(FAULTS.keys() - {"none"}):
            with self.subTest(fault=fault):
                done = self.rehearse_with(fault)
                self.assertEqual(done.returncode, 65, done.stdout)
                self.assertIn(FAULTS[fault][1], done.stderr)
