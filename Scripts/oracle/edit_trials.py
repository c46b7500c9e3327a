"""One seed's trials of saving, unsaving and rating: a dump of each kind, edited, listed, edited
again."""

import json
from datetime import datetime, timezone

from generator.disorder import damaged
from generator.draws import Draws
from generator.dumps import Dumps, as_bytes, spelled

from . import expectations, saving
from .bench import written

TOOL = "edit-saved"
LAYOUTS = [(2, "\n"), (4, "\n"), ("\t", "\n"), (1, "\r\n"), (None, "\n"), (None, "")]
ODD_RATINGS = [0, 6, 42, 4.5, 5.0, "5", True, -1]
ODD_TIMES = ["soon", True, "1770000000", -5, 0, 1e300]


def edit_trial(bench):
    for form in ("json", "xml", "binary"):
        EditTrial(bench, form).all()


class EditTrial:
    def __init__(self, bench, form):
        self.bench, self.form = bench, form
        self.draws = Draws(f"edit {bench.seed} {form}")
        self.path, self.output = bench.directory / f"edit-{form}", bench.directory / f"edited-{form}"
        self.dump = self.device()
        self.content = self.laid_out(self.dump)
        self.path.write_bytes(self.content)

    def device(self):
        """A dump, sometimes with duplicate ids, times that are not numbers, and stray times of
        unsaved jokes."""
        draws = self.draws
        dump = Dumps(f"{self.bench.seed} {self.form}", draws.choice([0, 6], "defects", 0)).dump(0)
        saved, times = dump.get("savedJokeIds", []), dump.get("savedJokeTimestamps", {})
        if not draws.below(3, "twice", 0):
            saved += [joke for at, joke in enumerate(saved) if draws.below(2, "again", at)]
        for at, joke in enumerate(list(times)):
            if not draws.below(6, "odd time", at):
                times[joke] = draws.choice(ODD_TIMES, "which time", at)
            elif not draws.below(6, "no time", at):
                del times[joke]
        unsaved = [joke for joke in [*dump["jokeRatings"], "stray"] if joke not in saved]
        for at, joke in enumerate(dump["jokeRatings"]):
            if not draws.below(8, "odd rating", at):
                dump["jokeRatings"][joke] = draws.choice(ODD_RATINGS, "which rating", at)
        for at, joke in enumerate(unsaved):
            if "savedJokeTimestamps" in dump and not draws.below(3, "stray", at):
                times[joke] = 5.0 + at
        return dump

    def laid_out(self, dump):
        if self.form != "json":
            return as_bytes(dump, self.form)
        indent, newline = self.draws.choice(LAYOUTS, "layout", 0)
        separators = None if indent else (",", ":")
        text = json.dumps(
            dump, ensure_ascii=False, default=spelled, indent=indent, separators=separators)
        return (text + "\n").replace("\n", newline).encode()

    def all(self):
        self.listing(self.path, self.content)
        for turn in range(3):
            self.edit(turn)
        content = damaged(self.content, self.draws, 0)
        # What is a damaged property list, Python's readers of them see in other ways.
        if self.form == "json":
            self.path.write_bytes(content)
            self.listing(self.path, content)

    def edit(self, turn):
        """Edits once, edits again without a change, and lists; the named jokes in any order."""
        known = [*self.dump.get("savedJokeIds", []), *self.dump.get("jokeRatings", {})]
        known += ["stray", f"new {turn}", "caf\u00e9", "cafe\u0301", "a&b<c>\"\\"]
        save, unsave = [], []
        for at, joke in enumerate(self.draws.shuffled(dict.fromkeys(known), "known", turn)):
            place = self.draws.below(8, f"named {turn}", at)
            if joke and "," not in joke and place < 2:
                (save, unsave)[place].append(joke)
        save += save[:1]
        rate = []
        for at, joke in enumerate(self.draws.shuffled(dict.fromkeys(known), "rated", turn)):
            word = self.draws.choice([*saving.VERDICTS, "none"], f"verdict {turn}", at)
            if joke and "," not in joke and not self.draws.below(6, f"rated {turn}", at):
                rate.append((joke, word))
        now = self.now(turn)
        words = [f"--now={now}"]
        words += [f"--save={','.join(save)}"] if save else []
        words += [f"--unsave={','.join(unsave)}"] if unsave else []
        words += [f"--rate={','.join('='.join(pair) for pair in rate)}"] if rate else []
        expected = expectations.edit_saved(self.content, now, save, unsave, rate)
        made = self.edited(self.path, self.content, expected, words)
        run = self.bench.run(TOOL, self.path, "--check", *words)
        status = expectations.check(self.content, expected)
        self.bench.equal(self.claim("--check", *words), run.returncode, status, run)
        if made is None:
            return
        self.listing(self.output, made)
        again = self.output.with_suffix(".again")
        again.write_bytes(made)
        run = self.bench.run(TOOL, again, "--in-place", *words)
        self.bench.equal(self.claim("again", *words), written(again), made, run)
        run = self.bench.run(TOOL, again, "--check", *words)
        self.bench.equal(self.claim("--check again", *words), run.returncode, 0, run)

    def edited(self, path, content, expected, words):
        """Runs the tool and compares its result; returns the output's bytes."""
        self.output.unlink(missing_ok=True)
        run = self.bench.run(TOOL, path, "-o", self.output, *words)
        return self.bench.wrote(self.claim(*words), run, self.output, expected, content)

    def now(self, turn):
        """A time: a random one, or the saved time of a joke."""
        times = self.dump.get("savedJokeTimestamps", {}).values()
        times = [time for time in times if isinstance(time, float) and 0 < time < 4e9]
        seconds = self.draws.choice([*times[:3], 1772337600, 1772337600.25], "now", turn)
        moment = datetime.fromtimestamp(seconds, timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def listing(self, path, content):
        for form in ("json", "ids"):
            expected = expectations.list_saved(content, form)
            run = self.bench.run(TOOL, path, "--list", "--as", form)
            self.bench.printed(self.claim("--list", "--as", form), run, expected)

    def claim(self, *words):
        return " ".join([TOOL, self.path.name, *words])
