"""Tests of what a share has of the inputs, without Spark."""

import importlib.util
import random
import tempfile
import unittest
import unittest.mock
from pathlib import Path

if importlib.util.find_spec("pyspark"):
    from spark.hadoop import Status
    from spark.listing import Entry, Listing, Operand, Range
    from spark.share import Share
    from spark.tools import Part

from live.failing import Failure

HAS_SPARK = importlib.util.find_spec("pyspark") is not None


class LocalFiles:
    """Hadoop's files, of a folder, counting what is copied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.byte_count = 0

    def of(self, uri: str) -> Path:
        return self.folder / uri.partition("://e/")[2]

    def status(self, uri: str) -> "Status":
        return Status(uri, self.of(uri).stat().st_size, 5)

    def download(self, uri: str, start: int, end: int, local: Path) -> None:
        content = self.of(uri).read_bytes()[start:end]
        self.byte_count += len(content)
        with local.open("r+b") as file:
            file.seek(start)
            file.write(content)

    def line_end(self, uri: str, start: int, end: int) -> int:
        found = self.of(uri).read_bytes().find(b"\n", start)
        return end if found < 0 else found + 1


def entry(path: str, byte_count: int) -> "Entry":
    return Entry(path, Status(f"x://e/{path}", byte_count, 5))


def listing_of(*entries: "Entry") -> "Listing":
    return Listing((Operand("x://e", True, None, entries),))


def line_start(content: bytes, byte: int) -> int:
    """Where the tools begin a share: at the first line that begins at or after a byte."""
    if byte in (0, len(content)):
        return byte
    found = content.find(b"\n", byte - 1)
    return len(content) if found < 0 else found + 1


def shared(
    contents: dict[str, bytes], index: int, count: int, is_divided: bool
) -> dict[str, "Range"]:
    """What the tools list as a share."""
    total = sum(map(len, contents.values()))
    low, high = (number * total // count for number in (index - 1, index))
    found, start = {}, 0
    for name, content in contents.items():
        part = Range(max(low - start, 0), min(high - start, len(content)))
        if part.start < part.end:
            found[name] = (
                Range(line_start(content, part.start), line_start(content, part.end)) if is_divided
                else Range(0, len(content) if part.start == 0 else 0))
        start += len(content)
    return found


@unittest.skipUnless(HAS_SPARK, "pyspark is missing")
class Shares(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_copy_has_all_that_the_tool_reads_of_a_share(self) -> None:
        for seed in range(40):
            chosen = random.Random(seed)
            contents = {}
            for at in range(chosen.randint(1, 4)):
                lines = [
                    b"x" * chosen.choice((0, 3, chosen.randrange(60), 900))
                    for _ in range(chosen.randrange(80))]
                ending = chosen.choice((b"\n", b"\r\n"))
                contents[f"{at}.ndjson"] = ending.join(lines) + chosen.choice((ending, b""))
            count = chosen.randint(1, 16)
            with (self.subTest(seed=seed, count=count), tempfile.TemporaryDirectory() as name,
                  unittest.mock.patch("spark.share.EDGE", chosen.choice((1, 64, 1 << 20)))):
                self.check_copies(Path(name), contents, count, chosen.random() < 0.7)

    def check_copies(
        self, folder: Path, contents: dict[str, bytes], count: int, is_divided: bool
    ) -> None:
        files = LocalFiles(folder)
        for name, content in contents.items():
            (folder / name).write_bytes(content)
        found = listing_of(*(entry(name, len(content)) for name, content in contents.items()))
        for index in range(1, count + 1):
            share = Share(found, index, count, b"", folder / f"scratch-{index}")
            share.scratch.mkdir()
            share.files = files
            parts = shared(contents, index, count, is_divided)

            def listed(paths: list[Path], part: str) -> list["Part"]:
                if part == "1/1":
                    return [Part(paths[0] / name, 0, len(all)) for name, all in contents.items()]
                return [Part(paths[0] / name, *each) for name, each in parts.items()]

            (root,) = share.operands(listed)
            for path, part in parts.items():
                content, copy = contents[path], (root / path).read_bytes()
                self.assertEqual(len(copy), len(content))
                self.assertEqual(copy[part.start:part.end], content[part.start:part.end])
                self.assertTrue(share.has(root / path, part))
                for at in range(0, len(content), 97):
                    if share.has(root / path, Range(at, at + 1)):
                        self.assertEqual(copy[at], content[at])

    def test_only_the_share_and_the_edges_of_its_files_are_copied(self) -> None:
        line = b"y" * 99 + b"\n"
        content = line * 160_000
        (self.folder / "large").write_bytes(content)
        files = LocalFiles(self.folder)
        share = Share(listing_of(entry("large", len(content))), 4, 8, b"", self.folder / "s")
        share.scratch.mkdir()
        share.files = files
        part = (6_000_000, 8_000_000)
        share.operands(lambda paths, _: [Part(paths[0] / "large", *part)])
        self.assertLess(files.byte_count, len(content) // 8 + (2 << 20) + 200)

    def test_a_file_that_has_changed_since_the_listing_is_refused(self) -> None:
        (self.folder / "a").write_bytes(b"1\n2\n")
        share = Share(listing_of(entry("a", 5)), 1, 1, b"", self.folder / "s")
        share.scratch.mkdir()
        share.files = LocalFiles(self.folder)
        with self.assertRaisesRegex(Failure, "'x://e/a' has changed"):
            share.operands(lambda paths, _: [Part(paths[0] / "a", 0, 5)])
