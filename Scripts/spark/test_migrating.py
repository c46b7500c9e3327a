"""Tests of what a migration that failed leaves, without Spark."""

import importlib.util
import shutil
import tempfile
import types
import unittest
import unittest.mock
from pathlib import Path

if importlib.util.find_spec("pyspark"):
    from spark.migrating import Migration, all_or_nothing

HAS_SPARK = importlib.util.find_spec("pyspark") is not None


class LateFiles:
    """Hadoop's files, of a folder that a task makes anew after it was removed."""

    def __init__(self, folder: Path, lateness: int) -> None:
        self.folder, self.lateness = folder, lateness

    def remove(self, path: str) -> None:
        shutil.rmtree(path)
        if self.lateness:
            self.lateness -= 1
            self.folder.mkdir()

    def status(self, path: str) -> bool:
        return Path(path).exists()


@unittest.skipUnless(HAS_SPARK, "pyspark is missing")
class FailedMigrations(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "out"

    def test_the_output_is_removed_until_no_task_writes_to_it_any_more(self) -> None:
        for lateness in range(3):
            self.folder.mkdir()
            job = types.SimpleNamespace(files=LateFiles(self.folder, lateness))
            with (self.subTest(lateness=lateness), unittest.mock.patch("time.sleep"),
                  self.assertRaises(KeyboardInterrupt), all_or_nothing(job, str(self.folder))):
                raise KeyboardInterrupt
            self.assertFalse(self.folder.exists())

    def test_a_task_does_not_make_the_output_anew_once_it_was_removed(self) -> None:
        made = self.folder.parent / "made"
        made.write_bytes(b"a")
        work = Migration([], 1, str(self.folder), self.folder)
        for name in ("a", "deep/below/a"):
            with self.subTest(name=name), self.assertRaises(FileNotFoundError):
                work.publish(None, made, name)
        self.assertFalse(self.folder.exists())

    def test_a_file_below_folders_is_given_its_name(self) -> None:
        self.folder.mkdir()
        made = self.folder.parent / "made"
        made.write_bytes(b"a")
        Migration([], 1, str(self.folder), self.folder).publish(None, made, "deep/below/a")
        self.assertEqual((self.folder / "deep/below/a").read_bytes(), b"a")
