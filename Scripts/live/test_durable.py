"""Files that appear whole or not at all."""

import os
import tempfile
import unittest
from pathlib import Path

from live import durable


class Replaced(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_file_keeps_its_mode(self) -> None:
        file = self.folder / "changed.ndjson"
        file.touch(0o600)
        durable.write(file, b"new")
        self.assertEqual((file.read_bytes(), file.stat().st_mode & 0o777), (b"new", 0o600))

    @unittest.skipIf(os.geteuid() != 0, "only root may give a file away")
    def test_a_file_keeps_its_owner(self) -> None:
        file = self.folder / "nightly.prom"
        file.touch()
        os.chown(file, 1234, 1235)
        durable.write(file, b"new")
        self.assertEqual((file.stat().st_uid, file.stat().st_gid), (1234, 1235))

    def test_a_link_stays_and_its_target_is_replaced(self) -> None:
        (self.folder / "target").write_bytes(b"old")
        (self.folder / "link").symlink_to("target")
        durable.write(self.folder / "link", b"new")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertEqual((self.folder / "target").read_bytes(), b"new")

    def test_a_failing_call_has_the_name_of_the_file(self) -> None:
        for path in (self.folder / "absent/file", Path("/dev/full")):
            with self.subTest(path), self.assertRaises(OSError) as raised:
                durable.write(path, b"new")
            self.assertEqual(raised.exception.filename, str(path))
