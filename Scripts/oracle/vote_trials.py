"""One seed's trials of votes: the policies, and the app's own script."""

import json
import pathlib
import shutil
import subprocess

from generator.answers import NOW
from generator.defects import Choice
from generator.disorder import Disorder
from generator.draws import Draws

from . import expectations, votes
from .bench import written
from .exports import read
from .ranking import Counted, ranking_document

SCRIPT = pathlib.Path(__file__).with_name("aggregate.mjs")
SIDES = ("hilarious", "horrible")
# Few devices, weeks and moments, so that votes compete, with odd jokes and ratings among them.
CROWDED = (Choice(("crowded",), 100), Choice(("javascript",), 44), Choice(("vote-twice",), 8))


def asked(draws):
    """A scale and a length of the lists, as options, and as the oracle takes them."""
    scale = draws.choice(["binary", "five-point"], "scale", 0)
    top = draws.choice([1, 3, 10], "top", 0)
    options = ["--scale", scale, "--top", top, "--now", NOW]
    if scale == "binary":
        options += ["--max-unmigrated", "100%"]
    return options, {"scale": scale, "top": top, "now": NOW, "max_unmigrated": "100%"}


def vote_trial(bench):
    """Tests every policy, alone and in the report, and the comparison with the script."""
    content = Disorder(f"votes {bench.seed}", more=CROWDED).content()
    path, summary = bench.directory / "votes", bench.directory / "votes-summary"
    path.write_bytes(content)
    options, given = asked(Draws(f"votes {bench.seed}"))
    scale, top = given["scale"], given["top"]
    for policy in votes.POLICIES:
        expected = expectations.aggregate([content], dedupe=policy, **given)
        run = bench.run("aggregate-top10", path, *options, "--dedupe", policy)
        bench.printed(f"--dedupe {policy}", run, expected)
    run = bench.run(
        "aggregate-top10", path, *options, "--allow-empty", "--dedupe-report", "--compat-report",
        "--summary", summary)
    told = json.loads(written(summary) or b"{}")
    counted = Counted([content], scale)
    for policy in votes.POLICIES:
        answer = told.get("dedupe_report", {}).get(policy, {})
        kept = votes.counting(counted.votes, policy)
        claim = f"the report of {policy}"
        bench.equal(f"{claim}, counted", answer.get("counted"), len(kept), run)
        bench.equal(
            f"{claim}, left out", answer.get("left_out"), len(counted.votes) - len(kept), run)
        bench.equal(
            f"{claim}, untold", answer.get("without_device_or_week"),
            votes.untold(counted.votes, policy), run)
        ranking = json.loads(run.stdout or b"{}")
        theirs = ranking_document(kept, top, NOW)
        bench.equal(f"{claim}, moves", moves_in(answer), moves(ranking, theirs), run)
    script_trial(bench, content, run, told.get("compat_report", {}), top)


def script_trial(bench, content, run, told, top):
    """Compares with JavaScript on the same documents, if node is installed.

    Documents with a field twice are left out: Firestore cannot hold them.
    """
    if not shutil.which("node"):
        return
    lines = bench.directory / "as-lines"
    events = [each for each in read(content).documents if not each.is_other and not each.is_ambiguous]
    lines.write_bytes(b"".join(
        each.node.text.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n" for each in events))
    theirs = subprocess.run(
        ["node", SCRIPT, lines, str(top)], capture_output=True, check=True).stdout
    theirs = json.loads(theirs)
    for side in SIDES:
        total = f"total_{side}_ratings"
        claim = f"the app's script, {side}"
        bench.equal(f"{claim}, total", told.get(total), theirs.pop(total), run)
        made = told.get("ranking", {}).get(side, {})
        if made.get("is_order_known"):
            bench.equal(claim, made.get("jokes"), theirs[side], run)
    ranking = json.loads(run.stdout or b"{}")
    bench.equal("the app's script, moves", moves_in(told), moves(ranking, theirs), run)
    ours = {
        side: [{key: each[key] for key in ("joke_id", "count", "rank")} for each in ranking[side]]
        for side in SIDES
    }
    bench.equal("the app's script", told.get("is_ranking_same"), ours == theirs, run)


def moves_in(answer):
    return {side: answer.get(side) for side in SIDES}


def moves(before, now):
    """The jokes that enter, leave and move in both lists."""
    answer = {}
    for side in SIDES:
        old = [each["joke_id"] for each in before[side]]
        new = [each["joke_id"] for each in now[side]]
        answer[side] = {
            "entered": [joke for joke in new if joke not in old],
            "left": [joke for joke in old if joke not in new],
            "moved": [
                {"joke_id": joke, "from": old.index(joke) + 1, "to": place}
                for place, joke in enumerate(new, start=1)
                if joke in old and old.index(joke) + 1 != place
            ],
        }
    return answer
