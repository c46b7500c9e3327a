"""Promise 11: coverage-guided fuzzing finds no trap."""

import sys

from . import turns
from .campaign import Outcome, promise
from .processes import run

HOURS = 3600
CORE_HOURS = 8
NUMBER = 11
SCRIPT = "Scripts/fuzz"


def targets(root):
    return run([sys.executable, root / SCRIPT, "--list"]).stdout.decode().split()


@promise(NUMBER, "coverage-guided fuzzing finds no trap")
def fuzzing(campaign):
    script, names = campaign.root / SCRIPT, targets(campaign.root)
    # In CI some of them a day; on the day of the mutants two that the seed draws.
    chosen = (names if campaign.is_large
              else turns.of_day(campaign.seed, names) or campaign.part(names, turns.TOGETHER, "fuzz"))
    # CI has no time for the build of a campaign.
    seconds, more = campaign.figure((60, ["--unoptimized"]), (CORE_HOURS * HOURS, []))
    done = run([sys.executable, script, *chosen, "--seconds", seconds, "--seed", campaign.seed, *more],
               patience=campaign.figure(1800, len(names) * CORE_HOURS * HOURS + HOURS))
    figure = f"{seconds} s of {', '.join(chosen)}"
    if done.status == 0:
        return Outcome(figure)
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
    if done.status == 69:
        return Outcome(figure, lacking=said[-1])
    return Outcome(figure, [line for line in said if line.startswith("FAILED")] or said[-3:])
