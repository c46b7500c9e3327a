"""The commands of fault trials, and the checks of a directory after them."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from live.counts import counted

from .processes import run

NOW = ("--now", "2026-03-01T00:00:00Z")
# Ranks data on five points as if it were migrated.
RANKED = (*NOW, "--max-unmigrated", "100%")
OLD = b"old\n"
# Unfinished files and locks, which only `kill -9` may leave.
LITTER = ".laughtrack-"
DIRECTORY_UNFLUSHED = "the file is in place"
# The ways of writing, and their names.
WAYS = {
    "new": ("-o", "out"), "replace": ("-o", "out", "--force"), "in-place": ("--in-place",),
}
MODES = tuple(WAYS)


@dataclass(frozen=True)
class Subject:
    tool: str
    fixture: str
    options: tuple
    mode: str
    # Files beside the input that the options name.
    beside: tuple = ()

    def __str__(self):
        return f"{self.tool} {self.fixture} ({self.mode})"

    @property
    def target(self):
        return self.fixture if self.mode == "in-place" else "out"

    @property
    def journal(self):
        return self.fixture + ".journal" if self.mode == "in-place" else ""

    @property
    def words(self):
        operands = self.beside if self.tool == "preview-feed" else ()
        return (self.fixture, *operands, *WAYS[self.mode], *self.options)

    def lay(self, root, directory):
        """Puts the files into an empty directory; returns the target's bytes before the run."""
        source = root / "data/input" / self.tool
        for name in (self.fixture, *self.beside):
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, directory / name)
        if self.mode == "replace":
            (directory / "out").write_bytes(OLD)
        target = directory / self.target
        return target.read_bytes() if target.exists() else None


# Tool, fixture, options, files beside it, and whether it can replace its input.
SORTS = (
    ("migrate-ratings", "mixed.ndjson", (), (), True),
    ("migrate-ratings", "dump.json", (), (), True),
    ("aggregate-top10", "top-ten.ndjson", RANKED, (), False),
    ("migrate-saved", "dump.json", (*NOW, "--allow-five-point"), (), True),
    ("preview-feed", "feed.ndjson", ("--date", "2026-03-01", "--as", "json"),
     ("devices/anna.json",), False),
    ("edit-saved", "dump.json", (*NOW, "--save", "wifi-signal"), (), True),
    ("prune-processed", "dump.json", ("--existing", "assets/existing.txt"),
     ("assets/existing.txt",), True),
    ("read-export", "mixed.ndjson", (), (), False),
)


def subjects(campaign, modes=MODES):
    return [
        Subject(tool, fixture, options, mode, beside)
        for tool, fixture, options, beside, rewrites in SORTS
        for mode in modes
        if (not campaign.names or tool in campaign.names) and (rewrites or mode != "in-place")
    ]


class Ground:
    """A directory with a subject's files, before, during and after a run."""

    def __init__(self, campaign, subject, directory):
        self.campaign, self.subject, self.directory = campaign, subject, directory
        self.old = subject.lay(campaign.root, directory)
        self.laid = {
            path.relative_to(directory): path.read_bytes()
            for path in directory.rglob("*") if path.is_file()}

    @property
    def command(self):
        return [self.campaign.tools / self.subject.tool, *self.subject.words]

    def run(self, prefix=(), **options):
        """Runs the subject's command in the directory, optionally under another program."""
        return run(
            [*prefix, *self.command], self.directory, more=self.campaign.environment, **options)

    @property
    def content(self):
        """The target's bytes; None if it does not exist."""
        target = self.directory / self.subject.target
        return target.read_bytes() if target.exists() else None

    def left(self):
        wanted = {*self.laid, Path(self.subject.target), Path(self.subject.journal)}
        found = [path for path in self.directory.rglob("*") if not path.is_dir()]
        names = (path.relative_to(self.directory) for path in found)
        return sorted(str(name) for name in names if name not in wanted)

    def wrong(self, new, may_litter=False):
        """The violations: the target must have its old bytes or its new ones, without other files."""
        content = self.content
        if content not in (self.old, new):
            size = "nothing" if content is None else counted(len(content), "byte")
            return f"the target holds {size}, neither the old nor the new"
        for path, before in self.laid.items():
            if str(path) != self.subject.target and (self.directory / path).read_bytes() != before:
                return f"'{path}' changed"
        left = self.left()
        if may_litter:
            left = [name for name in left if not Path(name).name.startswith(LITTER)]
        if left:
            return f"left behind: {', '.join(left)}"
        return self.wrong_with_journal(content == new, may_litter) if self.subject.journal else ""

    def wrong_with_journal(self, is_new, may_litter):
        """The violations of the journal, which must exist whenever the new bytes do."""
        has_journal = (self.directory / self.subject.journal).exists()
        if not is_new:
            return f"left behind: {self.subject.journal}" if has_journal and not may_litter else ""
        if not has_journal:
            return "there is no undo journal"
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "copy"
            shutil.copytree(self.directory, copy)
            elsewhere = copy / "undone"
            command = [
                self.campaign.tools / self.subject.tool, "--undo", self.subject.journal, "-o",
                elsewhere]
            done = run(command, copy)
            if done.status != 0 or elsewhere.read_bytes() != self.old:
                return f"the run cannot be undone ({done.status}): {done.last_words}"
        return ""


def undisturbed(campaign, subject, directory):
    directory.mkdir(parents=True)
    ground = Ground(campaign, subject, directory)
    done = ground.run()
    if done.status != 0 or ground.left():
        raise RuntimeError(f"{subject} ends with {done.status} undisturbed: {done.last_words}")
    return ground.content
