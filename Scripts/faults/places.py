"""Promise 2: a run killed before any of its system calls can be resumed and undone.

A scene is a command with its files. It is killed before the k-th call of each name, for every name and
k of an undisturbed run. A trial counts if the process died of the kill. Then, each in a copy of the
remaining files, the run is repeated, resumed, and undone.
"""

import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

from live.counts import counted

from . import tracing
from .campaign import Outcome, met_of, promise
from .processes import run
from .subjects import LITTER, subjects

# An output that is there already is refused: the killed run had got as far as that.
DONE, REJECTS, EXISTS = 0, 3, 73
CHECKPOINT_BYTES, COPIES = "4096", 12
JOURNAL, ANOTHER = "journal", "another.journal"
RESUMING = ("migrate-ratings", "migrate-saved", "edit-saved", "prune-processed")


@dataclass(frozen=True)
class Scene:
    name: str
    tool: str
    words: tuple
    # Lays the files into an empty directory; is given the root of the project.
    lay: object
    # How it writes, as subjects do, or a way of its own.
    mode: str
    # Whether `--force` or a report lets it write what is there.
    replaces: bool = True

    def __str__(self):
        return f"{self.name} ({self.mode})"

    @property
    def is_in_place(self):
        return "--in-place" in self.words

    @property
    def resumes(self):
        return self.tool in RESUMING and not {"-n", "--check"} & set(self.words)


def of_subject(subject):
    return Scene(
        f"{subject.tool} {subject.fixture}", subject.tool, subject.words, subject.lay, subject.mode,
        replaces=subject.mode != "new")


def fixture(root, name="mixed.ndjson"):
    return (root / "data/input/migrate-ratings" / name).read_bytes()


def one_large(root, directory):
    (directory / "events").write_bytes(fixture(root) * COPIES)


def two_files(root, directory):
    (directory / "in").mkdir()
    for name in ("a", "b"):
        (directory / "in" / name).write_bytes(fixture(root))


def managed_export(root, directory):
    shutil.copytree(root / "data/exports/managed", directory / "in")


def with_rejects(root, directory):
    (directory / "events").write_bytes(fixture(root, "keys-twice.ndjson"))


def ratings(name, mode, lay, *words, replaces=True):
    return Scene(name, "migrate-ratings", words, lay, mode, replaces)


# Runs that write more than one file, or keep something for the next one.
SCENES = (
    ratings("checkpoints", "new, resumable", one_large, "events", "-o", "out", "--checkpoint-bytes",
            CHECKPOINT_BYTES, replaces=False),
    ratings("checkpoints", "in-place, resumable", one_large, "events", "--in-place",
            "--checkpoint-bytes", CHECKPOINT_BYTES),
    ratings("two files", "in-place, several", two_files, "in", "--in-place"),
    ratings("two files", "new, several", two_files, "in", "-o", "out", "--journal", JOURNAL,
            replaces=False),
    ratings("a managed export", "in-place, export", managed_export, "in", "--in-place"),
    ratings("rejects, summary and page", "reports", with_rejects, "events", "-o", "out", "--force",
            "--rejects", "rejects", "--summary", "summary", "--report", "page"),
    ratings("plan, summary and page", "describing", with_rejects, "events", "-o", "out", "-n", "--plan-out",
            "plan", "--summary", "summary", "--report", "page"),
)
REPORTS = ("summary", "plan", "page")


def scenes(campaign):
    """All scenes before a release; in CI one of a random mode, and one other."""
    mine = list(map(of_subject, subjects(campaign)))
    others = [each for each in SCENES if not campaign.names or each.tool in campaign.names]
    if campaign.is_large:
        return [*mine, *others]
    draws = campaign.draws("calls")
    mode = draws.choice(sorted({each.mode for each in mine}))
    return [draws.choice([each for each in mine if each.mode == mode]), draws.choice(others)]


class Stage:
    def __init__(self, campaign, scene, directory):
        self.campaign, self.scene, self.directory = campaign, scene, directory
        scene.lay(campaign.root, directory)

    def run(self, *more, prefix=(), words=None):
        command = [self.campaign.tools / self.scene.tool, *(words or self.scene.words), *more]
        return run([*prefix, *command], self.directory, more=self.campaign.environment)

    def files(self):
        """The files by name, without journals and leftovers of a kill."""
        found = {str(path.relative_to(self.directory)): path for path in self.directory.rglob("*")
                 if path.is_file() and not path.is_symlink()}
        return {name: path.read_bytes() for name, path in found.items()
                if not is_litter(name) and not is_journal(name)}

    def litter(self):
        """The leftovers of a kill, which the next run must remove."""
        names = (str(path.relative_to(self.directory)) for path in self.directory.rglob("*"))
        return sorted(name for name in names if is_litter(name))

    def journals(self):
        paths = [path for path in self.directory.iterdir() if is_journal(path.name)]
        return [path.name for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns)]


def is_litter(name):
    return Path(name).name.startswith(LITTER)


def is_journal(name):
    return ".journal" in name or name == JOURNAL


def same(one, other):
    """Whether two states are equal; reports contain times, and need only be whole."""
    def told(state):
        return {name: None if name in REPORTS else content for name, content in state.items()}
    return told(one) == told(other)


class Trial:
    """The trials after a kill at one place.

    A journal has absolute paths, so all trials run in one directory, which is restored in between.
    """

    def __init__(self, stage, old, new):
        self.stage, self.old, self.new = stage, old, new
        self.left = stage.directory.with_name(stage.directory.name + "-left")

    def wrong(self):
        """The violations in the remaining files and in the trials on them."""
        state = self.stage.files()
        for name in sorted({*state, *self.old, *self.new}):
            content = state.get(name)
            is_report = name in REPORTS and content
            if content not in (self.old.get(name), self.new.get(name)) and not is_report:
                size = "is missing" if content is None else f"has {counted(len(content), 'byte')}"
                return f"'{name}' {size}: neither the old nor the new"
        is_touched = any(state.get(name) != content for name, content in self.old.items())
        if self.stage.scene.is_in_place and is_touched and not self.stage.journals():
            return "there is no undo journal"
        shutil.copytree(self.stage.directory, self.left)
        for follow in (self.again, self.resumed, lambda: self.undone("undone")):
            if wrong := follow():
                return wrong
            shutil.rmtree(self.stage.directory)
            shutil.copytree(self.left, self.stage.directory)
        return ""

    def again(self):
        """Checks that the repeated command gives the result and removes the leftovers."""
        before = self.stage.files()
        done = self.run_again()
        wanted = (DONE, REJECTS) if self.stage.scene.replaces else (DONE, EXISTS)
        if done.status not in wanted or (done.status == EXISTS and same(before, self.old)):
            return f"run again, it ends with {done.status}: {done.last_words}"
        # Refused, it writes nothing: an output that is there by halves is for `--resume`.
        expected = before if done.status == EXISTS else self.new
        return self.settled(expected, "run again") or self.undone("run again and undone")

    def resumed(self):
        if not self.stage.scene.resumes:
            return ""
        # With the journal that it names, too.
        done = self.stage.run("--resume")
        if done.status not in (DONE, REJECTS):
            return f"resumed, it ends with {done.status}: {done.last_words}"
        return self.settled(self.new, "resumed") or self.undone("resumed and undone")

    def run_again(self):
        """Runs the command, with another journal if its own exists."""
        words = self.stage.scene.words
        if JOURNAL in words and self.stage.journals():
            words = [word if word != JOURNAL else ANOTHER for word in words]
        return self.stage.run(words=words)

    def undone(self, how):
        if not self.stage.scene.is_in_place or not self.stage.journals():
            return ""
        done = self.stage.run(words=("--undo", self.stage.journals()[-1]))
        if done.status != DONE:
            return f"{how}, it ends with {done.status}: {done.last_words}"
        return self.settled(self.old, how)

    def settled(self, wanted, how):
        state = self.stage.files()
        if not same(state, wanted):
            names = sorted(name for name in {*state, *wanted} if state.get(name) != wanted.get(name))
            return f"{how}, it is not as it should be: {', '.join(names)}"
        left = self.stage.litter()
        return f"{how}, it leaves {', '.join(left)}" if left else ""


def prepared(campaign, scene, at):
    """A scene's files before and after, and every place for a kill."""
    whole = Stage(campaign, scene, campaign.room(f"calls/whole-{at}"))
    old = whole.files()
    trace = campaign.work / f"calls/trace-{at}"
    done = whole.run(prefix=tracing.strace(trace))
    if done.status not in (DONE, REJECTS) or whole.litter():
        raise RuntimeError(f"{scene} ends with {done.status} undisturbed: {done.last_words}")
    return old, whole.files(), tracing.places(trace)


@promise(2, "the same, killed before each system call in turn")
def exhaustive_kills(campaign):
    if lacking := tracing.lacking():
        return Outcome("no kill", lacking=lacking)
    plan, happened = [], []
    chosen = scenes(campaign)
    for at, scene in enumerate(chosen):
        old, new, places = prepared(campaign, scene, at)
        plan += [(scene, old, new, name, number) for name, number in places]

    def attempt(at, case):
        scene, old, new, name, number = case
        room = campaign.room(f"calls/{at}")
        stage = Stage(campaign, scene, campaign.room(f"calls/{at}/killed"))
        inject = f"inject={name}:signal=KILL:when={number}"
        done = stage.run(prefix=tracing.strace("/dev/null", "-e", inject))
        if done.status != -signal.SIGKILL:
            # Nothing happened, and nothing is shown.
            shutil.rmtree(room)
            return ""
        happened.append(at)
        wrong = Trial(stage, old, new).wrong()
        if not wrong:
            shutil.rmtree(room)
        return wrong and f"{scene}, killed before {name} {number}: {wrong}"

    failures = campaign.each(attempt, plan)
    return met_of(len(happened), len(plan), f"kills of {counted(len(chosen), 'run')}", failures)
