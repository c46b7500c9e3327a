"""One seed's trials of make-fixtures: the tools give the expected answers, a second run the same bytes,
and a joke, event or defect more the same other records."""

import json
import plistlib
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from installing.building import SCRIPTS
from oracle.bench import Bench, Run, written

from .answers import NOW
from .defects import DEFECTS
from .draws import Draws
from .dumps import as_bytes
from .events import EVENTS_PER_JOKE
from .fixture import FOLDERS, Fixture, Wishes, lacking

RARE = {"truncated": 10, "huge": 40}
NEVER = 65


def wishes(seed: int, forms: list[str]) -> Wishes:
    """What the seed asks for: the formats in turn, and some of their defects."""
    draws, form = Draws(f"wishes {seed}"), forms[seed % len(forms)]
    defects = tuple(
        name for name in DEFECTS
        if name not in lacking(form) and not draws.below(RARE.get(name, 3), f"has {name}", 0))
    devices = draws.choice([None, None, 7], "devices", 0)
    # Of folders, shards of more than a block of 32 KiB, too.
    events = draws.choice([1, 60, 1500, 1500] if form in FOLDERS else [1, 9, 60, 320], "events", 0)
    return Wishes(
        seed, events=min(events, 7 * 47) if devices else events,
        jokes=draws.choice([1, 3, 12, 200], "jokes", 0), devices=devices,
        weeks=47 if devices else draws.choice([1, 5, 47], "weeks", 0),
        ties=draws.choice([0, 1, 12], "ties", 0), form=form,
        scale=draws.choice(["five-point", "five-point", "binary"], "scale", 0),
        times=draws.choice(["mixed", "rfc3339"], "times", 0),
        is_shuffled=bool(draws.below(2, "shuffled", 0)),
        is_pretty=form in ("array", "object") and "disorder" not in defects
        and bool(draws.below(2, "pretty", 0)),
        defects=defects, percent=draws.choice([2, 8, 30], "percent", 0), dumps=2,
        has_catalogue=True, shards=draws.choice([1, 3], "shards", 0),
        is_padded=bool(draws.below(2, "padded", 0)), has_others=bool(draws.below(2, "others", 0)))


def command(asked: Wishes, directory: Path) -> list[str]:
    """The command that makes the same."""
    words = [
        sys.executable, str(SCRIPTS / "make-fixtures"), "-o", str(directory),
        *(f"--{name}={value}" for name, value in {
            "seed": asked.seed, "events": asked.events, "jokes": asked.jokes, "weeks": asked.weeks,
            "ties": asked.ties, "format": asked.form, "scale": asked.scale, "times": asked.times,
            "defects": ",".join(asked.defects), "percent": asked.percent, "dumps": asked.dumps,
            "shards": asked.shards}.items())]
    flags = {
        "--shuffle-keys": asked.is_shuffled, "--pretty": asked.is_pretty,
        "--catalogue": asked.has_catalogue, "--padded": asked.is_padded, "--others": asked.has_others}
    devices = [f"--devices={asked.devices}"] if asked.devices is not None else []
    return words + devices + [flag for flag, is_set in flags.items() if is_set]


class FixtureTrial:
    """The trials of what one seed asks for."""

    def __init__(self, bench: Bench, asked: Wishes):
        self.bench, self.asked, self.directory = bench, asked, bench.directory
        self.made = self.directory / "made"
        self.expected = self.made / "expected"
        bench.label += f", {asked.form}, {','.join(asked.defects)}"

    def all(self) -> None:
        digest = Fixture(self.asked).write(self.made)
        self.same_bytes(digest)
        self.same_records()
        self.export = next(path for path in self.made.iterdir() if path.name.startswith("export"))
        self.answers = json.loads((self.expected / "answers.json").read_bytes())
        if "migrate-ratings" in self.answers:
            self.migration()
        self.ranking(self.export, "five-point")
        for form in ("json", "xml", "binary"):
            self.dumps(form)
        if "odd-jokes" not in self.asked.defects:
            self.catalogue()

    def run(self, tool: str, *words: object) -> Run:
        return self.bench.run(tool, *words, "--quiet")

    def migration(self) -> None:
        """Every byte, the counts and the number of rejects."""
        answer = self.answers["migrate-ratings"]
        output, rejects, summary = (self.directory / name for name in ("migrated", "rejects", "summary"))
        run = self.run(
            "migrate-ratings", self.export, "-o", output, "--rejects", rejects, "--summary", summary,
            "--allow-empty")
        self.bench.equal("migrate, status", run.returncode, answer["status"], run)
        if answer["status"] == NEVER:
            self.bench.equal("migrate, no output", output.exists(), False, run)
            return
        told = json.loads(written(summary) or b"{}").get("documents", {})
        wanted = self.answers["documents"]
        self.bench.equal(
            "migrate, counts", {key: told.get(key) for key in wanted}, wanted, run)
        listed = (written(rejects) or b"").splitlines()
        self.bench.equal("migrate, rejects", len(listed), answer["rejects"], run)
        migrated = next(self.expected.glob("migrated*"))
        if migrated.is_dir():
            self.bench.holds("migrated folder", difference(output, migrated), run)
            self.folder(output)
        else:
            self.bench.equal("migrated", written(output), migrated.read_bytes(), run)
        if wanted["after"]:
            self.ranking(output, "binary")

    def folder(self, migrated: Path) -> None:
        """A migrated folder stays as it is, in place the same becomes of the export, and of a managed one all
        of it is as Google's definitions read it."""
        again, place = self.directory / "migrated-again", self.directory / "place"
        run = self.run("migrate-ratings", migrated, "-o", again)
        self.bench.holds("migrated again", difference(again, migrated), run)
        shutil.copytree(self.export, place)
        run = self.run("migrate-ratings", place, "--in-place")
        (self.directory / "place.journal").unlink(missing_ok=True)
        self.bench.holds("migrated in place", difference(place, migrated), run)
        if self.asked.form != "backup":
            from oracle.export_trees import Comparison

            problems = Comparison(self.export, migrated).problems
            self.bench.equal("by Google's definitions", problems[:3], [], run)

    def ranking(self, export: Path, scale: str) -> None:
        """The ranking of the export by five points is that of the migrated one, except for its rejects:
        a document without a joke may have been deleted."""
        answer, rejects = self.answers["aggregate-top10"], self.directory / f"{scale}-rejects"
        run = self.run(
            "aggregate-top10", export, "--scale", scale, "--now", NOW, "--rejects", rejects)
        if scale == "five-point":
            self.bench.equal("rank, status", run.returncode, answer["status"], run)
            listed = (written(rejects) or b"").splitlines()
            if answer["status"] != NEVER:
                self.bench.equal("rank, rejects", len(listed), answer["rejects"], run)
        wanted = written(self.expected / "ranking.json") or b""
        self.bench.equal(f"rank {scale}", run.stdout, wanted, run)

    def dumps(self, form: str) -> None:
        """Both migrations of the folder of dumps, value for value."""
        folder = self.made / "dumps" / form
        binary, saved = (self.directory / f"{form}-{what}" for what in ("binary", "saved"))
        run = self.run("migrate-ratings", folder, "-o", binary)
        self.bench.equal(f"{form} dumps, binary, status", run.returncode, 0, run)
        self.outcomes(binary, form, "binary", run)
        run = self.run("migrate-saved", binary, "-o", saved, "--now", NOW)
        self.bench.equal(f"{form} dumps, saved, status", run.returncode, 0, run)
        self.outcomes(saved, form, "saved", run)

    def outcomes(self, folder: Path, form: str, what: str, run: Run) -> None:
        for path in sorted((self.expected / "dumps" / what).iterdir()):
            found = list(folder.glob(f"{path.stem}.*")) if folder.is_dir() else []
            made = value(found[0].read_bytes(), form) if found else None
            wanted = value(path.read_bytes(), "json")
            self.bench.equal(f"{form} {path.stem}, {what}", made, wanted, run)

    def catalogue(self) -> None:
        run = self.run(
            "read-export", self.made / "jokes.ndjson", "--count")
        counted = {"schema_version": 1, "collection": None, "documents": self.asked.jokes}
        self.bench.equal(
            "jokes of the catalogue", json.loads(run.stdout or b"{}"), counted, run)

    def same_bytes(self, digest: str) -> None:
        """Another process, in another zone and order of hashes, makes the same."""
        again = self.directory / "again"
        made = subprocess.run(
            command(self.asked, again), capture_output=True, text=True,
            env={"PYTHONHASHSEED": str(self.asked.seed), "TZ": "Asia/Kathmandu", "LC_ALL": "C",
                 "PYTHONPATH": ":".join(sys.path)})
        self.bench.equal("SHA-256 of another run", made.stdout.split(), [digest, str(again)])

    def same_records(self) -> None:
        """A joke, an event and a defect more."""
        before = self.records(self.asked)
        more = replace(self.asked, jokes=self.asked.jokes + 1)
        joke, events = self.records(more), Fixture(more).events
        others = [at for at in range(len(joke)) if events.place(at) != self.asked.jokes]
        first = EVENTS_PER_JOKE * self.asked.jokes
        self.bench.equal("a joke more, before it", joke[:first], before[:first])
        self.bench.equal(
            "a joke more, the others", [joke[at] for at in others],
            [before[at] for at in others])
        if self.asked.devices is None:
            event = self.records(replace(self.asked, events=self.asked.events + 1))
            self.bench.equal("an event more", event[:-1], before)
        for name in ("unknown", "constructor"):
            self.with_defect(before, name)

    def with_defect(self, before: list[str], name: str) -> None:
        asked = replace(self.asked, defects=(*self.asked.defects, name))
        fixture = Fixture(asked)
        after = self.records(asked)
        hit = [fixture.events.choices[0].of(fixture.draws, at) == name for at in range(len(after))]
        kept = [each for each, is_hit in zip(after, hit, strict=True) if not is_hit]
        wanted = [each for each, is_hit in zip(before, hit, strict=True) if not is_hit]
        self.bench.equal(f"the defect {name} more", kept, wanted)

    @staticmethod
    def records(asked: Wishes) -> list[str]:
        fixture = Fixture(asked)
        return [f"{each.id} {each.pairs}" for each in map(fixture.events.record, range(asked.events))]


def value(content: bytes, form: str) -> Any:
    """A dump's value, as JSON spells it, with the order of its lists but not of its keys."""
    dump = json.loads(content) if form == "json" else plistlib.loads(content)
    return json.loads(as_bytes(dump, "json"), parse_float=lambda text: ("real", text))


def difference(one: Path, other: Path) -> str:
    """The first difference of two folders, if any."""
    names = sorted({
        path.relative_to(root) for root in (one, other) for path in root.rglob("*") if path.is_file()})
    for name in names:
        if written(one / name) != written(other / name):
            return f"{name} differs"
    return ""
