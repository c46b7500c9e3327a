"""Promise 20: a run that was crashed goes on, and ends in the same bytes."""

from .campaign import Outcome, promise
from .processes import run


@promise(20, "a crashed run resumes")
def resuming(campaign):
    tool = campaign.tools / "migrate-ratings"
    if b"--resume" not in run([tool, "--help"]).stdout:
        return Outcome("no crash", missing="there is no --resume yet")
    return Outcome("no crash", missing="nothing tries --resume yet")
