"""Promise 11: coverage-guided fuzzing finds no trap."""

import sys

from .campaign import Outcome, promise
from .processes import run

HOURS = 3600
CORE_HOURS = 8


@promise(11, "coverage-guided fuzzing finds no trap")
def fuzzing(campaign):
    script = campaign.root / "Scripts/fuzz"
    names = run([sys.executable, script, "--list"]).stdout.decode().split()
    # In CI some of them a day; which ones, the seed says.
    chosen = campaign.part(names, 2, "fuzz")
    seconds = campaign.figure(30, CORE_HOURS * HOURS)
    done = run([sys.executable, script, *chosen, "--seconds", seconds, "--seed", campaign.seed],
               patience=campaign.figure(1800, len(names) * CORE_HOURS * HOURS + HOURS))
    figure = f"{seconds} s of {', '.join(chosen)}"
    if done.status == 0:
        return Outcome(figure)
    said = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
    if done.status == 69:
        return Outcome(figure, lacking=said[-1])
    return Outcome(figure, [line for line in said if line.startswith("FAILED")] or said[-3:])
