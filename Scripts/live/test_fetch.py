"""Tests of fetch-export from a bucket, against a storage server on this machine."""

import http.server
import json
import os
import shutil
import threading
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

from live.fetch_trials import DATABASE, Trial, contents, ended, killed_when, quiet

from gcp_storage_emulator import server
from google.cloud import storage

from live import bucket, collection, failing
from live.documents import Collection

EXPORT = {
    "n/1/1.overall_export_metadata": b"overall",
    "n/1/all_namespaces/kind_e/all_namespaces_kind_e.export_metadata": b"part",
    "n/1/all_namespaces/kind_e/output-0": b"0" * 300_000, "n/1/all_namespaces/kind_e/output-1": b"",
    "n/10/10.overall_export_metadata": b"another export"}


class Bucket(Trial):
    def setUp(self) -> None:
        super().setUp()
        here = server.create_server("127.0.0.1", 0, in_memory=True, default_bucket="b")
        self.enterContext(here)
        address = here._api._httpd.server_address
        url = f"http://127.0.0.1:{address[1]}"
        self.enterContext(mock.patch.dict(os.environ, {"STORAGE_EMULATOR_HOST": url}))
        self.storage = here._storage
        self.bucket = storage.Client(project="p").bucket("b")
        for name, content in EXPORT.items():
            self.put(name, content)

    def put(self, name: str, content: bytes) -> None:
        self.bucket.blob(name).upload_from_string(content)

    def fetch(self, url: str = "gs://b/n/1", latest: bool = False, say: Callable[[str], None] = quiet) -> None:
        bucket.fetch(bucket.Place.of(url), self.out, latest, 5, say)

    def expected(self) -> dict[str, bytes]:
        return {name[4:]: content for name, content in EXPORT.items() if name.startswith("n/1/")}

    def test_the_folder_is_a_copy_of_the_prefix_and_of_no_other(self) -> None:
        self.put("n/1/", b"")
        self.fetch("gs://b/n/1/")
        self.assertEqual(contents(self.out), self.expected())

    def test_a_second_fetch_fetches_nothing(self) -> None:
        self.fetch()
        before = {path: path.stat().st_ino for path in self.out.rglob("*")}
        said: list[str] = []
        self.fetch(say=said.append)
        self.assertEqual(before, {path: path.stat().st_ino for path in self.out.rglob("*")})
        self.assertIn(", 0 of them fetched now", said[-1])

    def test_a_file_with_other_bytes_is_fetched_again(self) -> None:
        self.fetch()
        shard = self.out / "all_namespaces/kind_e/output-0"
        shard.write_bytes(b"1" + shard.read_bytes()[1:])
        self.fetch()
        self.assertEqual(contents(self.out), self.expected())

    def test_latest_is_the_export_that_was_finished_last(self) -> None:
        self.put("n/2/2.overall_export_metadata", b"the last")
        self.put("n/3/all_namespaces/output-0", b"not finished")
        self.fetch("gs://b/n", latest=True)
        self.assertEqual(contents(self.out), {"2.overall_export_metadata": b"the last"})

    def test_a_prefix_without_an_export_is_no_input(self) -> None:
        for url in ("gs://b/n/1/all_namespaces", "gs://b/n", "gs://b/x"):
            with self.fails(failing.NO_INPUT, "no managed export"):
                self.fetch(url)
        with self.fails(failing.NO_INPUT, "not found"):
            self.fetch("gs://absent/n")
        self.assertFalse(self.out.exists())

    def test_an_object_that_would_leave_the_folder_is_refused(self) -> None:
        for name in ("n/1/../escaped", "n/1//absolute", "n/1/./same", "n/1/a/../../b"):
            self.put("n/1/evil", b"x")
            self.storage.get_file_obj("b", "n/1/evil")["name"] = name
            with self.subTest(name), self.fails(failing.BAD_DATA, "has no place in the folder"):
                self.fetch()
        self.assertFalse(self.out.exists())

    def test_a_folder_with_something_else_in_it_is_refused(self) -> None:
        self.out.mkdir()
        (self.out / "notes.txt").write_text("mine")
        with self.fails(failing.CANNOT_CREATE, "notes.txt' is not of this export"):
            self.fetch()
        (self.out / "notes.txt").unlink()
        (self.out / "all_namespaces").symlink_to(self.work)
        with self.fails(failing.CANNOT_CREATE, "all_namespaces' is not of this export"):
            self.fetch()
        self.assertEqual([path.name for path in self.work.iterdir()], ["out"])

    def test_a_copy_with_another_crc_is_tried_three_times_and_not_kept(self) -> None:
        name = "n/1/all_namespaces/kind_e/output-0"
        self.storage.get_file_obj("b", name)["crc32c"] = "AAAAAA=="
        said: list[str] = []
        with self.fails(failing.BAD_DATA, "3 times"):
            self.fetch(say=said.append)
        self.assertEqual(len(said), 2)
        left = contents(self.out)
        self.assertNotIn("1.overall_export_metadata", left)
        self.assertFalse([path for path in left if "output-0" in path])

    def test_a_full_folder_is_told_before_anything_is_fetched(self) -> None:
        usage = mock.Mock(free=10)
        with mock.patch.object(shutil, "disk_usage", return_value=usage):
            with self.fails(failing.IO_ERROR, "has room for 10 bytes"):
                self.fetch()
        self.assertEqual(contents(self.out), {})

    def test_what_fails_for_a_while_is_tried_again_where_it_stopped(self) -> None:
        close, troubles = server.Response.close, ["cut", "busy"]
        ranges: list[str | None] = []

        def troubled(response: Any) -> None:
            handler = response._handler
            if "output-0" in handler.path and "alt=media" in handler.path:
                ranges.append(handler.headers.get("range"))
                trouble = troubles.pop() if troubles else None
                if trouble == "busy":
                    response.status = http.HTTPStatus.SERVICE_UNAVAILABLE
                elif trouble == "cut":
                    handler.send_response(200)
                    handler.send_header("Content-Length", str(len(response._content)))
                    handler.end_headers()
                    handler.wfile.write(response._content[:100_000])
                    return
            close(response)

        with mock.patch.object(server.Response, "close", troubled):
            self.fetch()
        self.assertEqual(contents(self.out), self.expected())
        self.assertEqual(len(ranges), 3, ranges)

    def test_after_a_kill_the_rest_is_fetched(self) -> None:
        get, kinds = self.storage.get_file, self.out / "all_namespaces/kind_e"

        def slow(*arguments: object, **named: object) -> Any:
            if "output-1" in str(arguments):
                time.sleep(5)
            return get(*arguments, **named)

        # The server prints that the killed client is gone.
        silent = mock.patch("socketserver.BaseServer.handle_error")
        with silent, mock.patch.object(self.storage, "get_file", slow):
            killed_when(
                ["gs://b/n/1", "-o", str(self.out)], lambda: (kinds / ".output-1.part").exists())
        whole = (kinds / "output-0").stat().st_ino
        self.fetch()
        self.assertEqual(contents(self.out), self.expected())
        self.assertEqual((kinds / "output-0").stat().st_ino, whole)


class Denied(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"error": {"code": 403, "message": "no storage.objects.list"}}).encode()
        self.send_response(403)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Permission(Trial):
    def test_a_bucket_that_may_not_be_read_is_77(self) -> None:
        here = http.server.HTTPServer(("127.0.0.1", 0), Denied)
        threading.Thread(target=here.serve_forever).start()
        self.addCleanup(here.server_close)
        self.addCleanup(here.shutdown)
        url = f"http://127.0.0.1:{here.server_address[1]}"
        with mock.patch.dict(os.environ, {"STORAGE_EMULATOR_HOST": url}):
            done = ended("gs://b/n/1", "-o", str(self.out))
        self.assertEqual(done.returncode, failing.NO_PERMISSION, done.stderr)
        self.assertIn("permission denied", done.stderr)
        self.assertIn("fetch-export: hint: ", done.stderr)

    def test_without_credentials_the_hint_says_how_to_get_them(self) -> None:
        absent = str(self.work / "absent.json")
        environment = {"GOOGLE_APPLICATION_CREDENTIALS": absent}
        with mock.patch.dict(os.environ, environment), self.fails(
            failing.NO_PERMISSION, "there are no credentials"):
            collection.fetch(
                Collection(DATABASE, "rating_events"), self.out, None, 10, False, 1, quiet)


    def test_a_file_that_holds_no_credentials_is_told_as_such(self) -> None:
        file = self.work / "credentials.json"
        for text in ("[]", '"x"', '{"type":"impersonated_service_account"}'):
            file.write_text(text)
            environment = {"GOOGLE_APPLICATION_CREDENTIALS": str(file)}
            with mock.patch.dict(os.environ, environment):
                for source in (["gs://b/n"], ["--collection", "c", "--database", DATABASE]):
                    done = ended(*source, "-o", str(self.out))
                    self.assertEqual(done.returncode, failing.NO_PERMISSION, done.stderr)
                    self.assertIn("the file does not hold credentials", done.stderr)

    def test_an_emulator_at_no_address_is_a_wrong_call(self) -> None:
        for host in ("a\udcff", "a\n"):
            with mock.patch.dict(os.environ, {"FIRESTORE_EMULATOR_HOST": host}):
                done = ended("--collection", "c", "--database", DATABASE, "-o", str(self.out))
            self.assertEqual(done.returncode, failing.USAGE, done.stderr)
            self.assertIn("FIRESTORE_EMULATOR_HOST=", done.stderr)


class CommandLine(Trial):
    def test_wrong_command_lines_are_64_and_write_nothing(self) -> None:
        out = str(self.out)
        for arguments in (
            [], ["gs://b/n"], ["s3://b/n", "-o", out], ["gs://b", "--collection", "c", "-o", out],
            ["--collection", "c", "-o", out], ["--collection", "c/d", "--database", DATABASE],
            ["gs://b", "-o", out, "--lates"], ["gs://b", "-o", out, "--page-size", "9"],
            ["gs://b", "-o", out, "--allow-empty"],
            ["--collection", "c", "--database", DATABASE, "-o", out,
             "--read-time", "0001-01-01T00:00:00+23:00"],
        ):
            done = ended(*arguments)
            self.assertEqual(done.returncode, failing.USAGE, arguments)
            self.assertTrue(done.stderr.startswith("fetch-export: error: "), done.stderr)
        self.assertEqual(list(self.work.iterdir()), [])
