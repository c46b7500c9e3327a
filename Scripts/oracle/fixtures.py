"""The fixtures under data/: their command lines and expected results.

A case is a file `data/input/<tool>/<case>.<ext>`, with options in `<case>.args`, one argument a
line; a tool is run in `data/input/<tool>`, so that arguments can name files in folders there.
"""

import pathlib
import plistlib
from dataclasses import dataclass

from installing.building import product_names

from . import expectations, weeks
from .exports import COLLECTION

OPTIONS_WITH_VALUES = {
    "--unexpected", "--scale", "--top", "--now", "--as", "--database", "--previous", "--jokes",
    "--category", "--date", "--explain", "--limit", "--session-rated", "--viewed",
    "--save", "--unsave", "--rate", "--rated", "--existing", "--skip-report", "--collection", "--duplicates",
    "--dedupe", "--max-unmigrated", "--by", "--week", "--since", "--until",
}

TO_STDOUT = {"aggregate-top10", "preview-feed", "read-export"}
# A tool's messages are recorded from the tool, not from the oracle.
SAID_BY_TOOL = "stderr"


@dataclass
class Case:
    tool: str
    input: pathlib.Path
    arguments: list
    expected: pathlib.Path

    def parsed(self):
        options, inputs, words = {}, [], iter(self.arguments)
        for word in words:
            if word in OPTIONS_WITH_VALUES:
                options[word] = next(words)
            elif word.startswith("--"):
                options[word] = True
            else:
                inputs.append(self.input.parent / word)
        return options, inputs

    def answer(self):
        options, inputs = self.parsed()
        content = self.input.read_bytes()
        if self.tool == "migrate-ratings":
            return expectations.migrate_ratings(
                content, options.get("--unexpected", "keep"), "--salvage" in options,
                options.get("--collection", COLLECTION))
        if self.tool == "migrate-saved":
            return expectations.migrate_saved(
                content, options["--now"], "--keep-saved-timestamps" in options,
                "--allow-five-point" in options)
        if self.tool == "prune-processed":
            existing, asked = (
                (self.input.parent / options[key]).read_bytes() if key in options else None
                for key in ("--existing", "--skip-report"))
            return expectations.prune(content, existing, "--allow-empty" in options, asked)
        if self.tool == "preview-feed":
            return expectations.preview(
                content, inputs[0].read_bytes(), options["--as"], date=options.get("--date"),
                category=options.get("--category"), viewed=options.get("--viewed", "").split(","),
                session=options.get("--session-rated", "").split(","),
                is_refreshed="--refresh" in options, is_saved="--saved" in options,
                rated=options.get("--rated"), explained=options.get("--explain"),
                limit=int(options["--limit"]) if "--limit" in options else None)
        if self.tool == "edit-saved":
            return edited(content, options)
        if self.tool == "read-export":
            return expectations.read_export(
                content, "--plain" in options, options.get("--collection"), "--count" in options)
        return expectations.aggregate(
            [content, *(path.read_bytes() for path in inputs)],
            scale=options.get("--scale", "binary"),
            top=int(options.get("--top", 10)),
            now=options["--now"],
            form=options.get("--as", "json"),
            database=options.get("--database"),
            collection=options.get("--collection", COLLECTION),
            duplicates=options.get("--duplicates", "count"),
            dedupe=options.get("--dedupe", "none"),
            max_unmigrated=options.get("--max-unmigrated", "1%"),
            range_of_weeks=weeks.Range(
                options.get("--week"), options.get("--since"), options.get("--until")),
            is_by_week="--by" in options,
        )

    def recorded(self):
        """The expected files: name → bytes."""
        answer = self.answer()
        files = {"status": f"{answer.status}\n".encode()}
        if answer.content is not None:
            is_printed = self.tool in TO_STDOUT or "--list" in self.arguments
            files["stdout" if is_printed else f"output{self.input.suffix}"] = answer.content
        if answer.stdout is not None:
            files["stdout"] = answer.stdout
        return files


def edited(content, options):
    """The oracle's result for an edit or a list of the saved jokes."""
    if "--list" in options:
        if {"--save", "--unsave", "--rate", "--check"} & options.keys():
            return expectations.Answer(expectations.USAGE)
        return expectations.list_saved(content, options["--as"])
    lists = (options[key].split(",") if key in options else [] for key in ("--save", "--unsave"))
    pairs = [each.rpartition("=") for each in options.get("--rate", "").split(",") if each]
    rate = [(joke, word) for joke, _, word in pairs]
    answer = expectations.edit_saved(content, options["--now"], *lists, rate)
    if "--check" in options:
        answer = expectations.Answer(expectations.check(content, answer))
    return expectations.Answer(answer.status) if "--dry-run" in options else answer


def cases(data):
    for tool in product_names():
        for path in sorted((data / "input" / tool).iterdir()):
            if path.is_file() and path.suffix != ".args":
                options = path.with_suffix(".args")
                arguments = options.read_text(encoding="utf-8").splitlines() if options.is_file() else []
                yield Case(tool, path, arguments, data / "expected" / tool / path.stem)


def write_binary_twins(data):
    """Makes each `dump-binary.plist` of the `dump-xml.plist` beside it."""
    for path in sorted((data / "input").glob("*/dump-xml.plist")):
        value = plistlib.loads(path.read_bytes())
        content = plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False)
        path.with_name("dump-binary.plist").write_bytes(content)
