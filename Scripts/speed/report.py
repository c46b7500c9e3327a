"""Writes a benchmark's table into its document."""

import os
import platform
import re
from pathlib import Path

from installing.building import ROOT

# Beside the document that explains the figures; `data/` is for fixtures.
PLOT = ROOT / "Sources/Scan/Scan.docc/Resources/growth.svg"
# The document with a place for the table; the plot is among its resources.
DOCUMENT = ROOT / "Sources/Scan/Scan.docc/Performance.md"
CAPTION = "Seconds to rank the jokes of 10,000 to 10 million events, by program"
REGION = re.compile(r"(<!-- begin: benchmark -->\n).*?(<!-- end -->)", re.DOTALL)
WORDS = {True: "yes", False: "**no**", None: ""}


def table(lines):
    """The lines; a job's first line has its name and figure."""
    rows = [
        "| work | LaughTrack | beside it | ratio | goal | met |",
        "| --- | --- | --- | ---: | --- | --- |",
    ]
    last = None
    for line in lines:
        is_new = line.work != last
        cells = [line.work if is_new else "", line.ours if is_new else "", line.beside, line.ratio,
                 line.goal, WORDS[line.is_met]]
        rows.append("|" + "".join(f" {cell} |" if cell else " |" for cell in cells))
        last = line.work
    return "\n".join(rows) + "\n"


def machine():
    """A short description of the machine."""
    name = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text()
        name = re.search(r"^model name\s*: (.*)", text, re.MULTILINE)[1]
    except (OSError, TypeError):
        pass  # Another system; its own name has to do.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores ({' '.join(name.split())}), {platform.system()}"


def write(text, svg):
    """Writes the text, and the plot if there is one, into the document."""
    if svg:
        PLOT.parent.mkdir(exist_ok=True)
        PLOT.write_text(svg, encoding="utf-8")
    old = DOCUMENT.read_text(encoding="utf-8")
    if not REGION.search(old):
        raise SystemExit(f"benchmark: no '<!-- begin: benchmark -->' in {DOCUMENT}")
    shown = text + (f"\n![{CAPTION}]({PLOT.name})\n" if PLOT.is_file() else "")
    new = REGION.sub(lambda region: region[1] + shown + region[2], old)
    DOCUMENT.write_text(new, encoding="utf-8")
