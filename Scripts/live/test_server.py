"""Tests of the Firestore server: commits, with Google's own clients."""

from collections.abc import Callable
from typing import Any

from live.server_trials import DATABASE, ServerCase, commit, full, integer, update

from google.api_core import exceptions
from google.cloud import firestore

INNER = {"x": integer(2), "b c": integer(3)}
OLD: dict[str, Any] = {"a": integer(1), "m": {"map_value": {"fields": INNER}}}
PLAIN: dict[str, Any] = {"a": 1, "m": {"x": 2, "b c": 3}}


class Updates(ServerCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.serve()
        self.api = self.raw(self.server.address)
        self.jokes = self.client(self.server.address).collection("jokes")
        self.created = commit(self.api, update("jokes/a", OLD)).commit_time

    def fields(self) -> Any:
        return self.jokes.document("a").get().to_dict()

    def test_without_a_mask_a_document_is_replaced(self) -> None:
        commit(self.api, update("jokes/a", {"b": integer(5)}))
        self.assertEqual(self.fields(), {"b": 5})

    def test_a_mask_sets_and_deletes_its_fields_alone(self) -> None:
        nested = {"map_value": {"fields": {"b c": integer(4), "unmasked": integer(9)}}}
        rows: list[tuple[dict[str, Any], list[str], Any]] = [
            ({"a": integer(5)}, ["a"], PLAIN | {"a": 5}),
            ({"b": integer(5)}, [], PLAIN),
            ({}, ["a", "none.x"], {"m": PLAIN["m"]}),
            ({"m": nested}, ["m.`b c`"], PLAIN | {"m": {"x": 2, "b c": 4}}),
            ({}, ["m.x"], PLAIN | {"m": {"b c": 3}}),
            ({"m": nested}, ["m"], PLAIN | {"m": {"b c": 4, "unmasked": 9}}),
            ({"a": nested}, ["a.`b c`"], PLAIN | {"a": {"b c": 4}}),
            ({r"\`": integer(1)}, [r"`\\\``"], PLAIN | {r"\`": 1}),
        ]
        for fields, paths, expected in rows:
            with self.subTest(paths=paths):
                commit(self.api, update("jokes/a", OLD))
                commit(self.api, update("jokes/a", fields, update_mask={"field_paths": paths}))
                self.assertEqual(self.fields(), expected)

    def test_malformed_and_conflicting_paths_are_refused(self) -> None:
        for paths in [["a..b"], ["a b"], ["`a"], ["``"], [""], ["a", "a.b"], ["a", "a"],
                      ["__name__"], ["m.__x__"]]:
            with self.subTest(paths=paths), self.assertRaises(exceptions.InvalidArgument) as met:
                commit(self.api, update("jokes/a", {}, update_mask={"field_paths": paths}))
            self.assertIn("jokes/a", met.exception.message)

    def test_a_mask_makes_a_missing_document(self) -> None:
        commit(self.api, update("jokes/new", OLD, update_mask={"field_paths": ["a"]}))
        self.assertEqual(self.jokes.document("new").get().to_dict(), {"a": 1})

    def test_an_update_that_changes_nothing_keeps_the_update_time(self) -> None:
        response = commit(self.api, update("jokes/a", OLD))
        self.assertGreater(response.commit_time, self.created)
        self.assertEqual(response.write_results[0].update_time, self.created)
        self.assertEqual(self.jokes.document("a").get().update_time, self.created)

    def test_a_change_keeps_the_create_time(self) -> None:
        response = commit(self.api, update("jokes/a", {}))
        document = self.jokes.document("a").get()
        self.assertEqual(document.create_time, self.created)
        self.assertEqual(document.update_time, response.write_results[0].update_time)
        self.assertEqual(document.update_time, response.commit_time)

    def test_a_delete_has_no_update_time(self) -> None:
        response = commit(self.api, {"delete": full("jokes/a")}, {"delete": full("jokes/none")})
        self.assertEqual([each.update_time for each in response.write_results], [None, None])
        self.assertFalse(self.jokes.document("a").get().exists)

    def test_the_time_of_the_request_is_set_to_the_millisecond(self) -> None:
        moment = {"field_path": "m.`at 1`", "set_to_server_value": "REQUEST_TIME"}
        response = commit(self.api, update(
            "jokes/a", {}, update_mask={"field_paths": []}, update_transforms=[moment]))
        value = self.fields()["m"].pop("at 1")
        at = response.commit_time
        self.assertEqual(value, at.replace(microsecond=at.microsecond // 1000 * 1000))
        self.assertEqual(response.write_results[0].transform_results[0].timestamp_value, value)

    def test_other_transforms_are_not_supported(self) -> None:
        with self.assertRaises(exceptions.MethodNotImplemented) as met:
            self.jokes.document("a").update({"a": firestore.Increment(1)}, retry=None)
        self.assertIn("increment", met.exception.message)

    def test_times_are_rounded_down_to_microseconds(self) -> None:
        value = {"timestamp_value": {"seconds": 1, "nanos": 999_999_999}}
        commit(self.api, update("jokes/a", {"at": value}))
        stored = next(self.server.store.documents()).fields["at"].timestamp_value
        self.assertEqual((stored.seconds, stored.nanos), (1, 999_999_000))


class Preconditions(ServerCase):
    def test_each_is_met_or_refused_with_its_status(self) -> None:
        api = self.raw(self.serve().address)
        # An update time is given as nanoseconds after that of the document.
        stale, fine = exceptions.FailedPrecondition, exceptions.InvalidArgument
        rows: list[tuple[bool, dict[str, Any], Any]] = [
            (True, {"exists": True}, None),
            (True, {"exists": False}, exceptions.AlreadyExists),
            (True, {"update_time": 0}, None),
            (True, {"update_time": 1000}, stale),
            (True, {"update_time": -1000}, stale),
            (True, {"update_time": 1}, fine),
            (False, {"exists": True}, exceptions.NotFound),
            (False, {"update_time": 0}, stale),
            (False, {"exists": False}, None),
        ]
        for is_there, condition, expected in rows:
            for write in (update("jokes/a", OLD), {"delete": full("jokes/a")}):
                with self.subTest(is_there=is_there, condition=condition, write=write):
                    commit(api, {"delete": full("jokes/a")})
                    time = commit(api, update("jokes/a", OLD)).commit_time.timestamp_pb()
                    if not is_there:
                        commit(api, {"delete": full("jokes/a")})
                    told = condition
                    if "update_time" in condition:
                        nanos = time.seconds * 10**9 + time.nanos + condition["update_time"]
                        told = {"update_time": {
                            "seconds": nanos // 10**9, "nanos": nanos % 10**9}}
                    write = write | {"current_document": told}
                    if expected is None:
                        commit(api, write)
                        continue
                    with self.assertRaisesRegex(expected, "jokes/a|stored version"):
                        commit(api, write)


class Commits(ServerCase):
    def test_a_refused_write_undoes_those_before_it(self) -> None:
        server = self.serve()
        with self.assertRaises(exceptions.NotFound):
            commit(self.raw(server.address), update("jokes/a", OLD), update(
                "jokes/b", OLD, current_document={"exists": True}))
        self.assertEqual(list(server.store.documents()), [])
        self.assertEqual(server.store.commits(), [])

    def test_writes_of_one_commit_are_applied_in_order(self) -> None:
        server = self.serve()
        must_exist = {"exists": True}
        response = commit(
            self.raw(server.address), update("jokes/a", OLD),
            update("jokes/a", {}, current_document=must_exist),
            {"delete": full("jokes/a"), "current_document": must_exist}, update("jokes/b", {}))
        self.assertEqual(len(response.write_results), 4)
        self.assertEqual([each.name for each in server.store.documents()], [full("jokes/b")])

    def test_times_increase_though_the_clock_stands_still(self) -> None:
        server = self.serve(clock=lambda: 1_000_000)
        api = self.raw(server.address)
        for number in range(3):
            commit(api, update("jokes/a", {"a": integer(number)}))
        self.assertEqual(
            [each.time for each in server.store.commits()], [1_000_000, 1_000_001, 1_000_002])

    def test_the_log_has_the_writes_and_bytes_of_each_commit(self) -> None:
        server = self.serve()
        api = self.raw(server.address)
        commit(api, update("jokes/a", OLD), update("jokes/b", OLD))
        commit(api, {"delete": full("jokes/b")}, update("jokes/a", OLD))
        first, second = server.store.commits()
        self.assertEqual((first.number, first.writes, first.changes, first.lost), (1, 2, 2, False))
        self.assertEqual((second.number, second.writes, second.changes), (2, 2, 1))
        self.assertGreater(first.bytes, second.bytes)
        self.assertGreater(second.bytes, 2 * len(full("jokes/b")))

    def test_what_is_not_supported_is_refused(self) -> None:
        server = self.serve()
        google: Any = self.client(server.address)
        api = self.raw(server.address)
        transaction = {"database": DATABASE, "transaction": b"t"}
        calls: list[Callable[[], Any]] = [
            lambda: api.commit(request=transaction, retry=None),
            lambda: api.begin_transaction(database=DATABASE, retry=None),
            lambda: api.batch_write(request={"database": DATABASE}, retry=None),
            lambda: google.collection("jokes").count().get(retry=None),
            lambda: commit(api, {"transform": {"document": full("jokes/a")}}),
        ]
        for call in calls:
            with self.assertRaisesRegex(exceptions.MethodNotImplemented, "not supported"):
                call()
