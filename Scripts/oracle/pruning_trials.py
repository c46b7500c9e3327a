"""One seed's trials of pruning: dumps of every form, lists of every form, each run twice."""

import base64
import json

from generator.disorder import damaged
from generator.draws import Draws
from generator.dumps import FORMATS, Dumps, as_bytes

from . import expectations
from .bench import written
from .pruning import IDS, RESULTS, TYPES

ODD_IDS = ["caf\u00e9", "cafe\u0301", "\U0001f414", "a&b<c>", "two words", "", "\u2028", "tab\t"]
STYLES = [{"separators": (",", ":")}, {}, {"indent": 2}, {"indent": "\t"}, {"ensure_ascii": False}]
BROKEN = [
    {"id": "no uuid"}, {"status": "done"}, {"assetId": None}, {"contentType": 5},
    {"contentType": "song"}, {"title": []},
    {"message": None}, {"id": "12345678-1234-1234-1234-1234567890ag"},
]


def pruning_trial(bench):
    for form in FORMATS:
        PruningTrial(bench, form).run()


class PruningTrial:
    def __init__(self, bench, form):
        self.bench, self.directory, self.form = bench, bench.directory, form
        self.draws = Draws(f"pruning {form} {bench.seed}")
        self.assets = [self.asset(at) for at in range(12)]

    def asset(self, at):
        if not self.draws.below(5, "odd asset", at):
            return self.draws.choice(ODD_IDS, "which odd asset", at)
        return f"{self.draws.device(at)}/L0/001"

    def some(self, name, index=0):
        """Some of the assets in any order, a few of them twice, none now and then."""
        draws, most = self.draws, self.draws.choice([0, 1, 2, 2, 3], f"{name} share", index)
        chosen = [each for at, each in enumerate(self.assets)
                  if draws.below(3, f"{name} {index}", at) < most]
        again = [each for at, each in enumerate(chosen) if not draws.below(9, f"{name} again", at)]
        return draws.shuffled(chosen + again, f"{name} order", index)

    def run(self):
        contents = self.dump_file()
        existing = self.some("existing")
        listed = self.id_list("list", existing)
        dump, ids = self.directory / f"prune-{self.form}", self.directory / f"ids-{self.form}"
        dump.write_bytes(contents)
        ids.write_bytes(listed)
        is_allowed = bool(self.draws.below(2, "allow empty", 0))
        flags = ["--allow-empty"] if is_allowed else []
        expected = expectations.prune(contents, listed, is_allowed)
        claim = f"prune-processed {dump.name} {' '.join(flags)}".strip()
        output = self.directory / f"pruned-{self.form}"
        run = self.bench.run("prune-processed", dump, "--existing", ids, "-o", output, *flags)
        self.bench.wrote(claim, run, output, expected, contents)
        run = self.bench.run("prune-processed", dump, "--existing", ids, "--check", *flags)
        status = expectations.check(contents, expected)
        self.bench.equal(f"{claim}, --check", run.returncode, status, run)
        if written(output) is not None:
            again = self.bench.run(
                "prune-processed", output, "--existing", ids, "--check", *flags)
            self.bench.equal(f"{claim}, a second time", again.returncode, expected.status, again)
        self.skip_report(dump, contents, claim)

    def skip_report(self, dump, contents, claim):
        listed = self.id_list("asked", self.some("asked"))
        asked = self.directory / f"asked-{self.form}"
        asked.write_bytes(listed)
        expected = expectations.skip_report(contents, listed)
        run = self.bench.run("prune-processed", dump, "--skip-report", asked)
        self.bench.printed(f"{claim}, skip report", run, expected)

    def id_list(self, name, ids):
        draws = self.draws
        form = draws.choice(["lines", "lines", "crlf", "bom", "compact", "pretty"], name, 0)
        if form in ("compact", "pretty"):
            return json.dumps(
                ids, indent=1 if form == "pretty" else None,
                ensure_ascii=bool(draws.below(2, f"{name} ascii", 0))).encode()
        end = "\r\n" if form == "crlf" else "\n"
        text = "".join(each + end for each in ids) + draws.choice(["", end, " " + end], name, 1)
        return (b"\xef\xbb\xbf" if form == "bom" else b"") + text.encode()

    # The dumps

    def dump_file(self):
        is_pretty = self.form == "json" and bool(self.draws.below(2, "pretty", 0))
        count = 3 if self.form == "ndjson" else 1
        return b"".join(
            as_bytes(self.dump(at), self.form, is_pretty) for at in range(count))

    def dump(self, index):
        draws = self.draws
        entries = list(Dumps(f"pruning {self.bench.seed}").dump(index).items())
        ids, data = self.some("processed", index), self.results(index)
        if not draws.below(12, "odd ids", index):
            ids = draws.choice([[*ids, 5], {"a": 1}, "id", [*ids, ["b"]]], "which odd ids", index)
        mine = [(IDS, ids), (RESULTS, self.stored(data, index))]
        mine = [pair for at, pair in enumerate(mine) if draws.below(9, f"has {at}", index)]
        return dict(draws.shuffled(entries + mine, "where", index))

    def results(self, index):
        draws, results = self.draws, []
        for at, asset in enumerate(self.some("results", index)):
            result = {
                "id": draws.choice([str.upper, str.lower], "case", at)(draws.device(50 + at)),
                "assetId": asset, "status": draws.choice(["success", "flagged", "failed"], "s", at),
                "contentType": draws.choice(sorted(TYPES), "type", at),
                "message": draws.choice(["", "caf\u00e9 / \"x\"\n"], "m", at),
            }
            for key in ("title", "creator", "serviceLink", "later"):
                if draws.below(2, f"has {key} {index}", at):
                    result[key] = draws.choice([None, "https://x.example/a?b", "\\"], key, at)
            results.append(dict(draws.shuffled(list(result.items()), f"keys {index}", at)))
        if results and not draws.below(6, "broken", index):
            results[-1] |= draws.choice(BROKEN, "which broken", index)
        if results and not draws.below(12, "missing", index):
            results[0].pop(draws.choice(["id", "title", "status", "message"], "which", index), None)
        data = json.dumps(results, **draws.choice(STYLES, "style", index)).encode()
        return data if draws.below(8, "damage", index) else damaged(data, draws, index)

    def stored(self, data, index):
        """Their form in a dump: data, or in JSON base64 or plain."""
        if self.form in ("xml", "binary"):
            return data
        if self.draws.below(2, "plain", index):
            return base64.b64encode(data).decode()
        try:
            return json.loads(data)
        except ValueError:
            return "not base64!"
