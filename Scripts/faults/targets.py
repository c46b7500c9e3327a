"""Promise 17: outputs that are links, pipes, directories and other special files."""

import os
import shutil
import stat
import struct
import subprocess
import time
from pathlib import Path

from live.counts import counted

from .campaign import Outcome, promise
from .processes import environment, run, start
from .subjects import OLD, Ground, subjects, undisturbed

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
LONGEST = 255
# Long names whose checksums, CRC-32C, are a short name, and equal.
COLLIDING = (("L" * 210, "aa86550e"), ("L" * 205 + "2ceedf819", "L" * 205 + "3000d05b0"))
ACCESS_LIST = "system.posix_acl_access"
# Owner and user 7 read and write, the owning group and others do nothing: a mode of 660.
ENTRIES = ((1, 6, -1), (2, 6, 7), (4, 0, -1), (0x10, 6, -1), (0x20, 0, -1))
LIST = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in ENTRIES)


class Trial:
    """A subject with each kind of special target."""

    def __init__(self, campaign, subject, at):
        self.campaign, self.subject, self.at = campaign, subject, at
        self.new = undisturbed(campaign, subject, campaign.work / f"targets/{at}-whole")
        self.failures, self.tried, self.skipped = [], [], []

    def ground(self, name):
        return Ground(self.campaign, self.subject, self.campaign.room(f"targets/{self.at}-{name}"))

    def command(self, ground, target, *more):
        return [target if word == "out" else word for word in ground.command] + list(more)

    def run(self, ground, target, *more, **options):
        return run(self.command(ground, target, *more), ground.directory,
                   more=self.campaign.environment, **options)

    def check(self, what, holds, done):
        if not holds:
            self.failures.append(
                f"{self.subject}, {what}: it ends with {done.status}: {done.last_words}")

    SORTS = ("links", "hard_link", "pipe", "directory", "closed_directory", "other_device", "names", "modes",
             "attributes")

    def all(self):
        for name in self.SORTS:
            reason = getattr(self, name)(self.ground(name.replace("_", "-")))
            (self.skipped if reason else self.tried).append(reason or name)
        return self.failures

    def links(self, ground):
        """Checks that a link stays and its target is written, also a missing one."""
        (ground.directory / "there").mkdir()
        (ground.directory / "there/real").write_bytes(OLD)
        for link, target in (("link", "there/real"), ("dangling", "there/new")):
            path = ground.directory / link
            path.symlink_to(target)
            done = self.run(ground, link, "--force")
            whole = done.status == 0 and path.is_symlink() and os.readlink(path) == target
            self.check(f"a link, {link}", whole and path.read_bytes() == self.new, done)

    def hard_link(self, ground):
        """Checks that an output that is the input's hard link is refused."""
        os.link(ground.directory / self.subject.fixture, ground.directory / "out")
        before = (ground.directory / "out").read_bytes()
        done = self.run(ground, "out", "--force")
        self.check("a hard link of its input", done.status == 73
                   and (ground.directory / "out").read_bytes() == before, done)

    def pipe(self, ground):
        path = ground.directory / "out"
        os.mkfifo(path)
        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE, env=environment()) as reader:
            done = self.run(ground, "out")
            content = reader.stdout.read() if done.status == 0 else reader.kill()
        is_pipe = stat.S_ISFIFO(path.stat().st_mode)
        self.check("a pipe", is_pipe and content == self.new, done)

    def directory(self, ground):
        (ground.directory / "out").mkdir()
        done = self.run(ground, "out", "--force")
        is_empty = not list((ground.directory / "out").iterdir())
        self.check("a directory", done.status == 73 and is_empty, done)

    def closed_directory(self, ground):
        """Checks that a directory without permission stays empty, with a message."""
        if os.getuid() == 0 and not shutil.which("setpriv"):
            return "setpriv is missing"
        closed = ground.directory / "closed"
        closed.mkdir()
        closed.chmod(0o555)
        words = self.command(ground, "closed/out")
        if os.getuid() == 0:
            # The tools must be reachable for that user, too.
            copied = Path(shutil.copy(words[0], ground.directory))
            words = [*NOBODY, copied, *words[1:]]
            if run([*NOBODY, "test", "-x", copied], ground.directory).status:
                return "another user cannot reach the tools"
        done = run(words, ground.directory, more=self.campaign.environment)
        is_empty = not list(closed.iterdir())
        self.check("a closed directory", done.status in (73, 77) and is_empty, done)
        closed.chmod(0o755)
        return ""

    def other_device(self, ground):
        """Checks that the temporary is beside the output, on its file system."""
        elsewhere = Path("/dev/shm")
        if not os.access(elsewhere, os.W_OK):
            return f"{elsewhere} cannot be written to"
        if elsewhere.stat().st_dev == ground.directory.stat().st_dev:
            return f"{elsewhere} is on the same device"
        target = elsewhere / f"laughtrack-campaign-{os.getpid()}-{self.at}"
        done = self.run(ground, str(target))
        holds = done.status == 0 and target.read_bytes() == self.new
        target.unlink(missing_ok=True)
        self.check("another device", holds, done)
        return ""

    def names(self, ground):
        """Checks names of the greatest length, and names that are not UTF-8."""
        for name in (b"n" * LONGEST, "ü".encode() * 100, b"\xff\xfe", b"-o"):
            target = b"./" + name
            done = self.run(ground, target)
            path = os.path.join(os.fsencode(ground.directory), name)
            is_there = os.path.isfile(path)
            holds = done.status == 0 and is_there and Path(os.fsdecode(path)).read_bytes() == self.new
            # A name that is not UTF-8 may be refused; then there is no file.
            is_refused = done.status in (64, 73) and not is_there
            names = os.listdir(os.fsencode(ground.directory))
            left = any(each.startswith(b".laughtrack") for each in names)
            self.check(f"the name {name[:9]!r}…", not left and (holds or is_refused), done)

    def modes(self, ground):
        """Checks that a replaced file keeps its mode and a new one follows the umask."""
        target = ground.directory / "out"
        for mode in (0o600, 0o640, 0o644, 0o444):
            target.write_bytes(OLD)
            target.chmod(mode)
            done = self.run(ground, "out", "--force")
            self.check(f"mode {mode:o}", done.status == 0 and target.read_bytes() == self.new
                       and stat.S_IMODE(target.stat().st_mode) == mode, done)
            target.chmod(0o644)
            target.unlink()
        for mask, mode in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
            done = self.run(ground, "out", umask=mask)
            self.check(f"mask {mask:o}", done.status == 0
                       and stat.S_IMODE(target.stat().st_mode) == mode, done)
            target.unlink(missing_ok=True)

    def attributes(self, ground):
        """Checks that a replaced file keeps its access list and extended attributes."""
        target = ground.directory / "out"
        target.write_bytes(OLD)
        try:
            target.chmod(0o600)
            os.setxattr(target, "user.kept", b"value")
            os.setxattr(target, ACCESS_LIST, LIST)
        except (AttributeError, OSError):
            return "no access lists here"
        done = self.run(ground, "out", "--force")
        kept = {name: os.getxattr(target, name) for name in os.listxattr(target)}
        self.check("an access list", done.status == 0 and target.read_bytes() == self.new
                   and kept.get("user.kept") == b"value" and kept.get(ACCESS_LIST) == LIST, done)
        return ""


def changed_meanwhile(campaign):
    """Checks that an input changed meanwhile, with its time restored, stays."""
    failures, chosen = [], subjects(campaign, ("in-place",))
    for at, subject in enumerate(chosen):
        ground = Ground(campaign, subject, campaign.room(f"targets/changed-{at}"))
        path, pipe = ground.directory / subject.fixture, ground.directory / "pipe"
        before = path.stat()
        theirs = path.read_bytes()[:-2] + b" \n"
        os.mkfifo(pipe)
        # Opening the summary, a pipe without a reader, blocks the run once its result is made.
        process = start(
            [*ground.command, "--summary", "pipe"], ground.directory, campaign.environment)
        until = time.monotonic() + 10
        while time.monotonic() < until and not list(ground.directory.glob(".laughtrack-*.tmp")):
            time.sleep(0.002)
        with open(path, "r+b") as file:
            file.write(theirs)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        with open(pipe, "rb") as reader:
            reader.read()
        process.communicate(timeout=60)
        if process.returncode != 74 or path.read_bytes() != theirs:
            failures.append(f"{subject}: changed meanwhile, it ends with {process.returncode}, and "
                            f"theirs {'stays' if path.read_bytes() == theirs else 'is gone'}")
    return Outcome(f"{len(chosen)} changed meanwhile", failures)


def colliding_names(campaign):
    """Checks that names of equal checksums, and one that is another's checksum, keep separate files."""
    failures, tool = [], campaign.tools / "migrate-ratings"
    pairs = () if campaign.names else COLLIDING
    for at, names in enumerate(pairs):
        room, old = campaign.room(f"targets/colliding-{at}"), {}
        (room / "in").mkdir()
        for name in names:
            old[name] = '{"joke_id":"%s","rating":4}\n' % name * 4000
            (room / "in" / name).write_text(old[name])
        new = {name: text.replace("4}", "5}") for name, text in old.items()}
        for how, words, wanted in (
            ("migrated", ("in", "--in-place", "--checkpoint-bytes", "8192"), new),
            ("undone", ("--undo", "in.journal"), old),
        ):
            done = run([tool, *words], room, more=campaign.environment)
            found = {path.name: path.read_text() for path in (room / "in").iterdir()}
            if done.status != 0 or found != wanted:
                failures.append(f"{names[1]}, {how}: it ends with {done.status}: {done.last_words}")
    return Outcome(f"{counted(len(pairs), 'pair')} of names that collide", failures)


@promise(17, "unusual output targets are handled or refused")
def odd_targets(campaign):
    chosen = subjects(campaign, ("new",))
    trials = [Trial(campaign, subject, at) for at, subject in enumerate(chosen)]
    failures = [wrong for trial in trials for wrong in trial.all()]
    tried = sum(len(trial.tried) for trial in trials)
    skipped = sorted({reason for trial in trials for reason in trial.skipped})
    sorts = len(Trial.SORTS)
    figure = (f"{tried} of {counted(len(trials) * sorts, 'trial')}, {counted(len(trials), 'run')} each of "
              f"{counted(sorts, 'sort')}")
    outcome = Outcome(": ".join([figure, *skipped]), failures)
    return outcome + changed_meanwhile(campaign) + colliding_names(campaign)
