"""Scripts/install on prefixes that are empty, foreign, or not to be written to. LAUGHTRACK_TOOLS has the
executables."""

import hashlib
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from typing import TextIO

from installing import building, tree
from installing.building import TOOLS
from installing.prefix import RECORD, Prefix, opened
from installing.tree import TEXTS, File
from live.failing import of_stop, reported

INSTALL = building.ROOT / "Scripts/install"
NAMES = building.product_names()
PATHS = sorted(
    [f"bin/{name}" for name in NAMES] + [path.format(name) for name in NAMES for path in TEXTS.values()])


def tree_of(root: pathlib.Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


class Installing(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder.chmod(0o755)
        self.prefix = self.folder / "prefix"

    def install(
        self, *words: str, output: int | TextIO = subprocess.PIPE, path: str = os.environ["PATH"]
    ) -> subprocess.CompletedProcess[str]:
        given = () if "--uninstall" in words or "--tools" in words else ("--tools", str(TOOLS))
        return subprocess.run(
            [sys.executable, INSTALL, "--prefix", str(self.prefix), *given, *words],
            stdout=output, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PATH": path})

    def assertStatus(self, run: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
        self.assertEqual(run.returncode, status, run)
        for each in words:
            self.assertIn(each, (run.stdout or "") + run.stderr)

    def test_the_note_for_zsh_quotes_a_prefix(self) -> None:
        self.prefix = self.prefix / "it's a place"
        run = self.install()
        self.assertStatus(run, 0, f"fpath=({shlex.quote(f'{self.prefix}/share/zsh/site-functions')} $fpath)\n")

    def test_an_empty_prefix_gets_all_files_and_loses_them(self) -> None:
        run = self.install()
        self.assertStatus(run, 0)
        self.assertEqual(
            run.stderr,
            f"install: note: {self.prefix}/bin is not on the PATH of this shell; a new login may add it\n"
            "install: note: for zsh, put this into ~/.zshrc, before compinit: "
            f"fpath=({self.prefix}/share/zsh/site-functions $fpath)\n")
        installed = sorted(path for path, content in tree_of(self.prefix).items() if content is not None)
        self.assertEqual(installed, sorted([*PATHS, RECORD]))
        self.assertEqual(
            run.stdout.splitlines()[:-1], [str(self.prefix / path) for path in PATHS])
        self.assertRegex(run.stdout.splitlines()[-1], r"^installed \d+ files of version \d+\.\d+\.\d+ \(")
        removed = self.install("--uninstall")
        self.assertStatus(removed, 0)
        self.assertEqual(len(removed.stdout.splitlines()), len(PATHS))
        self.assertEqual(tree_of(self.prefix), {})

    def test_what_is_installed_runs_and_can_be_read_by_all(self) -> None:
        mask = os.umask(0o077)
        self.addCleanup(os.umask, mask)
        self.prefix = self.folder / "home/local/prefix"
        self.assertStatus(self.install(), 0)
        for path in PATHS:
            mode = (self.prefix / path).stat().st_mode & 0o777
            self.assertEqual(mode, 0o755 if path.startswith("bin/") else 0o644, path)
        run = subprocess.run(
            [self.prefix / "bin/migrate-ratings", "--version"], check=True, capture_output=True, text=True)
        self.assertRegex(run.stdout, r"^migrate-ratings \d+\.\d+\.\d+ \(([0-9a-f]{8}|development)\)\n$")
        for directory in self.folder.rglob("*"):
            if directory.is_dir():
                self.assertEqual(directory.stat().st_mode & 0o755, 0o755, directory)

    def test_the_list_is_one_that_sha256sum_checks(self) -> None:
        self.assertStatus(self.install(), 0)
        subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet", RECORD], cwd=self.prefix, check=True)

    def test_installing_again_replaces_what_was_installed(self) -> None:
        self.assertStatus(self.install(), 0)
        before = tree_of(self.prefix)
        self.assertStatus(self.install(), 0)
        self.assertEqual(tree_of(self.prefix), before)
        # Another version.
        others = self.folder / "others"
        others.mkdir()
        for name in NAMES:
            (others / name).write_text(f"#!/bin/sh\necho '{name} 9.9.9 (development)'\n")
            (others / name).chmod(0o755)
        run = self.install("--tools", str(others))
        self.assertStatus(run, 0, "version 9.9.9")
        self.assertIn(b"9.9.9", (self.prefix / "bin/migrate-ratings").read_bytes())
        self.assertStatus(self.install("--uninstall"), 0)
        self.assertEqual(tree_of(self.prefix), {})

    def test_a_list_that_leads_out_of_the_prefix_removes_nothing(self) -> None:
        self.assertStatus(self.install(), 0)
        precious = self.folder / "precious"
        precious.write_bytes(b"x")
        with (self.prefix / RECORD).open("a") as record:
            record.write(f"{hashlib.sha256(b'x').hexdigest()}  ../precious\n")
        before = tree_of(self.prefix)
        self.assertStatus(self.install("--uninstall"), 65, "'../precious', which is not in the prefix")
        self.assertEqual(tree_of(self.prefix), before)
        self.assertTrue(precious.exists())

    def test_files_of_others_stay(self) -> None:
        for name in ("bin/other", "share/man/man1/other.1"):
            (self.prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (self.prefix / name).write_text("other")
        before = tree_of(self.prefix)
        self.assertStatus(self.install(), 0)
        self.assertStatus(self.install("--uninstall"), 0)
        self.assertEqual(tree_of(self.prefix), before)

    def test_a_foreign_file_in_the_place_is_refused_and_nothing_written(self) -> None:
        for path in ("bin/read-export", "share/zsh/site-functions/_read-export"):
            with self.subTest(path):
                (self.prefix / path).parent.mkdir(parents=True)
                (self.prefix / path).write_text("mine")
                before = tree_of(self.prefix)
                self.assertStatus(
                    self.install(), 73, f"error: '{self.prefix / path}' exists and was not installed",
                    "hint: remove it")
                self.assertEqual(tree_of(self.prefix), before)
                self.assertStatus(self.install("--force"), 0)
                self.assertStatus(self.install("--uninstall"), 0)

    def test_an_upgrade_does_not_replace_a_page_that_was_edited(self) -> None:
        self.assertStatus(self.install(), 0)
        page = self.prefix / "share/man/man1/read-export.1"
        page.write_text("edited")
        before = tree_of(self.prefix)
        self.assertStatus(
            self.install(), 73, f"error: '{page}' was changed since Scripts/install wrote it",
            "hint: keep a copy if you need the change, and give --force; nothing was installed")
        self.assertEqual(tree_of(self.prefix), before)
        self.assertStatus(self.install("--force"), 0)
        self.assertNotEqual(page.read_text(), "edited")

    def test_a_directory_in_the_place_is_refused_with_force_too(self) -> None:
        (self.prefix / "bin/edit-saved").mkdir(parents=True)
        before = tree_of(self.prefix)
        for words in ((), ("--force",)):
            self.assertStatus(
                self.install(*words), 73,
                f"error: '{self.prefix}/bin/edit-saved' is a directory, and a file belongs there",
                "hint: move it away, or choose another --prefix; nothing was installed")
            self.assertEqual(tree_of(self.prefix), before)

    def stopped(self, number: int, stop_after: int) -> int:
        """The status of a run that gets a signal after some files were written."""
        child = os.fork()
        if child == 0:
            stage, written = Prefix.stage, []

            def stop(prefix: Prefix, file: File) -> tuple[str, pathlib.Path]:
                if len(written) == stop_after:
                    os.kill(os.getpid(), number)
                written.append(file)
                return stage(prefix, file)

            Prefix.stage = stop  # type: ignore[method-assign]
            try:
                with opened(self.prefix, is_made=True) as prefix:
                    prefix.install(tree.files(TOOLS, NAMES), replaces=False)
            except KeyboardInterrupt as error:
                os._exit(of_stop(error).status)
            os._exit(0)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def test_what_a_killed_run_left_goes_with_the_next_one(self) -> None:
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/.read-export.notes").write_text("mine")
        for words in ((), ("--uninstall",)):
            self.assertEqual(self.stopped(signal.SIGKILL, stop_after=5), -signal.SIGKILL)
            self.assertEqual(
                len([path for path in tree_of(self.prefix) if ".laughtrack-" in path]), 4)
            self.assertStatus(self.install(*words), 0)
            self.assertEqual([path for path in tree_of(self.prefix) if ".laughtrack-" in path], [])
            self.assertTrue((self.prefix / "bin/.read-export.notes").exists())
        self.assertEqual(tree_of(self.prefix), {"bin": None, "bin/.read-export.notes": b"mine"})

    def test_a_run_that_is_ended_leaves_nothing(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            self.assertEqual(self.stopped(number, stop_after=5), 128 + number)
            self.assertEqual(tree_of(self.prefix), {})

    def test_on_a_full_disk_nothing_is_installed(self) -> None:
        # Where this cannot be tried, mounting fails.
        size, script = 30 << 20, 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && "$@"; find "$0" -mindepth 1'
        if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
            self.skipTest("no permission to mount")
        run = subprocess.run(
            ["unshare", "-rm", "sh", "-c", script, self.folder, str(size), self.folder, sys.executable,
             INSTALL, "--prefix", self.prefix, "--tools", TOOLS],
            capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertRegex(
            run.stderr,
            rf"^install: error: '{self.prefix}/bin/[a-z-]+': No space left on device; nothing was installed\n"
            r"install: hint: make room for \d+ MB there, or choose another --prefix\n$")
        self.assertEqual(run.stdout, f"{self.prefix}\n")

    def test_a_link_in_the_place_is_not_written_through(self) -> None:
        (self.folder / "mine").write_text("mine")
        (self.prefix / "bin").mkdir(parents=True)
        (self.prefix / "bin/read-export").symlink_to(self.folder / "mine")
        self.assertStatus(self.install(), 73, "exists and was not installed")
        self.assertStatus(self.install("--force"), 0)
        self.assertEqual((self.folder / "mine").read_text(), "mine")

    def test_a_file_that_was_changed_is_not_removed(self) -> None:
        self.assertStatus(self.install(), 0)
        (self.prefix / "bin/read-export").write_text("changed")
        self.assertStatus(
            self.install("--uninstall"), 3, f"warning: '{self.prefix}/bin/read-export' was changed")
        self.assertEqual(tree_of(self.prefix), {"bin": None, "bin/read-export": b"changed"})

    def refused_to_another(self, action: Callable[[], object]) -> str:
        """The message of a run that ends with 77, because its user has no permission."""
        if os.getuid() != 0:
            self.skipTest("only root can be another user")
        # The interpreter may be root's own, so that no other user could start it.
        errors = self.folder / "errors"
        child = os.fork()
        if child == 0:
            try:
                sys.stderr = errors.open("w")
                os.setuid(65534)
                with reported("install"):
                    action()
            except SystemExit as end:
                sys.stderr.flush()
                os._exit(end.code)
            os._exit(0)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 77)
        return errors.read_text()

    def test_without_permission_nothing_is_written(self) -> None:
        (self.prefix / "share").mkdir(parents=True)
        (self.prefix / "share").chmod(0o777)
        self.assertEqual(
            self.refused_to_another(
                lambda: Prefix(self.prefix).install([File("bin/a", b"", 0o755)], replaces=False)),
            f"install: error: '{self.prefix}': permission denied; nothing was installed\n")
        self.assertEqual(tree_of(self.prefix), {"share": None})

    def test_without_permission_nothing_is_removed(self) -> None:
        self.assertStatus(self.install(), 0)
        before = tree_of(self.prefix)
        told = self.refused_to_another(lambda: Prefix(self.prefix).uninstall())
        self.assertIn("permission denied; nothing was removed\n", told)
        self.assertEqual(tree_of(self.prefix), before)

    def test_below_a_file_nothing_is_installed(self) -> None:
        self.prefix.mkdir()
        (self.prefix / "share").write_text("a file")
        self.assertStatus(self.install(), 73, f"'{self.prefix}/share' is not a directory")
        self.assertEqual(tree_of(self.prefix), {"share": b"a file"})

    def test_the_stage_of_a_packager_has_the_prefix_below_it(self) -> None:
        stage = self.folder / "stage"
        self.assertStatus(self.install("--destdir", str(stage)), 0)
        self.assertFalse(self.prefix.exists())
        self.assertTrue(pathlib.Path(f"{stage}{self.prefix}/bin/migrate-ratings").is_file())
        self.assertNotIn(str(stage), pathlib.Path(f"{stage}{self.prefix}/{RECORD}").read_text())
        self.assertStatus(self.install("--destdir", str(stage), "--uninstall"), 0)

    def test_a_list_that_is_damaged_is_refused_and_can_be_made_anew(self) -> None:
        for damage, words in (
                (b"\xff\xfe", "is not UTF-8"), (b"bin/edit-saved\n", "is not a SHA-256 and a path"),
                (b"# made the directory ../other\n", "which is not in the prefix")):
            self.assertStatus(self.install(), 0)
            with (self.prefix / RECORD).open("ab") as record:
                record.write(damage)
            before = tree_of(self.prefix)
            for given in ((), ("--force",), ("--uninstall",)):
                run = self.install(*given)
                self.assertStatus(run, 65, words, f"error: '{self.prefix / RECORD}'", "install: hint: ")
                self.assertEqual(tree_of(self.prefix), before)
            (self.prefix / RECORD).unlink()
            self.assertStatus(self.install("--force"), 0)
            self.assertStatus(self.install("--uninstall"), 0)
            self.assertNotIn("bin/read-export", tree_of(self.prefix))

    def test_executables_that_fail_are_named_and_nothing_is_installed(self) -> None:
        others = self.folder / "others"
        others.mkdir()
        first = others / NAMES[0]
        for script, mode, words in (
                ("#!/bin/sh\necho 'error: no --generate' >&2; exit 64\n", 0o755,
                 f"'{first} --generate man' ends with 64: error: no --generate"),
                ("#!/bin/sh\nkill -SEGV $$\n", 0o755,
                 f"'{first} --generate man' is killed by signal 11: without a word"),
                ("#!/bin/sh\n[ $1 = --generate ]\n", 0o755, f"'{first} --version' ends with 1: "),
                ("\x7fELF of another processor", 0o755, f"'{first}' cannot be run: Exec format error"),
                ("#!/bin/sh\n", 0o644, f"'{first}' cannot be run: Permission denied")):
            for name in NAMES:
                (others / name).write_text(script)
                (others / name).chmod(mode)
            run = self.install("--tools", str(others))
            self.assertStatus(run, 64, f"install: error: {words}", "; nothing was installed\n")
            self.assertFalse(self.prefix.exists())

    def test_where_the_list_cannot_be_printed_the_rest_is_done(self) -> None:
        for words, what in (((), "installed"), (("--uninstall",), "removed")):
            with open("/dev/full", "w") as full:
                run = self.install(*words, output=full)
            self.assertStatus(
                run, 74, "install: error: standard output: No space left on device; "
                f"the files are {what}, and only their list could not be printed\n")
            self.assertEqual("bin/read-export" in tree_of(self.prefix), what == "installed")

    def test_a_second_run_at_once_changes_nothing(self) -> None:
        self.assertStatus(self.install(), 0)
        before = tree_of(self.prefix)
        with opened(self.prefix, is_made=True):
            for words in ((), ("--force",), ("--uninstall",)):
                self.assertStatus(
                    self.install(*words), 75, f"error: another Scripts/install works in '{self.prefix}'",
                    "hint: wait until it has ended")
        self.assertEqual(tree_of(self.prefix), before)
        self.assertStatus(self.install("--uninstall"), 0)

    def test_a_path_with_a_slash_at_its_end_is_known(self) -> None:
        run = self.install(path=f"{os.environ['PATH']}:{self.prefix}/bin/")
        self.assertStatus(run, 0)
        self.assertNotIn("PATH", run.stderr)

    def test_where_nothing_is_installed_nothing_is_removed(self) -> None:
        self.assertStatus(self.install("--uninstall"), 66, "error: nothing is installed in")

    def test_a_wrong_command_line_is_64(self) -> None:
        self.assertStatus(self.install("--force", "--uninstall"), 64, "hint: see Scripts/install --help\n")
        self.assertStatus(self.install("--tools", str(self.folder)), 64, "error: no aggregate-top10 in")


class Building(unittest.TestCase):
    def test_an_archive_for_the_other_processor_says_what_is_missing(self) -> None:
        other = next(name for name in building.ARCHITECTURES if name != building.this_architecture())
        run = subprocess.run(
            [building.ROOT / "Scripts/package", "--arch", other], capture_output=True, text=True)
        if run.returncode == 0:
            self.skipTest("Swift's static Linux SDK is installed")
        self.assertEqual((run.returncode, run.stdout), (69, ""), run)
        self.assertIn(f"error: an archive for {other} cannot be made on", run.stderr)
        self.assertIn("hint: install the one of this Swift's version with swift sdk install", run.stderr)

    def test_the_formula_has_all_tools(self) -> None:
        formula = (building.ROOT / "Scripts/laughtrack.rb").read_text(encoding="utf-8")
        listed = re.search(r"%w\[(.*?)\]", formula, re.DOTALL)
        self.assertEqual(sorted(listed[1].split()), NAMES)
