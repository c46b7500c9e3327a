"""Tests that rehearse finds faults that are planted into the batches of migrate-ratings.

A stand-in for migrate-ratings runs the real one, and then changes the batches, with a manifest that fits.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from installing.building import TOOLS
from live.server_trials import SCRIPTS
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


def nothing(writes: Writes, undo: Writes) -> None:
    pass


def batch_left_out(writes: Writes, undo: Writes) -> None:
    writes.clear()
    undo.clear()


def write_left_out(writes: Writes, undo: Writes) -> None:
    writes.pop()
    undo.pop()


def write_too_many(writes: Writes, undo: Writes) -> None:
    add(writes, undo, "d0")


def write_for_nothing(writes: Writes, undo: Writes) -> None:
    add(writes, undo, "none")


def add(writes: Writes, undo: Writes, key: str) -> None:
    """Writes for one more document, of which the first makes its rating a 1."""
    for side, rating in ((writes, 1), (undo, 5)):
        fields = {"rating": {"integerValue": str(rating)}}
        other = next(each for each in side if "updateMask" in each)
        side.append({**other, "update": {"name": f"{EVENTS}/{key}", "fields": fields}})


def other_time(writes: Writes, undo: Writes) -> None:
    writes[-1]["currentDocument"] = {"updateTime": "2026-02-09T19:30:00.123457Z"}


def time_missing(writes: Writes, undo: Writes) -> None:
    writes[-1]["currentDocument"] = {"exists": True}


def precondition_missing(writes: Writes, undo: Writes) -> None:
    del writes[-1]["currentDocument"]


def deleted_field_missing(writes: Writes, undo: Writes) -> None:
    (back,) = (each for each in undo if "updateMask" not in each)
    del back["update"]["fields"]["joke_id"]


def updated_field_missing(writes: Writes, undo: Writes) -> None:
    undo[-1]["update"]["fields"].clear()


# Each with what rehearse says of it.
FAULTS: dict[Callable[[Writes, Writes], None], str] = {
    batch_left_out: "exported anew, 9 documents still to be migrated",
    write_left_out: "exported anew, 1 document still to be migrated",
    write_too_many: "the database is not the migrated export",
    write_for_nothing: "rating_events/none whose precondition is not that document as exported",
    other_time: "whose precondition is not that document as exported",
    time_missing: "whose precondition is not that document as exported",
    precondition_missing: "a write has no precondition",
    deleted_field_missing: "undone, the database is not the export",
    updated_field_missing: "undone, the database is not the export",
}


def migrate(fault: str, words: list[str]) -> int:
    """Runs migrate-ratings, and plants a fault into the last of its batches."""
    status = subprocess.run([TOOLS / "migrate-ratings", *words, "--batch-size", "10"]).returncode
    batches = Path(words[words.index("--batches") + 1])
    if batches.name == "batches" and "--dry-run" not in words:
        manifest = json.loads((batches / "manifest.json").read_bytes())
        rows = [manifest[key][-1 if fault != "deleted_field_missing" else 0] for key in ("batches", "undo")]
        sides = [json.loads((batches / row["file"]).read_bytes())["writes"] for row in rows]
        globals()[fault](*sides)
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
    def rehearse_with(self, fault: Callable[[Writes, Writes], None]) -> "subprocess.CompletedProcess[str]":
        tools = self.room / f"tools-{fault.__name__}"
        tools.mkdir()
        for name in ("read-export", "aggregate-top10"):
            (tools / name).symlink_to((TOOLS / name).resolve())
        (tools / "migrate-ratings").write_text(STAND_IN.format(
            python=sys.executable, scripts=str(SCRIPTS), fault=fault.__name__))
        (tools / "migrate-ratings").chmod(0o755)
        return subprocess.run(
            self.command(*RATINGS, tools=tools, kept=f"kept-{fault.__name__}", kills=0),
            capture_output=True, text=True, timeout=300)

    def test_batches_without_a_fault_are_found_right(self) -> None:
        done = self.rehearse_with(nothing)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 batches with 19 writes", done.stdout)

    def test_each_planted_fault_is_found(self) -> None:
        for fault, words in FAULTS.items():
            with self.subTest(fault=fault.__name__):
                done = self.rehearse_with(fault)
                self.assertEqual(done.returncode, 65, done.stdout)
                self.assertIn(words, done.stderr)
