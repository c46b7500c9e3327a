"""Tests of the Firestore server: reads, and the order of names."""

import itertools
import random
import unittest

from live.server_trials import DATABASE, ServerCase, commit, full, ids, integer, update

from google.api_core import exceptions
from google.cloud.firestore import FieldFilter

from live.server.names import NUMERIC, Name

# In the order of Firestore; the parent 'b' of a subcollection is missing.
IDS = ["__id-3__", "__id7__", "__id10__", "!", "A", "B", "a", "a!", "aa", "Ω", "😀"]


class Reads(ServerCase):
    def setUp(self) -> None:
        super().setUp()
        self.server = self.serve()
        self.api = self.raw(self.server.address)
        self.google = self.client(self.server.address)
        self.jokes = self.google.collection("jokes")
        paths = [f"jokes/{id}" for id in IDS] + ["jokes/b/jokes/c", "jokes/a/replies/r", "x/y"]
        random.Random(1).shuffle(paths)
        commit(self.api, *(update(path, {"n": integer(1), "m": integer(2)}) for path in paths))

    def test_a_stream_is_in_the_order_of_names(self) -> None:
        self.assertEqual(ids(self.jokes.stream()), IDS)
        self.assertEqual(ids(self.jokes.order_by("__name__", direction="DESCENDING").stream()),
                         IDS[::-1])

    def test_pages_meet_without_gap_or_overlap(self) -> None:
        for size in (1, 3, len(IDS), 20):
            query, found = self.jokes.order_by("__name__").limit(size), []
            page = list(query.stream())
            while page:
                found += ids(page)
                page = list(query.start_after(page[-1]).stream())
            self.assertEqual(found, IDS)

    def test_cursors_include_or_exclude_their_document(self) -> None:
        query, at = self.jokes.order_by("__name__"), self.jokes.document("a").get()
        place = IDS.index("a")
        self.assertEqual(ids(query.start_at(at).stream()), IDS[place:])
        self.assertEqual(ids(query.end_at(at).stream()), IDS[: place + 1])
        self.assertEqual(ids(query.end_before(at).stream()), IDS[:place])
        self.assertEqual(ids(query.start_after(at).end_before(at).stream()), [])
        backwards = self.jokes.order_by("__name__", direction="DESCENDING")
        self.assertEqual(ids(backwards.start_after(at).stream()), IDS[:place][::-1])
        self.assertEqual(ids(backwards.end_at(at).stream()), IDS[place:][::-1])
        self.assertEqual(ids(query.offset(2).limit(2).stream()), IDS[2:4])
        self.assertEqual(ids(query.offset(9).stream()), IDS[9:])

    def test_a_group_has_the_collections_of_its_name_at_any_depth(self) -> None:
        found = [each.reference.path for each in self.google.collection_group("jokes").stream()]
        nested = found.index("jokes/b/jokes/c")
        self.assertEqual(nested, IDS.index("aa") + 1)
        self.assertEqual(len(found), len(IDS) + 1)
        self.assertEqual(ids(self.google.collection_group("replies").stream()), ["r"])

    def test_a_group_below_a_document_is_without_it(self) -> None:
        group = {"from_": [{"collection_id": "jokes", "all_descendants": True}]}
        for id, expected in [("b", ["jokes/b/jokes/c"]), ("a", []), ("none", [])]:
            found = self.api.run_query(
                request={"parent": full(f"jokes/{id}"), "structured_query": group})
            names = [each.document.name for each in found]
            # An empty result is a response without a document.
            self.assertEqual(names, [full(path) for path in expected] or [""])

    def test_a_projection_has_its_fields(self) -> None:
        self.assertEqual(next(self.jokes.select(["n"]).stream()).to_dict(), {"n": 1})
        self.assertEqual(next(self.jokes.select([]).stream()).to_dict(), {})
        self.assertEqual(self.jokes.document("a").get(["m", "x"]).to_dict(), {"m": 2})

    def test_other_queries_are_refused(self) -> None:
        for query in [self.jokes.where(filter=FieldFilter("n", "==", 1)),
                      self.jokes.order_by("n"), self.jokes.limit_to_last(1).order_by("n")]:
            with self.assertRaisesRegex(exceptions.MethodNotImplemented, "not supported"):
                list(query.get(retry=None))

    def test_documents_by_name_are_found_or_missing(self) -> None:
        names = ["jokes/none", "jokes/a", "jokes/b"]
        documents = self.google.get_all([self.google.document(name) for name in names])
        found = {document.id: document.exists for document in documents}
        self.assertEqual(found, {"none": False, "a": True, "b": False})
        document = self.api.get_document(request={"name": full("jokes/a")})
        self.assertEqual(document.fields["n"].integer_value, 1)
        with self.assertRaises(exceptions.NotFound):
            self.api.get_document(request={"name": full("jokes/b")}, retry=None)

    def test_lists_have_pages_and_missing_documents(self) -> None:
        request = {"parent": full("").rstrip("/"), "collection_id": "jokes"}
        for size, expected in [(4, [4, 4, 3]), (len(IDS), [len(IDS)]), (0, [len(IDS)])]:
            pager = self.api.list_documents(request=request | {"page_size": size})
            pages = [[each.name.split("/")[-1] for each in page.documents] for page in pager.pages]
            self.assertEqual([len(page) for page in pages], expected)
            self.assertEqual(list(itertools.chain(*pages)), IDS)
        for size in (1, 4, 100):
            listed = ids(self.jokes.list_documents(page_size=size))
            self.assertEqual(listed, IDS[:-2] + ["b"] + IDS[-2:])

    def test_collections_are_listed_once_each(self) -> None:
        self.assertEqual(ids(self.google.collections()), ["jokes", "x"])
        self.assertEqual(ids(self.jokes.document("b").collections()), ["jokes"])
        self.assertEqual(ids(self.jokes.document("B").collections()), [])
        pager = self.api.list_collection_ids(
            request={"parent": full("").rstrip("/"), "page_size": 1})
        self.assertEqual(list(pager), ["jokes", "x"])

    def test_foreign_page_tokens_are_refused(self) -> None:
        request = {"parent": full("").rstrip("/"), "collection_id": "jokes", "page_token": "?"}
        with self.assertRaises(exceptions.InvalidArgument):
            self.api.list_documents(request=request, retry=None)

    def test_the_store_is_read_without_grpc(self) -> None:
        names = [each.name for each in self.server.store.documents()]
        self.assertEqual(len(names), len(IDS) + 3)
        self.assertEqual(names[-1], full("x/y"))


class Order(unittest.TestCase):
    def test_keys_are_ordered_as_the_parts_of_names(self) -> None:
        draws = random.Random(7)
        names = [
            Name(DATABASE, tuple(
                draws.choice(["a", "b", "a\0", "\0", "a\1", "ab", "é", "__id5__", "__id-5__", "_"])
                for _ in range(draws.randrange(1, 6))))
            for _ in range(2000)
        ]

        def parts(name: Name) -> list[tuple[int, int, bytes]]:
            keys = []
            for at, id in enumerate(name.ids):
                match = NUMERIC.fullmatch(id) if at % 2 else None
                keys.append((0, int(match[1]), b"") if match else (1, 0, id.encode()))
            return keys

        self.assertEqual(sorted(names, key=lambda name: name.key), sorted(names, key=parts))
        for parent, name in zip(names, names[1:]):
            is_below = len(name.ids) > len(parent.ids) and name.ids[: len(parent.ids)] == parent.ids
            self.assertEqual(parent.key < name.key < parent.end, is_below)
