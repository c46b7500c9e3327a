"""Tests of the Firestore server: lines loaded and dumped, and the command's manners."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from live.server_trials import DATABASE, SCRIPTS, ServerCase, commit, full, integer, update

from live.server.command import main
from live.server.lines import Completion, load
from live.server.messages import microseconds, now, timestamp
from live.server.names import Name

EXPECTED = SCRIPTS.parent / "data/expected/read-export"
LINE = '{"name":"%s","fields":{},"createTime":"%s","updateTime":"%s"}'
# Cases whose output is not typed documents.
OTHERS = ("-count", "-plain")


def comparable(value: Any) -> Any:
    """A typed value with times in microseconds, full references, and zero coordinates."""
    if isinstance(value, list):
        return [comparable(each) for each in value]
    if not isinstance(value, dict):
        return value
    match next(iter(value.items()), None):
        case ("timestampValue", str(text)):
            return {"timestampValue": moment(text)}
        case ("referenceValue", str(text)) if not text.startswith("projects/"):
            return {"referenceValue": full(text)}
    return {key: comparable(each) for key, each in value.items()}


def moment(text: str) -> datetime:
    """A time, rounded down to microseconds."""
    whole, point, rest = text.replace("Z", "+00:00").partition(".")
    if not point:
        return datetime.fromisoformat(whole)
    digits = rest[: len(rest) - 6]
    return datetime.fromisoformat(f"{whole}.{digits[:6]:0<6}{rest[len(digits):]}")


def completed(name: str) -> str:
    if name.startswith("projects/"):
        return name
    return full(name if "/" in name else f"rating_events/{name}")


class Files(ServerCase):
    def run_command(self, *options: str | Path) -> subprocess.CompletedProcess[str]:
        """The command in this process, which is much faster than in one of its own."""
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        status, errors = 0, io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                main("the help", [str(each) for each in options])
            except SystemExit as end:
                status = int(end.code or 0)
        out.seek(0)
        return subprocess.CompletedProcess(options, status, out.read(), errors.getvalue())

    def filled(self, text: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Loads lines into a new store, and dumps them."""
        number = len(list(self.directory.iterdir()))
        source = self.directory / f"source-{number}"
        source.write_text(text, encoding="utf-8")
        store = self.directory / f"store-{number}"
        return self.run_command(store, "--load", source, *options, "--dump", "-")

    def test_what_read_export_prints_is_loaded_and_dumped_alike(self) -> None:
        cases = [
            path for path in sorted(EXPECTED.glob("*/stdout"))
            if not path.parent.name.endswith(OTHERS)]
        lines: dict[str, str] = {}
        for path in cases:
            for line in path.read_text().splitlines():
                # A field __type__ is reserved for vectors; the fixture's is not a vector.
                if "name" in (document := json.loads(line)) and "__type__" not in line:
                    lines.setdefault(completed(document["name"]), line)
        self.assertGreater(len(lines), 30)
        run = self.filled("\n".join(lines.values()), "--database-name", DATABASE)
        self.assertEqual(run.returncode, 0, run.stderr)
        dumped = [json.loads(line) for line in run.stdout.splitlines()]
        names = [each["name"] for each in dumped]
        self.assertEqual(names, sorted(lines, key=lambda name: Name.of(name).key))
        for document in dumped:
            source = json.loads(lines[document["name"]])
            with self.subTest(name=document["name"]):
                self.assertEqual(
                    comparable(document["fields"]), comparable(source["fields"]))
                for key in ("createTime", "updateTime"):
                    if key in source:
                        self.assertEqual(moment(document[key]), moment(source[key]))
        self.assertEqual(self.filled(run.stdout).stdout, run.stdout)

    def test_a_managed_export_is_loaded_as_google_reads_it(self) -> None:
        export = SCRIPTS.parent / "data/exports/emulator"
        read = subprocess.run(
            [sys.executable, SCRIPTS / "managed-export", "read", export], text=True,
            capture_output=True)
        if read.returncode:
            self.skipTest(read.stderr)
        run = self.filled(read.stdout)
        self.assertEqual(run.returncode, 0, run.stderr)
        found, wanted = [
            {each["name"]: each["fields"] for each in map(json.loads, text.splitlines())}
            for text in (run.stdout, read.stdout)]
        self.assertEqual(found, wanted)

    def test_times_are_kept_at_microseconds(self) -> None:
        run = self.filled("\n".join([
            LINE % (full("a/1"), "2026-01-01T00:00:00Z", "2026-01-01T01:00:00.123456999+01:00"),
            LINE % (full("a/2"), "1969-12-31T23:59:59.9Z", "2026-01-01T00:00:00.100Z")]))
        told = [(each["createTime"], each["updateTime"]) for each in map(
            json.loads, run.stdout.splitlines())]
        self.assertEqual(told, [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123456Z"),
            ("1969-12-31T23:59:59.900Z", "2026-01-01T00:00:00.100Z")])

    def test_a_document_without_times_gets_the_current_one(self) -> None:
        before = now()
        run = self.filled(f'{{"name":"{full("a/1")}"}}\n')
        document = json.loads(run.stdout)
        self.assertEqual(document["createTime"], document["updateTime"])
        at = timestamp(0)
        at.FromJsonString(document["createTime"])
        self.assertTrue(before <= microseconds(at) <= now())

    def test_commits_are_later_than_loaded_documents(self) -> None:
        server = self.serve()
        lines = "\n".join(LINE % (full(f"a/{year}"), *2 * [f"{year}-01-01T00:00:00Z"])
                          for year in (2099, 2100, 2098))
        load(server.store, [io.StringIO(lines)], Completion(None, ""))
        response = commit(self.raw(server.address), update("a/2", {"n": integer(1)}))
        self.assertEqual(response.commit_time.rfc3339(), "2100-01-01T00:00:00.000001Z")

    def test_a_line_that_is_no_document_stops_the_load_at_its_place(self) -> None:
        good = LINE % (full("a/1"), "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
        for line, part in [
            ("{", "Expecting"), ("[" * 100_000, "recursion"), ("[]", "not a document"),
            ('{"fields":{}}', "with a name"),
            (good, "twice"), ('{"name":"a/b"}', "--database-name"),
            (f'{{"name":"{full("a")}"}}', "not the name of a document"),
            (f'{{"name":"{full("a/2")}","more":1}}', "more"),
            (f'{{"name":"{full("a/2")}","fields":{{"__x__":{{"nullValue":null}}}}}}', "reserved"),
            (f'{{"name":"{full("a/2")}","fields":{{"x":{{"a":1}}}}}}', "'x'|fields.x|\"a\""),
            (f'{{"name":"{full("a/")}\\ud800"}}', "surrogate|UTF-8|utf-8"),
        ]:
            with self.subTest(line=line):
                run = self.filled(f"{good}\n\n{line}\n")
                self.assertEqual((run.returncode, run.stdout), (65, ""))
                self.assertRegex(run.stderr, rf"error: .*:3: .*({part})")

    def test_only_an_empty_store_is_filled(self) -> None:
        source, store = self.directory / "source", self.directory / "store"
        source.write_text(f'{{"name":"{full("a/1")}"}}')
        options: list[str | Path] = [store, "--load", source, "--dump", self.directory / "dump"]
        self.assertEqual(self.run_command(*options).returncode, 0)
        self.assertIn(full("a/1"), (self.directory / "dump").read_text())
        run = self.run_command(*options)
        self.assertEqual(run.returncode, 73)
        self.assertIn("has documents", run.stderr)

    def test_a_dump_goes_to_a_stream_in_place(self) -> None:
        source, target = self.directory / "source", self.directory / "target"
        source.write_text(f'{{"name":"{full("a/1")}"}}')
        with target.open("w") as file:
            number = target.stat().st_ino
            run = self.run_command(self.directory / "store", "--load", source, "--dump",
                                   f"/dev/fd/{file.fileno()}")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(target.stat().st_ino, number)
        self.assertIn(full("a/1"), target.read_text())

    def test_bytes_that_are_no_text_stop_the_load(self) -> None:
        source = self.directory / "source"
        source.write_bytes(b'{"name":"\xff"}\n')
        run = self.run_command(self.directory / "store", "--load", source, "--dump", "-")
        self.assertEqual(run.returncode, 65)

    def test_the_process_reads_and_writes_utf_8_whatever_the_locale(self) -> None:
        line = f'{{"name":"{full("a/1")}","fields":{{"é":{{"stringValue":"😀"}}}}}}'
        run = subprocess.run(
            [sys.executable, SCRIPTS / "firestore-server", self.directory / "store", "--load", "-",
             "--dump", "-"], input=line.encode(), capture_output=True, timeout=20,
            env=os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('"fields":{"é":{"stringValue":"😀"}}'.encode(), run.stdout)

    def test_errors_have_their_exit_statuses(self) -> None:
        other = self.directory / "other"
        other.write_text("not a store, but a text that is long enough " * 40)
        missing, store = self.directory / "missing", self.directory / "store"
        rows: list[tuple[list[str | Path], int, str]] = [
            ([], 64, "no STORE"), ([store, "--port", "x"], 64, "--port"),
            ([store, "--unknown"], 64, "--unknown"), ([store, "--port", "65536"], 64, "port"),
            ([store, "--faults", "gone@1"], 64, "no fault 'gone'"),
            ([store, "--database-name", "p"], 64, "projects/P/databases/D"),
            ([store, "--load", missing], 66, "missing"), ([missing, "--dump", "-"], 66, "missing"),
            ([store, "--dump", store], 64, "is an input"), ([store, "--port-file", store], 64, "is an input"),
            ([other], 65, "not a store"), ([missing / "store"], 74, "unable to open"),
        ]
        for options, status, part in rows:
            with self.subTest(options=options):
                run = self.run_command(*options)
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertRegex(run.stderr, rf"^firestore-server: error: .*{part}")

    def test_a_port_in_use_is_refused(self) -> None:
        server = self.serve()
        run = self.run_command(self.directory / "other", "--port", str(server.port))
        self.assertEqual(run.returncode, 74)
        self.assertIn(f"cannot listen on 127.0.0.1:{server.port}", run.stderr)

    def test_help_goes_to_standard_output(self) -> None:
        run = self.run_command("--help")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stdout, "the help\n")

    def test_a_signal_stops_it_with_success(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            port_file = self.directory / "port"
            port_file.write_text("of an earlier server")
            with subprocess.Popen(
                [sys.executable, SCRIPTS / "firestore-server", self.directory / "store",
                 "--port-file", port_file], stdout=subprocess.PIPE, text=True,
            ) as process:
                assert process.stdout
                line = process.stdout.readline()
                self.assertEqual(line, f"listening on 127.0.0.1:{port_file.read_text()}")
                commit(self.raw(line.split()[2]), update(f"a/{number}", {}))
                os.kill(process.pid, number)
                self.assertEqual(process.wait(10), 0)
