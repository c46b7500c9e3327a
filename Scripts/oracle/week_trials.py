"""One seed's trials of weeks: rankings by week, of some weeks only, and of older scripts."""

import hashlib
import json
import shutil
import subprocess
from urllib.parse import quote

from generator.answers import NOW
from generator.defects import LABELS, Choice
from generator.disorder import Disorder
from generator.draws import Draws
from generator.events import Events
from generator.layout import export

from . import expectations, ranking, weeks
from .bench import written
from .ranking import Counted
from .vote_trials import CROWDED, SCRIPT, SIDES, asked


def week_trial(bench):
    """Tests the documents of weeks, in one file and in many, and every way to ask for some weeks."""
    draws = Draws(f"weeks {bench.seed}")
    content = Disorder(
        f"weeks {bench.seed}", more=(*CROWDED, Choice(("weeks",), 100))).content()
    path = bench.directory / "weeks"
    path.write_bytes(content)
    options, given = asked(draws)
    for policy in ("none", "week"):
        expected = expectations.aggregate(
            [content], form="import", dedupe=policy, is_by_week=True, **given)
        run = bench.run(
            "aggregate-top10", path, *options, "--by", "week", "--as", "import", "--dedupe", policy)
        bench.printed(f"--by week --dedupe {policy}", run, expected)
    if expected.content is not None:
        files_trial(bench, path, content, options, given)
    for at in range(3):
        narrowed_trial(bench, path, content, options, given, draws, at)
    older_script_trial(bench, given["top"])


def files_trial(bench, path, content, options, given):
    """Tests the files of `--weeks`: their names and bytes, and that their counts add up."""
    documents, *_ = ranking.aggregate([content], is_by_week=True, **given)
    folder, summary = bench.directory / "of-weeks", bench.directory / "weeks-summary"
    run = bench.run(
        "aggregate-top10", path, *options, "--by", "week", "--weeks", folder, "--summary", summary)
    all_time, *of_weeks = documents
    claim = "--weeks"
    bench.equal(f"{claim}, all time", run.stdout, ranking.as_jq_prints(all_time), run)
    made = {each.name: each.read_bytes() for each in folder.iterdir()} if folder.is_dir() else {}
    expected = {file_name(each["week_id"]): ranking.as_jq_prints(each) for each in of_weeks}
    bench.equal(f"{claim}, names", sorted(made), sorted(expected), run)
    for name in expected.keys() & made.keys():
        bench.equal(f"{claim}, {name}", made[name], expected[name], run)
    counted = Counted([content], given["scale"], ranks_votes=True)
    lacking = [vote for vote in counted.votes if weeks.label_of(vote[2]) is None]
    for side in SIDES:
        total = f"total_{side}_ratings"
        missing = sum(each[0] == side for each in lacking)
        whole = sum(json.loads(text)[total] for text in made.values()) + missing
        bench.equal(f"{claim}, {total} add up", whole, json.loads(run.stdout or b"{}").get(total), run)
    told = json.loads(written(summary) or b"{}")
    unlabelled = sum(weeks.label_of(each) is None for each in counted.usable)
    bench.equal(
        f"{claim}, summary", [told.get("weeks"), told.get("events_without_week")],
        [len(of_weeks), unlabelled], run)


def file_name(label):
    name = quote(label, safe="")
    if name.startswith("."):
        name = "%2E" + name[1:]
    if len(name) > 200:
        name = f"{name[:100]}-{hashlib.sha256(label.encode()).hexdigest()}"
    return name + ".json"


def narrowed_trial(bench, path, content, options, given, draws, at):
    """Tests `--week`, `--since` and `--until`, alone and with `--by week` and a policy."""
    names = [json.loads(label) for label in LABELS]
    chosen = sorted(draws.choice(names, f"week {end}", at) for end in (0, 1))
    range_of = [
        {"week": chosen[0]}, {"since": chosen[0]}, {"until": chosen[0]},
        {"since": chosen[0], "until": chosen[1]},
    ][draws.below(4, "range", at)]
    arguments = [word for key, value in range_of.items() for word in (f"--{key}", value)]
    policy = draws.choice(["none", "week", "device-latest"], "policy", at)
    asked = weeks.Range(**range_of)
    has_several = asked.since != asked.until
    is_by_week = policy != "device-latest" and has_several and bool(draws.below(2, "by week", at))
    form = "import" if is_by_week else draws.choice(["json", "firestore", "import"], "form", at)
    duplicates = draws.choice(["count", "first"], "duplicates", at)
    expected = expectations.aggregate(
        [content], form=form, dedupe=policy, duplicates=duplicates, range_of_weeks=asked,
        is_by_week=is_by_week, **given)
    run = bench.run(
        "aggregate-top10", path, *options, *arguments, "--as", form, "--dedupe", policy,
        "--duplicates", duplicates, *(["--by", "week"] if is_by_week else []))
    bench.printed(f"{' '.join(arguments)} --dedupe {policy} --as {form}", run, expected)


def older_script_trial(bench, top):
    """Compares with the weekly documents of older scripts, where each event is whole.

    They leave ties to the order of the scan: all their jokes are put in the order of the rules.
    """
    if not shutil.which("node"):
        return
    path, folder = bench.directory / "whole-weeks", bench.directory / "whole"
    path.write_text(export(Events(f"whole weeks {bench.seed}", jokes=9), range(120)))
    theirs = json.loads(subprocess.run(
        ["node", SCRIPT, path, "1000000", "weeks"], capture_output=True, check=True).stdout)
    run = bench.run(
        "aggregate-top10", path, "--scale", "five-point", "--top", top, "--now", NOW, "--by", "week",
        "--weeks", folder)
    made = [json.loads(each.read_bytes()) for each in sorted(folder.glob("*"))]
    for document in theirs:
        for side in SIDES:
            document[side].sort(key=lambda each: (-each["count"], each["joke_id"].encode()))
            document[side] = [
                {**each, "rank": rank} for rank, each in enumerate(document[side][:top], start=1)]
        document["week_start"] = document["week_start"].replace(".000Z", "Z")
        document["computed_at"] = NOW
    bench.equal("older scripts", made, theirs, run)
    bench.equal("older scripts, members", list(map(list, made)), list(map(list, theirs)), run)
