"""One seed's trials: the tools on an export, on its batches, on damage, and on dumps."""

import hashlib
import json
import subprocess

from generator.answers import NOW
from generator.disorder import Disorder, Enveloped, damaged
from generator.draws import Draws
from generator.dumps import FORMATS, Dumps, as_bytes

from . import expectations
from .bench import written
from .sending import DATABASE, batch_trial

FORMS = ("json", "firestore", "commit", "import")


class Trial:
    def __init__(self, bench):
        self.bench, self.seed, self.directory = bench, bench.seed, bench.directory
        self.draws = Draws(f"trial {self.seed}")
        self.runs = 0

    def all(self):
        disorder = Disorder(self.seed)
        content = disorder.content()
        export = self.file("export", content)
        migrated = self.migration(export, content)
        self.ranking(export, content, migrated)
        self.several_exports()
        for form in Enveloped.FORMS:
            self.enveloped(form)
        self.documents("export", content)
        for index in range(3):
            self.damage(content, disorder.shape, index)
        if self.seed % 2 == 0:
            events = 1300 if self.seed % 50 == 0 else self.draws.choice([9, 40, 90], "to send", 0)
            batch_trial(self, Disorder(self.seed, events))
        if self.seed % 10 == 0:
            self.jq_opinion()
        for form in FORMATS:
            self.dump(form)

    def enveloped(self, form):
        """Tests the same events as REST pages and in backup formats."""
        enveloped = Enveloped(self.seed, form)
        content = enveloped.content()
        export = self.file(f"export-{form}", content)
        self.ranking(export, content, self.migration(export, content))
        self.documents(f"export-{form}", content)
        if self.seed % 3 == 0 and form != "table":
            batch_trial(self, enveloped, f"to-send-{form}")

    def file(self, name, content):
        path = self.directory / name
        path.write_bytes(content)
        return path

    def output(self):
        self.runs += 1
        return self.directory / f"output-{self.runs}"

    def documents(self, name, content):
        """Tests `read-export`, typed and plain, also on the compressed export."""
        program = self.draws.choice(["gzip", "zstd"], f"program for {name}", 0)
        packed = self.file(f"packed-{name}", subprocess.run(
            [program, "-c", self.directory / name], check=True, capture_output=True).stdout)
        for options in ([], ["--plain"], ["--count"]):
            answer = expectations.read_export(
                content, is_plain="--plain" in options, counts="--count" in options)
            run = self.bench.run("read-export", packed, *options)
            claim = f"read-export {' '.join(options)} of {packed.name}, {program}"
            self.bench.equal(f"{claim}, status", run.returncode, answer.status, run)
            if answer.content is not None:
                self.bench.equal(claim, run.stdout, answer.content, run)

    def migration(self, export, content):
        """Tests the migration byte for byte; a second one changes nothing."""
        policy = self.draws.choice(["keep", "keep", "drop", "fail"], "policy", 0)
        expected = expectations.migrate_ratings(content, policy)
        arguments = [] if policy == "keep" else ["--unexpected", policy]
        output = self.migrated("migrate-ratings", export, expected, *arguments)
        run = self.bench.run("migrate-ratings", export, "--check", *arguments)
        status = expectations.check(content, expected)
        self.bench.equal(f"--check, {policy}", run.returncode, status, run)
        if written(output) is None:
            return None
        self.dry_run(export, expected, arguments)
        # What is left may not tell its format any more, so that it is looked at anew.
        again = expectations.migrate_ratings(expected.content, policy)
        self.migrated("migrate-ratings", output, again, *arguments, what="a second time")
        return output if policy == "keep" else None

    def dry_run(self, export, expected, arguments):
        """Tests the status, counts and digest of a dry run."""
        summary = self.output()
        run = self.bench.run("migrate-ratings", export, "-n", "--summary", summary, *arguments)
        self.bench.equal("dry run, status", run.returncode, expected.status, run)
        told = json.loads(written(summary) or b"{}")
        counts = {key: told.get("documents", {}).get(key) for key in expected.counts}
        self.bench.equal("dry run, counts", counts, expected.counts, run)
        digests = [each.get("sha256") for each in told.get("outputs", [])]
        digest = hashlib.sha256(expected.content).hexdigest()
        self.bench.equal("dry run, digest", digests, [digest], run)

    def migrated(self, tool, path, expected, *arguments, what=""):
        """Runs a migration and compares its status and output; returns the output's path."""
        output = self.output()
        run = self.bench.run(tool, path, "-o", output, *arguments)
        what = " ".join([tool, path.name, *map(str, arguments), what]).strip()
        self.bench.wrote(what, run, output, expected, path.read_bytes())
        return output

    def ranking(self, export, content, migrated):
        """Tests both scales and a shape; the migrated export has the five-point ranking."""
        top = self.draws.choice([1, 3, 10, 50], "top", 0)
        form = self.draws.choice(FORMS, "form", 0)
        options = {"top": top, "form": form, "now": NOW}
        arguments = ["--top", top, "--as", form, "--now", NOW]
        if form == "commit" or form == "firestore" and self.draws.below(2, "named", 0):
            options["database"] = DATABASE
            arguments += ["--database", DATABASE]
        five_points = self.ranked([export], [content], "five-point", options, arguments)
        self.ranked([export], [content], "binary", options, arguments)
        if migrated:
            limits = ["--allow-empty", "--max-unmigrated", "100%"]
            run = self.bench.run("aggregate-top10", migrated, *limits, *arguments)
            # If the line that told the format is gone, what is left may have more events.
            again = expectations.aggregate(
                [written(migrated)], "binary", **{**options, "max_unmigrated": "100%"})
            expected = {five_points, again.content or five_points}
            self.bench.holds(
                "rank what was migrated",
                None if run.stdout in expected else "the ranking is another", run)

    def ranked(self, paths, contents, scale, options, arguments):
        if scale == "binary":
            limit = self.draws.choice(["1%", "50", "100%"], "unmigrated", len(paths))
            options = {**options, "max_unmigrated": limit}
            arguments = [*arguments, "--max-unmigrated", limit]
        expected = expectations.aggregate(contents, scale, **options)
        run = self.bench.run("aggregate-top10", *paths, "--scale", scale, *arguments)
        self.bench.printed(
            f"aggregate-top10 {len(paths)} inputs, {scale}, {arguments[3]}", run, expected)
        return run.stdout

    def several_exports(self):
        """Tests a ranking of two exports of different shapes."""
        contents = [Disorder(f"{self.seed} {part}", 20).content() for part in "ab"]
        paths = [self.file(f"export-{at}", content) for at, content in enumerate(contents)]
        options = {"top": 10, "form": "json", "now": NOW}
        arguments = ["--top", 10, "--as", "json", "--now", NOW]
        self.ranked(paths, contents, "binary", options, arguments)

    def damage(self, content, shape, index):
        """Tests a truncation or a changed byte: the status, and the bytes if it is harmless."""
        content = damaged(content, self.draws, index)
        path = self.file(f"damaged-{index}", content)
        self.migrated("migrate-ratings", path, expectations.migrate_ratings(content))
        expected = expectations.aggregate([content], "binary", 10, NOW)
        run = self.bench.run("aggregate-top10", path, "--now", NOW)
        self.bench.printed(f"rank {path.name}", run, expected)
        if shape == "ndjson":
            expected = expectations.migrate_ratings(content, salvage=True)
            self.migrated("migrate-ratings", path, expected, "--salvage")

    def jq_opinion(self):
        """Compares with jq on a well-formed export, value for value."""
        here = __file__.rsplit("/", 1)[0]
        disorder = Disorder(self.seed, 60)
        disorder.generated.choices = ()
        export = self.file("well-formed", disorder.content().removeprefix(b"\xef\xbb\xbf"))
        output = self.output()
        self.bench.run("migrate-ratings", export, "-o", output)
        ours = jq("-cS", ".", output)
        theirs = jq("-cS", "-f", f"{here}/migrate.jq", export)
        self.bench.equal("migrate.jq", ours, theirs)
        options = ["--arg", "scale", "five-point", "--argjson", "top", "10", "--arg", "now", NOW]
        theirs = jq("-n", "-f", f"{here}/aggregate.jq", *options, export)
        run = self.bench.run("aggregate-top10", export, "--scale", "five-point", "--now", NOW)
        self.bench.equal("aggregate.jq", run.stdout, theirs, run)

    def dump(self, form):
        """Tests both migrations of a dump, in order, alone, and repeated."""
        draws = self.draws
        percent = draws.choice([0, 6], "dump defects", 0)
        dumps = Dumps(self.seed, percent, flagged=draws.choice([0, 40], "flagged", 0))
        is_pretty = form == "json" and bool(draws.below(2, "pretty dump", 0))
        count = 4 if form == "ndjson" else 1
        content = b"".join(as_bytes(dumps.dump(at), form, is_pretty) for at in range(count))
        path = self.file(f"dump-{form}", content)
        keeps = bool(draws.below(2, "keep saved timestamps", 0))
        flag = ["--keep-saved-timestamps"] if keeps else []

        def save(path):
            expected = expectations.migrate_saved(path.read_bytes(), NOW, keeps)
            made = self.migrated("migrate-saved", path, expected, "--now", NOW, *flag)
            if expected.status != expectations.GUARD:
                return made
            expected = expectations.migrate_saved(path.read_bytes(), NOW, keeps, True)
            return self.migrated(
                "migrate-saved", path, expected, "--now", NOW, "--allow-five-point", *flag)

        def rate(path):
            expected = expectations.migrate_ratings(path.read_bytes())
            return self.migrated("migrate-ratings", path, expected)

        save(path)
        policy = draws.choice(["drop", "fail"], "dump policy", 0)
        expected = expectations.migrate_ratings(content, policy)
        self.migrated("migrate-ratings", path, expected, "--unexpected", policy)
        rated = rate(path)
        if not rated.is_file():
            return
        saved = save(rated)
        for again in (rate, save):
            if saved.is_file():
                result = again(saved)
                claim = f"dump-{form}, a second time"
                self.bench.equal(claim, written(result), saved.read_bytes())


def jq(*arguments):
    return subprocess.run(["jq", *arguments], capture_output=True).stdout
