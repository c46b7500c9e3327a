"""Man pages of an installed prefix, in mandoc and in man. LAUGHTRACK_TOOLS has the executables."""

import re
import shutil
import subprocess
import unittest

from installing import building, tree
from installing.building import TOOLS



@unittest.skipUnless(shutil.which("mandoc"), "no mandoc")
class Pages(unittest.TestCase):
    def page(self, name: str) -> bytes:
        return tree.printed(TOOLS / name, "--generate", "man")

    def test_mandoc_finds_nothing_to_mend(self) -> None:
        for name in building.product_names():
            run = subprocess.run(
                ["mandoc", "-Tlint", "-Wwarning"], input=self.page(name), capture_output=True)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, b"", b""), name)

    def test_the_page_has_the_words_of_the_help(self) -> None:
        for name in building.product_names():
            run = subprocess.run(
                ["mandoc", "-Tutf8", "-Owidth=100"], input=self.page(name), check=True,
                capture_output=True)
            shown = re.sub(r".\x08", "", run.stdout.decode())
            environment = {"COLUMNS": "100"}
            long = subprocess.run(
                [TOOLS / name, "--help"], check=True, capture_output=True, env=environment)
            words = set(re.split(r"\s+", long.stdout.decode().replace("…", "..."))) - {
                "Usage:", "Examples:", "Operands:", "Exit", "statuses:", "or:", "\\"}
            absent = [word for word in words if word.rstrip(".:") not in shown]
            self.assertEqual(absent, [], name)

    def test_formatters_know_every_character_in_the_locale_c(self) -> None:
        for name in building.product_names():
            self.assertNotIn(b"\\[u", self.page(name), name)

    def test_options_are_copied_with_their_dashes(self) -> None:
        run = subprocess.run(
            ["mandoc", "-Tutf8"], input=self.page("migrate-ratings"), check=True, capture_output=True)
        shown = re.sub(r".\x08", "", run.stdout.decode())
        self.assertIn("migrate-ratings ratings.ndjson --dry-run\n", shown)
        self.assertIn("'./@NAME'", shown)

    def test_the_date_is_that_of_the_release(self) -> None:
        head = self.page("migrate-ratings").decode().splitlines()[1].split(" ")
        version = head[5].rstrip('"')
        log = (building.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        released = re.search(rf"^## \[{re.escape(version)}\] - (\S+)", log, re.MULTILINE)
        self.assertRegex(head[3], r"^\d{4}-\d\d-\d\d$")
        if released:
            self.assertEqual(head[3], released[1])
