"""The commands of a benchmark: the tools, and the installed peers."""

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .measuring import Command, python_path, sha256

NOW = "2026-03-01T04:00:00Z"
NOW_SECONDS = 1772337600
HERE = Path(__file__).resolve().parent
ORACLE = HERE.parent / "oracle"
MODULES = {
    "duckdb": "DuckDB", "polars": "Polars", "chdb": "ClickHouse", "orjson": "Python, orjson",
    "json": "Python, json",
}
# What a peer can read of the layouts ndjson, array and pages.
LAYOUTS = {"polars": ("ndjson", "array"), "chdb": ("ndjson", "array")}


class Commands:
    def __init__(self, tools, directory, packages):
        self.tools, self.directory = tools, directory
        self.environment = {"PYTHONPATH": python_path(packages), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.path.insert(0, str(packages))
        self.modules = [name for name in MODULES if importlib.util.find_spec(name)]
        self.programs = {name: shutil.which(name) for name in ("jq", "node", "wc", "sha256sum")}

    def ours(self, tool, *words, jobs=2, name=None, **more):
        """One of the tools that have --jobs."""
        name = name or f"{tool}, {jobs} job{'s' if jobs > 1 else ''}"
        return Command(name, [self.tools / tool, *words, "--jobs", jobs], **more)

    def rank(self, path, *options, jobs=2, name=None):
        words = [path, "--scale", "five-point", "--now", NOW, *options]
        return self.ours("aggregate-top10", *words, jobs=jobs, name=name, answer=sha256)

    def voters(self, path, job):
        """The peer that counts the votes of devices, or each document once."""
        return [self.module("duckdb", job, "ndjson", path, NOW)] if "duckdb" in self.modules else []

    def batch(self, path):
        batches = self.directory / "batches"
        words = [path, "--batches", batches, "--database", "projects/p/databases/d"]
        return self.ours("migrate-ratings", *words, name="--batches", made=batches)

    def migrate_folder(self, path):
        output = self.directory / "migrated-folder"
        return self.ours("migrate-ratings", path, "-o", output, made=output)

    def copy_directory(self, path):
        copy = self.directory / "copied-folder"
        script = 'cp -r "$1" "$2" && sync -f "$2"'
        return Command("cp -r, sync -f", ["sh", "-c", script, "sh", path, copy], made=copy)

    def migrate(self, path, *words, name=None, made=None):
        output = self.directory / "migrated"
        answer = {} if "--dry-run" in words else {"output": output, "answer": sha256}
        return self.ours("migrate-ratings", path, "-o", output, *words, name=name, made=made, **answer)

    def save(self, path, jobs=2):
        output = self.directory / "saved"
        return self.ours(
            "migrate-saved", path, "-o", output, "--now", NOW, "--allow-five-point", jobs=jobs,
            output=output, answer=json_digest)

    def rankers(self, layout, path, names):
        """The installed peers, of these names, that can rank such a file."""
        made = []
        for name in names:
            if name == "jq" and self.programs["jq"] and layout == "ndjson":
                words = [self.programs["jq"], "-n", "-f", ORACLE / "aggregate.jq"]
                words += ["--arg", "scale", "five-point", "--arg", "now", NOW]
                words += ["--argjson", "top", 10, path]
                made.append(Command("jq", words, answer=sha256))
            elif name == "node" and self.programs["node"] and layout == "ndjson":
                words = [self.programs["node"], HERE / "rank.mjs", path, NOW]
                made.append(Command("Node", words, answer=sha256))
            elif name in self.modules and layout in LAYOUTS.get(name, (layout,)):
                made.append(self.module(name, "rank", layout, path, NOW))
        return made

    def module(self, name, job, layout, path, last, output=None):
        words = [sys.executable, "-B", HERE / "engine.py", name, job, layout, path, last]
        return Command(MODULES[name], words, output, sha256, self.environment)

    def migrators(self, path, names):
        made = []
        for name in names:
            output = self.directory / f"migrated-{name}"
            if name == "jq" and self.programs["jq"]:
                script = '"$1" -c -f "$2" "$3" >"$4"'
                words = [self.programs["jq"], ORACLE / "migrate.jq", path, output]
                made.append(Command("jq", ["sh", "-c", script, "sh", *words], output, sha256))
            elif name in self.modules:
                made.append(self.module(name, "migrate", "ndjson", path, output, output))
        return made

    def saver(self, path):
        """jq on the job of migrate-saved."""
        output = self.directory / "saved-jq"
        script = '"$1" -c --argjson now "$2" -f "$3" "$4" >"$5"'
        words = [self.programs["jq"], NOW_SECONDS, HERE / "saved.jq", path, output]
        return Command("jq", ["sh", "-c", script, "sh", *words], output, json_digest)

    def count_lines(self, path):
        return Command("wc -l", ["wc", "-l", path])

    def copy(self, path):
        output = self.directory / "copy"
        script = 'cat "$1" >"$2" && sync "$2"'
        return Command("cat, sync", ["sh", "-c", script, "sh", path, output], output)

    def checksums(self, path):
        """Programs for SHA-256; openssl uses the processor's instructions."""
        return [
            Command("sha256sum", ["sha256sum", path], answer=first_digest),
            Command("openssl", ["openssl", "dgst", "-sha256", "-r", path], answer=first_digest),
        ]

    def digest_of_dry_run(self, path):
        """The output's SHA-256 from an untimed dry run."""
        words = [self.tools / "migrate-ratings", path, "-o", self.directory / "dry", "--dry-run"]
        run = subprocess.run(words, capture_output=True, text=True)
        return re.search(r"\b[0-9a-f]{64}\b", run.stderr)[0]


def first_digest(path):
    return path.read_text().split()[0]


def json_digest(path):
    """A digest of every line's values, whatever the order of their keys and their spelling."""
    whole = hashlib.sha256()
    with open(path, "rb") as file:
        for line in file:
            # jq spells 2.0 as 2.
            value = json.loads(line, parse_int=float)
            whole.update(json.dumps(value, sort_keys=True).encode())
    return whole.hexdigest()
