"""Promises 7 and 8: truncated input, and flipped bits."""

import gzip
import re
import shutil
import subprocess
from dataclasses import dataclass

from live.counts import counted
from oracle.logs import Damaged, records

from .campaign import Outcome, promise
from .processes import run

LINES, WHOLE, LOG, PACKED = "lines", "whole", "log", "packed"
# A small file of each format: how a format ends decides which cuts are detectable.
TEXTS = {
    "mixed.ndjson": LINES, "mixed-array.json": WHOLE, "mixed-object.json": WHOLE,
    "mixed-wrapped.json": WHOLE, "rest-documents.ndjson": LINES, "rest-pages.json": LINES,
    "rest-query.json": WHOLE, "import-export.json": WHOLE, "backfire.ndjson": LINES,
    "leveldb-export.ndjson": LINES, "nested-backup.json": WHOLE,
    "node-firestore-backup.json": WHOLE,
    "dump.json": WHOLE, "dump-xml.plist": WHOLE, "dump-binary.plist": WHOLE, "dumps.ndjson": LINES,
}
SHARD = "exports/managed/all_namespaces/kind_rating_events/output-0"
PLACE = re.compile(rb"byte (\d+)")
REFUSED, REJECTED, DONE = 65, 3, 0


@dataclass(frozen=True)
class Whole:
    """A sound file of some format, and its migration."""

    name: str
    ending: str
    content: bytes

    @property
    def is_checksummed(self):
        return self.ending in (LOG, PACKED)


def sound_files(campaign):
    """A small file of every rewritable format, compressed ones included."""
    folder = campaign.root / "data/input/migrate-ratings"
    files = [Whole(name, ending, (folder / name).read_bytes()) for name, ending in TEXTS.items()]
    files.append(Whole("output-0", LOG, (campaign.root / "data" / SHARD).read_bytes()))
    plain = (folder / "mixed.ndjson").read_bytes()
    if shutil.which("gzip"):
        files.append(Whole("mixed.ndjson.gz", PACKED, gzip.compress(plain, mtime=0)))
    if shutil.which("zstd"):
        packed = subprocess.run(
            ["zstd", "-qc", "--check"], input=plain, capture_output=True, check=True)
        files.append(Whole("mixed.ndjson.zst", PACKED, packed.stdout))
    return files


def migrated(campaign, directory, content):
    """Migrates bytes in a directory; returns the run, the output, and the violations."""
    (directory / "input").write_bytes(content)
    output = directory / "output"
    output.unlink(missing_ok=True)
    tool = campaign.tools / "migrate-ratings"
    done = run([tool, "input", "-o", "output", "--jobs", "1"], directory, more=campaign.environment)
    made = output.read_bytes() if output.exists() else None
    left = [path.name for path in directory.iterdir() if path.name not in ("input", "output")]
    return done, made, wrong_after_damage(done, made, left)


def wrong_after_damage(done, output, left):
    """The violations of a run on damaged input."""
    if done.crashed or done.status < 0 or done.status >= 128:
        return f"it ends with {done.status}: {done.last_words}"
    if done.status in (DONE, REJECTED) and output is None:
        return f"it ends with {done.status}, and there is no output"
    if done.status not in (DONE, REJECTED) and output is not None:
        return f"it ends with {done.status}, and there is an output"
    return f"left behind: {left}" if left else ""


def may_seem_whole(whole, cut):
    """Whether a truncated file is indistinguishable from a whole one."""
    rest, kept = whole.content[cut:], whole.content[:cut]
    if not rest.strip() or not kept.strip():
        return True
    if whole.ending == LINES:
        # At a line's end, or before the line end that the last line may lack.
        return kept.endswith(b"\n") or rest[:1] in b"\r\n" and kept.rstrip().endswith(b"}")
    if whole.ending == LOG:
        try:
            list(records(kept))
            return True
        except Damaged:
            return False
    return False


@promise(7, "cut input is an error at its place or a counted reject")
def cuts(campaign):
    cases = [(whole, cut) for whole in sound_files(campaign) for cut in range(len(whole.content))]
    tried = campaign.part(cases, 6000, "cuts")
    campaign.room("cuts")

    def attempt(at, case):
        whole, cut = case
        directory = campaign.room(f"cuts/{at}")
        done, _, wrong = migrated(campaign, directory, whole.content[:cut])
        if not wrong and done.status == DONE and not may_seem_whole(whole, cut):
            wrong = "it ends with 0, as if it were whole"
        if not wrong and done.status == REFUSED and not whole.is_checksummed:
            places = [int(place) for place in PLACE.findall(done.stderr)]
            if not places and b"plist" not in whole.content[:200]:
                wrong = f"the message names no place: {done.last_words}"
            elif any(place > cut for place in places):
                wrong = f"the place is behind the cut: {done.last_words}"
        shutil.rmtree(directory)
        return wrong and f"{whole.name} cut at {cut}: {wrong}"

    return Outcome(f"{len(tried)} of {counted(len(cases), 'cut')}", campaign.each(attempt, tried))


@promise(8, "damaged input never causes a crash, a hang or wrong counts")
def flips(campaign):
    files = [Whole(each.name, each.ending, each.content[:4096]) if not each.is_checksummed else each
             for each in sound_files(campaign)]
    clean = {}
    for whole in files:
        directory = campaign.room(f"flips/clean-{whole.name}")
        clean[whole.name] = migrated(campaign, directory, whole.content)[1]
    cases = [(whole, at, bit) for whole in files for at in range(min(len(whole.content), 4096))
             for bit in range(8)]
    tried = campaign.part(cases, 6000, "flips")

    def attempt(number, case):
        whole, at, bit = case
        content = bytearray(whole.content)
        content[at] ^= 1 << bit
        directory = campaign.room(f"flips/{number}")
        done, output, wrong = migrated(campaign, directory, bytes(content))
        if not wrong and whole.is_checksummed and done.status != REFUSED:
            # A byte that no checksum covers, such as gzip's time stamp, changes no content.
            if unpacked(whole, output) != unpacked(whole, clean[whole.name]):
                wrong = f"the flip is not found: it ends with {done.status}"
        shutil.rmtree(directory)
        return wrong and f"{whole.name}, bit {bit} of byte {at}: {wrong}"

    return Outcome(f"{len(tried)} of {counted(len(cases), 'flip')}", campaign.each(attempt, tried))


def unpacked(whole, content):
    if content is None or whole.ending != PACKED:
        return content
    program = "gzip" if whole.name.endswith(".gz") else "zstd"
    return subprocess.run([program, "-dcq"], input=content, capture_output=True).stdout
