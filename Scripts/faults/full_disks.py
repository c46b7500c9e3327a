"""Promise 6: a full disk leaves no partial and no temporary file."""

import itertools
import resource
import shutil
from pathlib import Path

from live.counts import counted

from .campaign import Outcome, promise
from .kills import LargeGround, large_input
from .processes import run, start
from .subjects import RANKED, Ground, subjects, undisturbed

STEP, SIZES, INODES = 4096, 64, 12
WITH_REJECTS = "keys-twice.ndjson"
CANNOT_WRITE = (73, 74)


def limited(size):
    def prepare():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return prepare


def wrong_when_full(ground, new, done):
    if done.crashed or done.status < 0:
        return f"it ends with {done.status}: {done.last_words}"
    if wrong := ground.wrong(new):
        return wrong
    if done.status == 0:
        return "" if ground.content == new else "it ends with 0, and the target is not the new one"
    if done.status not in CANNOT_WRITE:
        return f"it ends with {done.status}: {done.last_words}"
    return "" if ground.content == ground.old else "it failed, and the target is not the old one"


@promise(6, "a full disk leaves no partial and no temporary file")
def full_disks(campaign):
    return (small_file_systems(campaign) + few_inodes(campaign) + size_limits(campaign)
            + full_devices(campaign))


def small_file_systems(campaign):
    """Tests file systems smaller than, equal to and larger than the output."""
    room = campaign.room("disks")
    mount = room / "disk"
    mount.mkdir()
    if not mounted(mount, 64 << 10):
        return Outcome("no tmpfs")
    run(["umount", mount])
    draws, failures = campaign.draws("disks"), []
    chosen = [subject for subject in subjects(campaign, ("new", "replace", "in-place"))
              if subject.tool == "migrate-ratings" and subject.fixture == "mixed.ndjson"]
    whole = {}
    for subject in chosen:
        ground = LargeGround(campaign, subject, room / f"whole-{subject.mode}")
        ground.run()
        whole[subject] = ground.content
    full = 0
    for step in range(SIZES):
        subject = draws.choice(chosen)
        new = whole[subject]
        # Room for the input, and for more and more of the output.
        size = 3 * STEP + len(large_input(subject)) + len(new) * step // (SIZES - 8)
        size = size // STEP * STEP
        if not mounted(mount, size):
            return Outcome("no tmpfs")
        try:
            ground = LargeGround(campaign, subject, mount)
            done = ground.run()
            full += done.status != 0
            if wrong := wrong_when_full(ground, new, done):
                failures.append(f"{subject} on {size} bytes: {wrong}")
        finally:
            run(["umount", mount])
    if full == 0:
        failures.append("no disk was too small")
    return Outcome(f"{SIZES} disks, {full} of them too small", failures)


def few_inodes(campaign):
    """Tests file systems with few inodes: a failed run leaves no file."""
    mount = campaign.room("inodes")
    failures, full, tried = [], 0, 0
    for tool, count in itertools.product(("migrate-ratings", "aggregate-top10"), range(3, INODES)):
        if campaign.names and tool not in campaign.names:
            continue
        if not mounted(mount, 1 << 20, f",nr_inodes={count}"):
            return Outcome("no tmpfs with few inodes")
        try:
            tried += 1
            shutil.copyfile(campaign.root / "data/input" / tool / WITH_REJECTS, mount / "input")
            words = ["input", "-o", "out", "--rejects", "rejects", "--summary", "summary"]
            more = RANKED if tool == "aggregate-top10" else ()
            done = run([campaign.tools / tool, *words, *more], mount, more=campaign.environment)
            full += done.status in CANNOT_WRITE
            left = sorted(path.name for path in mount.iterdir())
            # A failed run writes a summary if there is room for it.
            wanted = ["input"] if done.status in CANNOT_WRITE else sorted(["input", *words[2::2]])
            if done.status not in (3, *CANNOT_WRITE) or set(left) - {"summary"} != set(wanted) - {"summary"}:
                failures.append(f"{tool} with {counted(count, 'inode')} ends with {done.status}, and "
                                f"{', '.join(left)} is there: {done.last_words}")
        finally:
            run(["umount", mount])
    if tried and full == 0:
        failures.append("inodes were never too few")
    return Outcome(f"{tried} disks with few inodes, {full} of them too few", failures)


def mounted(place, size, more=""):
    """Mounts a file system of this size; returns whether that is permitted."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}{more}", "tmpfs", place]
    return shutil.which("mount") and run(words).status == 0


def size_limits(campaign):
    """Tests limits on file sizes (`ulimit -f`), from nothing to all."""
    cases = []
    for at, subject in enumerate(subjects(campaign)):
        new = undisturbed(campaign, subject, campaign.work / f"limits/whole-{at}")
        step = max(1, len(new) // campaign.figure(8, 64))
        cases += [(subject, new, size) for size in range(0, len(new) + step, step)]

    limited_runs = []

    def attempt(at, case):
        subject, new, size = case
        ground = Ground(campaign, subject, campaign.room(f"limits/{at}"))
        done = ground.run(preexec_fn=limited(size))
        wrong = wrong_when_full(ground, new, done)
        if done.status != 0:
            limited_runs.append(at)
        if not wrong and size < len(new) and done.status == 0 and new != ground.old:
            wrong = "it ends with 0, though no file may be as large"
        return wrong and f"{subject}, no file beyond {size} bytes: {wrong}"

    failures = campaign.each(attempt, cases)
    return Outcome(f"{counted(len(cases), 'limit')}, {len(limited_runs)} of them too low", failures)


def full_devices(campaign):
    """/dev/full as the output, and as standard output."""
    if not Path("/dev/full").exists():
        return Outcome("no full device", lacking="there is no /dev/full")
    failures, chosen = [], subjects(campaign, ("new",))
    for at, subject in enumerate(chosen):
        ground = Ground(campaign, subject, campaign.room(f"full/{at}"))
        words = [word if word != "out" else "/dev/full" for word in ground.command[1:]]
        named = run([ground.command[0], *words], ground.directory, more=campaign.environment)
        words = [word if word != "/dev/full" else "-" for word in words]
        with open("/dev/full", "wb") as full:
            printed = start(
                [ground.command[0], *words], ground.directory, campaign.environment, stdout=full)
            printed.communicate(timeout=60)
        for what, status in (("-o /dev/full", named.status), ("> /dev/full", printed.returncode)):
            if status != 74:
                failures.append(f"{subject} {what}: it ends with {status}, not with 74")
    return Outcome(counted(2 * len(chosen), "full device"), failures)
