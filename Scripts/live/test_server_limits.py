"""Tests of the Firestore server: the documented limits, each met and each passed by one."""

import unittest
from typing import Any

from live.server_trials import DATABASE, ServerCase, commit, full, integer, update

import grpc
from google.api_core import exceptions
from google.cloud.firestore_v1 import types

from live.server.limits import MAX_DOCUMENT_BYTES, MAX_REQUEST_BYTES
from live.server.names import Name
from live.server.sizes import document_bytes


def text(length: int) -> dict[str, str]:
    return {"string_value": "x" * length}


def nested(depth: int) -> dict[str, Any]:
    """A value of maps and arrays in turn, so many levels deep."""
    value: dict[str, Any] = integer(1)
    for level in range(depth):
        if level % 2:
            value = {"array_value": {"values": [value]}}
        else:
            value = {"map_value": {"fields": {"n": value}}}
    return value


def name_of(byte_count: int) -> str:
    """A path whose name has the size, in subcollections."""
    count = byte_count - 16 - len("a") - 1 - len("b") - 1
    pairs, rest = divmod(count, 2 * 1001)
    path = "a/b" + f"/{'c' * 1000}/{'d' * 1000}" * pairs
    return f"{path}/e/{'f' * (rest - 3)}"


class Limits(ServerCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.serve()
        self.api = self.raw(self.server.address)

    def refused(self, part: str, *writes: dict[str, Any]) -> None:
        with self.assertRaises(exceptions.InvalidArgument) as met:
            commit(self.api, *writes)
        self.assertIn(part, met.exception.message)
        self.assertEqual(self.server.store.commits(), [])

    def test_ids(self) -> None:
        for id in [".", "..", "__x__", "____", "", "x" * 1501, "é" * 751]:
            with self.subTest(id=id[:9]):
                self.refused("", update(f"jokes/{id}", {}))
                self.refused("", update(f"{id}/a", {}))
                self.refused("", {"delete": full(f"jokes/{id}")})
        self.refused("reserved", update("__id7__/a", {}))
        for id in ["...", "__x", "x__", "__id7__", "x" * 1500, "é" * 750, " ", "\0", "`a.b`"]:
            commit(self.api, update(f"jokes/{id}", {}))

    def test_names(self) -> None:
        self.refused("not the name of a document", update("jokes", {}))
        self.refused("not the name of a document", update("jokes/a/b", {}))
        for name in ["", "jokes/a", DATABASE, f"{DATABASE}/documents", f"{DATABASE}/documents/"]:
            self.refused("", {"delete": name})
        self.refused("6145 bytes; the limit is 6144 bytes (6 KiB)", update(name_of(6145), {}))
        self.refused("100 deep", update("/".join("ab" * 101), {}))
        commit(self.api, update(name_of(6144), {}), update("/".join("ab" * 100), {}))

    def test_databases(self) -> None:
        other = "projects/other/databases/(default)/documents/jokes/a"
        self.refused("is not in the database", {"delete": other})

    def test_field_names(self) -> None:
        for field in ["", "__x__", "x" * 1501]:
            with self.subTest(field=field[:9]):
                self.refused("jokes/a': field name", update("jokes/a", {field: integer(1)}))
                inner = {"map_value": {"fields": {field: integer(1)}}}
                self.refused("field name", update("jokes/a", {"m": inner}))
        vector = {"map_value": {"fields": {
            "__type__": {"string_value": "__vector__"},
            "value": {"array_value": {"values": [{"double_value": 1.0}]}}}}}
        fields = {"x" * 1500: integer(1), "__x": integer(1), "v": vector}
        commit(self.api, update("jokes/a", fields))

    def test_field_paths(self) -> None:
        path = ".".join(["x" * 700] * 3)
        self.refused("1500 bytes", update("jokes/a", {}, update_mask={"field_paths": [path]}))

    def test_nesting(self) -> None:
        self.refused("limit is 20 levels", update("jokes/a", {"n": nested(21)}))
        # A mask can nest a value deeper than it was sent.
        self.refused("limit is 20 levels", update(
            "jokes/a", {"m": {"map_value": {"fields": {"n": nested(20)}}}},
            update_mask={"field_paths": ["m.n"]}))
        commit(self.api, update("jokes/a", {"n": nested(20)}))

    def test_values(self) -> None:
        reference = "projects/p/databases/d/documents/jokes"
        for value, part in [
            ({}, "no value"), ({"geo_point_value": {"latitude": 90.5}}, "place on earth"),
            ({"geo_point_value": {"longitude": -181}}, "place on earth"),
            ({"timestamp_value": {"seconds": 253_402_300_800}}, "years 1 to 9999"),
            ({"reference_value": reference}, "not the name of a document"),
            ({"array_value": {"values": [{"array_value": {}}]}}, "array directly in an array"),
            (text(1024 * 1024 - 88), "the limit is 1048487 bytes"),
            ({"bytes_value": b"x" * (1024 * 1024 - 88)}, "the limit is 1048487 bytes"),
        ]:
            with self.subTest(part=part):
                self.refused(part, update("jokes/a", {"v": value}))

    def test_documents(self) -> None:
        # The name has 6 + 2 + 16 bytes, each field 2 and its text 1 more, the document 32.
        most = MAX_DOCUMENT_BYTES - (6 + 2 + 16) - 2 * (2 + 1) - 32
        self.refused(
            "jokes/a' has 1048577 bytes; the limit is 1048576 bytes (1 MiB)",
            update("jokes/a", {"b": text(most - 500_000), "c": text(500_001)}))
        commit(self.api, update("jokes/a", {"b": text(most - 500_000), "c": text(500_000)}))

    def test_a_document_must_not_grow_too_large_by_a_mask(self) -> None:
        commit(self.api, update("jokes/a", {"b": text(600_000)}))
        with self.assertRaisesRegex(exceptions.InvalidArgument, "the limit is 1048576 bytes"):
            commit(self.api, update(
                "jokes/a", {"c": text(600_000)}, update_mask={"field_paths": ["c"]}))

    def test_requests(self) -> None:
        writes = [update(f"jokes/{at}", {"b": text(1_000_000)}) for at in range(10)]
        commit(self.api, *writes)
        with self.assertRaisesRegex(exceptions.InvalidArgument, "the limit is 10485760 bytes"):
            commit(self.api, *writes, update("jokes/x", {"b": text(500_000)}))
        self.assertLess(self.server.store.commits()[0].bytes, MAX_REQUEST_BYTES)

    def test_unreadable_requests(self) -> None:
        with grpc.insecure_channel(self.server.address) as channel:
            call: Any = channel.unary_unary(
                "/google.firestore.v1.Firestore/Commit", None, None)
            with self.assertRaises(grpc.RpcError) as met:
                call(b"\xff")
        self.assertEqual(met.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)

    def test_transforms(self) -> None:
        def write(count: int) -> dict[str, Any]:
            return update("jokes/a", {}, update_transforms=[
                {"field_path": f"f{at}", "set_to_server_value": "REQUEST_TIME"}
                for at in range(count)])

        self.refused("501 transforms", write(501))
        self.refused("501 transforms", write(250), write(251))
        commit(self.api, write(500))

    def test_writes(self) -> None:
        writes = [update(f"jokes/{at}", {}) for at in range(501)]
        self.refused("501 writes; the limit is 500", *writes)
        commit(self.api, *writes[1:])

    def test_the_number_of_writes_is_an_option(self) -> None:
        server = self.serve(max_writes=2)
        api = self.raw(server.address)
        with self.assertRaisesRegex(exceptions.InvalidArgument, "3 writes; the limit is 2"):
            commit(api, *(update(f"jokes/{at}", {}) for at in range(3)))


class Sizes(unittest.TestCase):
    def test_the_documented_example_has_its_documented_size(self) -> None:
        # https://firebase.google.com/docs/firestore/storage-size, “Document size”
        fields = {
            "type": {"string_value": "Personal"}, "done": {"boolean_value": False},
            "priority": integer(1), "description": {"string_value": "Learn Cloud Firestore"},
        }
        self.assertEqual(self.size("users/jeff/tasks/my_task_id", fields), 147)

    def test_values_have_their_documented_sizes(self) -> None:
        empty = self.size("a/b", {})
        for value, expected in [
            ({"null_value": 0}, 1), ({"boolean_value": True}, 1), (integer(5), 8),
            ({"double_value": 1.5}, 8), ({"timestamp_value": {"seconds": 1}}, 8),
            ({"geo_point_value": {}}, 16), ({"string_value": "é"}, 3),
            ({"bytes_value": b"\0\xff"}, 2),
            ({"reference_value": full("a/b")}, 2 + 2 + 16), ({"array_value": {}}, 0),
            ({"array_value": {"values": [integer(1), integer(2)]}}, 16),
            ({"map_value": {"fields": {"ab": integer(1)}}}, 3 + 8 + 32),
        ]:
            with self.subTest(value=value):
                self.assertEqual(self.size("a/b", {"f": value}) - empty - 2, expected)

    def test_a_numeric_id_has_eight_bytes(self) -> None:
        self.assertEqual(Name.of(full("tasks/__id5__")).byte_count, 6 + 8 + 16)

    def size(self, path: str, fields: dict[str, Any]) -> int:
        document = types.Document.pb(types.Document(fields=fields))
        return document_bytes(Name.of(full(path)), document.fields)
