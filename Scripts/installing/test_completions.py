"""Completions in the real shells, from an installed prefix. LAUGHTRACK_TOOLS has the executables."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from installing import building, tree
from installing.building import TOOLS
from installing.prefix import Prefix
from installing.terminal import Terminal

NAMES = building.product_names()
# What a tool prints last, in place of its work.
END = "(end)"
SHARES = ["3/4", "3/8", "3/16", "3/32", "3/64", "3/128", "3/256"]


def setUpModule() -> None:
    global PREFIX, folder
    folder = tempfile.TemporaryDirectory()
    PREFIX = pathlib.Path(folder.name) / "prefix"
    Prefix(PREFIX).install(tree.files(TOOLS, NAMES), replaces=False)
    unittest.addModuleCleanup(folder.cleanup)


class Completions:
    """The cases, the same for every shell; `complete` gives the completions of a line's last word."""

    shell = ""

    def setUp(self) -> None:
        if not shutil.which(self.shell):
            self.skipTest(f"no {self.shell}")
        self.here = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.here / "ratings.ndjson").touch()
        (self.here / "two words.json").touch()
        (self.here / "batches").mkdir()
        self.environment = {
            "PATH": f"{PREFIX}/bin:{os.environ['PATH']}", "TERM": "dumb",
            "HOME": str(self.home), "ZDOTDIR": str(self.home),
            "XDG_DATA_DIRS": f"{PREFIX}/share:/usr/share", "LC_ALL": "C.UTF-8",
        }

    def test_every_file_loads_without_a_word(self) -> None:
        for name in NAMES:
            run = self.load(PREFIX / tree.TEXTS[self.shell].format(name))
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""), name)

    def test_options(self) -> None:
        self.assertEqual(self.complete("migrate-ratings --dry"), ["--dry-run"])
        self.assertEqual(self.complete("aggregate-top10 x --explain-a"), ["--explain-as"])
        for name in NAMES:
            self.assertEqual(self.complete(f"{name} --vers"), ["--version"], name)

    def test_an_option_of_another_tool_is_not_offered(self) -> None:
        self.assertEqual(self.complete("read-export --in-pl"), [])

    def test_words(self) -> None:
        self.assertEqual(self.complete("migrate-ratings --color "), ["always", "auto", "never"])
        self.assertEqual(self.complete("migrate-ratings --color=al"), ["always"])
        self.assertEqual(self.complete("migrate-ratings --unexpected d"), ["drop"])
        self.assertEqual(
            self.complete("read-export --generate "), ["bash", "fish", "man", "options-markdown", "zsh"])

    def test_formats_are_those_that_the_tool_reads(self) -> None:
        for name in NAMES:
            listed = subprocess.run(
                [TOOLS / name, "--list-formats"], check=True, capture_output=True, text=True).stdout
            formats = sorted(line.split()[0] for line in listed.splitlines())
            self.assertEqual(self.complete(f"{name} --format "), formats, name)

    def test_shares(self) -> None:
        self.assertCountEqual(self.complete("migrate-ratings --shard 3/"), SHARES)
        self.assertCountEqual(self.complete("aggregate-top10 --shard=3/"), SHARES)
        self.assertCountEqual(self.complete("migrate-ratings --shard 200/2"), ["200/256"])
        self.assertIn("1/2", self.complete("migrate-ratings --shard "))
        self.assertEqual(self.complete("migrate-ratings --shard x/"), [])

    def test_a_value_of_which_nothing_is_known_is_no_path(self) -> None:
        self.assertEqual(self.complete("migrate-ratings --jobs "), [])

    def test_paths(self) -> None:
        self.assertEqual(self.typed("migrate-ratings rat"), ["ratings.ndjson"])
        self.assertEqual(self.typed("migrate-ratings --plan rat"), ["--plan", "ratings.ndjson"])
        self.assertEqual(self.typed("migrate-ratings -o rat"), ["-o", "ratings.ndjson"])
        self.assertEqual(self.typed("migrate-ratings --plan=rat"), ["--plan=ratings.ndjson"])
        self.assertEqual(self.typed("migrate-ratings tw"), ["two words.json"])
        self.assertEqual(self.typed("migrate-ratings -n -- rat"), ["-n", "--", "ratings.ndjson"])

    def test_a_folder_is_completed_with_folders(self) -> None:
        (self.here / "bat.json").touch()
        option, folder = self.typed("migrate-ratings --batches b")
        # Zsh removes the sign when the line is sent.
        self.assertEqual((option, folder.rstrip("/")), ("--batches", "batches"))

    def test_a_file_of_arguments(self) -> None:
        (self.here / "sub dir").mkdir()
        (self.here / "sub dir/in.txt").touch()
        for line, word in (
            ("@rat", "@ratings.ndjson"), (r"@two\ w", "@two words.json"),
            (r"@sub\ dir/in", "@sub dir/in.txt"),
        ):
            self.assertEqual(self.typed(f"migrate-ratings {line}"), [word])

    def run_in(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.here, env=self.environment, capture_output=True, text=True)

    # For shells that run on a terminal.

    def open(self) -> Terminal:
        """The shell in the folder, with the tools as functions that print their arguments and a mark."""
        functions = [f"{name}() {{ printf '<%s>\\n' \"$@\"; echo '{END}'; }}" for name in NAMES]
        (self.home / ".zshrc").write_text("\n".join([*self.setting, *functions, ""]))
        terminal = Terminal(self.command, self.environment, str(self.here), prompt="> ")
        self.addCleanup(terminal.close)
        return terminal

    def typed(self, line: str) -> list[str]:
        """The arguments after the line was typed, completed and sent."""
        terminal = self.open()
        terminal.type(line + "\t")
        return re.findall(r"^<(.*)>\r$", terminal.type("\r", END), re.MULTILINE)


class Bash(Completions, unittest.TestCase):
    shell = "bash"
    command = ["sh", "-c", "exec bash --rcfile ~/.zshrc -i"]
    # As bash-completion does it: at the first completion, by the tool's name.
    setting = ["source /usr/share/bash-completion/bash_completion", "PS1='> '"]

    def load(self, file: pathlib.Path) -> subprocess.CompletedProcess[str]:
        return self.run_in("bash", "--norc", "-euc", f"source '{file}'")

    def complete(self, line: str) -> list[str]:
        words = re.findall(r"=|[^ =]+|(?<= )$", line)
        function = "_" + words[0].replace("-", "_")
        run = self.run_in(
            "bash", "--norc", "-uc",
            f"source '{PREFIX}/share/bash-completion/completions/{words[0]}'; COMP_WORDS=(\"$@\")\n"
            f"COMP_CWORD=$(($# - 1)); {function}\n"
            'if ((${#COMPREPLY[@]})); then printf "%s\\n" "${COMPREPLY[@]}"; fi', "bash", *words)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        return sorted(run.stdout.splitlines())

    def test_a_file_of_arguments_in_quotes_or_in_the_home_folder(self) -> None:
        self.assertEqual(self.typed('migrate-ratings "@two w'), ["@two words.json"])
        (self.home / "home words.json").touch()
        self.assertEqual(self.typed("migrate-ratings @~/hom"), [f"@{self.home}/home words.json"])

    def test_bash_completion_finds_the_file_of_a_tool(self) -> None:
        terminal = self.open()
        terminal.type("migrate-ratings --dry\t")
        self.assertIn("<--dry-run>", terminal.type("\r", END))


class Zsh(Completions, unittest.TestCase):
    shell = "zsh"
    # Without the machine's own settings.
    command = ["zsh", "-d", "-i"]

    @property
    def setting(self) -> list[str]:
        return [
            "PS1='> '; setopt no_beep no_always_last_prompt; unsetopt zle_bracketed_paste",
            f"fpath=({PREFIX}/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -D",
        ]

    def load(self, file: pathlib.Path) -> subprocess.CompletedProcess[str]:
        return self.run_in(
            "zsh", "-fc", f"autoload -Uz compinit; compinit -D; source '{file}'")

    def complete(self, line: str) -> list[str]:
        """The words that are added, in a terminal of zsh's own (zpty)."""
        run = self.run_in("zsh", "-fc", CAPTURE, "zsh", str(PREFIX / "share/zsh/site-functions"), line)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        found = {word.removesuffix("=") for word in run.stdout.split("\n") if word}
        # Matches stand beside the typed word.
        typed = re.split(r"[ =]", line)[-1]
        return sorted(word for word in found if word.startswith(typed))


# Prints what compadd gets while the line is completed.
CAPTURE = r"""
zmodload zsh/zpty
capture=$(mktemp)
zpty z zsh -f -i
zpty -w z "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u"
zpty -w z "compadd() {
  local -a hits; builtin compadd -O hits \"\$@\"
  (( \$#hits )) && print -rl -- \$hits >>$capture
  builtin compadd \"\$@\"
}"
zpty -w z "finish() { print -r -- DONE >>$capture }; zle -N finish; bindkey '^X' finish"
zpty -w z "bindkey '^I' complete-word; : >$capture.ready"
repeat 100; do [[ -e $capture.ready ]] && break; sleep 0.05; done
zpty -w -n z "$2"$'\t'
sleep 0.3
zpty -w -n z $'\x18'
repeat 100; do grep -qx DONE $capture && break; sleep 0.05; done
zpty -d z
grep -qx DONE $capture || exit 1
grep -vx DONE $capture
rm -f $capture $capture.ready
exit 0
"""


class Fish(Completions, unittest.TestCase):
    shell = "fish"

    def load(self, file: pathlib.Path) -> subprocess.CompletedProcess[str]:
        return self.run_in("fish", "--no-config", "-c", f"source '{file}'")

    def complete(self, line: str) -> list[str]:
        """The completions of the last word; fish finds the file by the tool's name."""
        run = self.run_in("fish", "-c", "complete -C $argv[1]", line)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run)
        words = [found.partition("\t")[0] for found in run.stdout.splitlines()]
        return sorted(word.rpartition("=")[2] or word for word in words)

    def typed(self, line: str) -> list[str]:
        [found] = self.complete(line)
        name, *words = re.split(r"(?<!\\) ", line)
        before, equals, _ = words[-1].partition("=")
        return [*words[:-1], (before + equals if equals else "") + found]
