"""The figures of nightly runs, for node_exporter's textfile collector."""

import re
from pathlib import Path

from .. import durable

NAME = "laughtrack-nightly.prom"
PREFIX = "laughtrack_nightly"
SUCCESS = f"{PREFIX}_last_success_timestamp_seconds"
KEPT = re.compile(rf"^{SUCCESS} (\S+)$", re.MULTILINE)


def write(
    folder: Path, steps: tuple[str, ...], failed: str | None, status: int,
    seconds: dict[str, float], now: float,
) -> None:
    """Replaces the figures of the last run; a failed run keeps the time of the last success."""
    file = folder / NAME
    lines = gauge("failed_step", "1 for the step that failed in the last run, 0 for the others.")
    lines += [f'{PREFIX}_failed_step{{step="{step}"}} {int(step == failed)}' for step in steps]
    lines += gauge("step_seconds", "How long each step of the last run took.")
    lines += [f'{PREFIX}_step_seconds{{step="{step}"}} {s:.3f}' for step, s in seconds.items()]
    lines += gauge("exit_status", "The exit status of the last run.")
    lines += [f"{PREFIX}_exit_status {status}"]
    lines += gauge("last_run_timestamp_seconds", "When the last run ended.")
    lines += [f"{PREFIX}_last_run_timestamp_seconds {now:.3f}"]
    success = f"{now:.3f}" if failed is None else last_success(file)
    if success is not None:
        lines += gauge("last_success_timestamp_seconds", "When the last run ended that succeeded.")
        lines += [f"{SUCCESS} {success}"]
    durable.write(file, ("\n".join(lines) + "\n").encode())


def gauge(name: str, text: str) -> list[str]:
    return [f"# HELP {PREFIX}_{name} {text}", f"# TYPE {PREFIX}_{name} gauge"]


def last_success(file: Path) -> str | None:
    if not file.exists():
        return None
    found = KEPT.search(file.read_text(encoding="utf-8", errors="replace"))
    return found[1] if found else None
