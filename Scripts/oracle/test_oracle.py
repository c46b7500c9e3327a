#!/usr/bin/env python3
"""Tests of the oracle: by hand, against jq, and against the generator's answers.

usage: cd Scripts && python3 -m unittest oracle.test_oracle
"""

import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from generator.answers import NOW, Answers
from generator.defects import OF_RECORDS, Choice
from generator.events import Events
from generator.layout import FORMATS, SHAPES, export
from oracle import batches, dumps, feed, pruning, weeks
from oracle.exports import WrongKind, read
from oracle.migration import migrate_export
from oracle.ranking import aggregate, as_form, as_jq_prints
from oracle.rules import UnexpectedRating, number_meaning, respelled
from oracle.scanner import Damaged, scan

FILTERS = pathlib.Path(__file__).parent
JOKE = b'{"joke_id":"j","rating":%s}'


def jq(arguments, content):
    done = subprocess.run(["jq", *arguments], input=content, capture_output=True, check=True)
    return done.stdout


def migrated(content, policy="keep", salvage=False):
    return migrate_export(content, policy, salvage)[0]


class Numbers(unittest.TestCase):
    def test_a_number_counts_by_its_exact_value(self):
        for spelling in ("4", "4.0", "40e-1", "0.4e1", "4E+0", "4." + "0" * 5000, "400e-00002"):
            self.assertEqual(number_meaning(spelling), 4, spelling)
        for spelling in ("4.5", "0", "-4", "6", "4e1", "4." + "0" * 5000 + "1", "1e400", "4e-400"):
            self.assertIsNone(number_meaning(spelling), spelling)
        self.assertIsNone(number_meaning("1e9999999999999999999999"))

    def test_one_digit_changes(self):
        cases = {b"4": b"5", b"40e-1": b"50e-1", b"0.4E1": b"0.5E1", b"2.0": b"1.0"}
        for old, new in (cases | {b"0.02e2": b"0.01e2", b"200e-2": b"100e-2"}).items():
            self.assertEqual(respelled(old), new)


class Scanning(unittest.TestCase):
    def test_what_is_not_json_is_damaged(self):
        for text in (b'{"a":1', b"[1 2]", b'["\\ud800"]', b'"\x01"', b"[01]", b"[NaN]", b"{,}"):
            with self.assertRaises(Damaged):
                scan(text)

    def test_a_trailing_comma_is_damage(self):
        for text in (b'{"a":1,}', b"[1,]"):
            with self.assertRaises(Damaged):
                scan(text)

    def test_keys_are_compared_unescaped(self):
        node = scan(b'{"r\\u0061ting":4,"rating":3}')
        self.assertEqual(len(node.all("rating")), 2)
        self.assertEqual(scan(b'"\\ud83d\\ude00\\n\\/"').string, "\U0001f600\n/")


class Migration(unittest.TestCase):
    def test_lines_go_with_their_line_end(self):
        three, five = JOKE % b"3", JOKE % b"5"
        cases = [
            (five + b"\n" + three + b"\n", five + b"\n"),
            (five + b"\r\n" + three, five),
            (five + b"\n" + three + b"\n" + three, five),
            (three + b"\n" + five, five),
            (b"\n" + three + b"\n\n" + five, b"\n\n" + five),
            (b"\xef\xbb\xbf" + three + b"\n", b"\xef\xbb\xbf"),
        ]
        for content, expected in cases:
            self.assertEqual(migrated(content), expected)

    def test_elements_go_with_one_separator(self):
        three, four, five = (JOKE % b"3", JOKE % b"4", JOKE % b"5")
        cases = [
            (b"[ %s , %s\n, %s ]", (three, five, four), b"[ %s\n, %s ]" % (five, five)),
            (b"[ %s , %s\n, %s ]", (five, three, three), b"[ %s ]" % five),
            (b"[ %s , %s\n, %s ]\n", (five, three, five), b"[ %s , %s ]\n" % (five, five)),
            (b"[  %s ,%s,%s ]", (three, three, three), b"[ ]"),
        ]
        for pattern, documents, expected in cases:
            self.assertEqual(migrated(pattern % documents), expected)

    def test_objects_and_their_wrapping_stay(self):
        content = b'{"rating_events": {"a": %s, "b": %s}}' % (JOKE % b"3", JOKE % b"2.0")
        expected = b'{"rating_events": {"b": %s}}' % (JOKE % b"1.0")
        self.assertEqual(migrated(content), expected)

    def test_policies(self):
        content = JOKE % b'"4"' + b"\n" + JOKE % b"5" + b"\n"
        self.assertEqual(migrated(content), content)
        self.assertEqual(migrated(content, "drop"), JOKE % b"5" + b"\n")
        with self.assertRaises(UnexpectedRating):
            migrated(content, "fail")

    def test_a_key_given_twice_is_a_reject(self):
        content = b'{"joke_id":"j","rating":4,"r\\u0061ting":3}\n'
        result, counts, _ = migrate_export(content)
        self.assertEqual((result, counts["reject"]), (content, 1))

    def test_salvage_keeps_a_damaged_line(self):
        content = JOKE % b"4" + b"\n{oops\n\xff\n" + JOKE % b"3" + b"\n"
        with self.assertRaises(Damaged):
            migrated(content)
        self.assertEqual(migrated(content, salvage=True), JOKE % b"5" + b"\n{oops\n\xff\n")

    def test_a_dump_is_not_an_export(self):
        with self.assertRaises(WrongKind):
            read(b'{"jokeRatings":{"j":4}}')


class Layouts(unittest.TestCase):
    REST = b'{"name":"projects/p/databases/d/documents/%s","fields":{"rating":{"integerValue":"%d"}}}'

    def test_pages_are_migrated_each_by_itself(self):
        page = b'{"documents":[%s]}'
        three, four = self.REST % (b"rating_events/a", 3), self.REST % (b"rating_events/b", 4)
        other = self.REST % (b"users/u/rating_events/b", 4)
        self.assertEqual(
            migrated(page % (three + b"," + four) + page % (other + b", " + three)),
            page % (self.REST % (b"rating_events/b", 5)) + page % other,
        )

    def test_an_error_is_no_empty_answer(self):
        with self.assertRaises(Damaged):
            migrated(b'[{"readTime":"t"},{"error":{"code":8}}]')

    def test_a_deleted_document_leaves_its_collections(self):
        export = b'{"__collections__":{"rating_events":{"a":%s,"b":{"rating":2}}}}'
        below = b'{"__collections__":{"c":{"d":{}}}}'
        deleted = b'{"rating":3,"__collections__":{"c":{"d":{}}}}'
        made = migrated(export % deleted)
        self.assertEqual(made, (export % below).replace(b'"rating":2', b'"rating":1'))
        self.assertEqual(migrated(made), made)

    def test_a_path_tells_the_collection(self):
        line = b'{"path":"%s/a","data":{"rating":%d}}\n'
        content = line % (b"rating_events", 4) + line % (b"jokes", 4)
        self.assertEqual(migrated(content), line % (b"rating_events", 5) + line % (b"jokes", 4))


class Generated(unittest.TestCase):
    def test_the_generator_and_the_oracle_agree(self):
        for seed in range(60):
            form, answers = list(FORMATS)[seed % len(FORMATS)], Answers()
            defects = tuple(name for name in OF_RECORDS if name not in FORMATS[form].lacks)
            events = Events(
                seed, jokes=9, choice=Choice(defects, 6), shuffle_keys=bool(seed % 2))
            records = answers.counting(map(events.record, range(40)))
            is_pretty = form in ("array", "object") and seed % 5 == 0
            content = "".join(export(records, form, is_pretty, "\r\n")).encode()
            if FORMATS[form].is_rewritten:
                expected, counts = answers.documents(), migrate_export(content)[1]
                self.assertEqual(counts["update"], expected["updated"], seed)
                self.assertEqual(counts["delete"], expected["deleted"], seed)
            for scale in ("binary", "five-point"):
                [document], rejects, _ = aggregate(
                    content, scale, now=NOW, max_unmigrated="100%")
                self.assertEqual(rejects, answers.unranked, seed)
                self.assertEqual(document, answers.ranking(scale), seed)

    def test_ranking_the_migrated_export_is_ranking_on_five_points(self):
        for seed in range(20):
            choice = Choice(OF_RECORDS, 5)
            records = map(Events(seed, jokes=9, choice=choice).record, range(40))
            content = "".join(export(records, SHAPES[seed % 3])).encode()
            once = migrated(content)
            self.assertEqual(migrated(once), once)
            self.assertEqual(aggregate(once)[0], aggregate(content, "five-point")[0])

    def test_jq_agrees(self):
        for seed in range(6):
            records = map(Events(seed, jokes=9).record, range(60))
            content = "".join(export(records, SHAPES[seed % 3])).encode()
            ours = jq(["-cS", "."], migrated(content))
            self.assertEqual(jq(["-cS", "-f", FILTERS / "migrate.jq"], content), ours)
            options = ["--arg", "scale", "five-point", "--argjson", "top", "3", "--arg", "now", "T"]
            theirs = jq(["-n", "-f", FILTERS / "aggregate.jq", *options], content)
            [document], *_ = aggregate(content, "five-point", top=3, now="T")
            self.assertEqual(as_jq_prints(document), theirs)


class Forms(unittest.TestCase):
    def test_every_form_is_printed_as_jq_prints_it(self):
        content = b'{"joke_id":"\\u007f\\u0001\\u2028","rating":5}'
        [document], *_ = aggregate(content, now="2026-03-01T00:00:00.5Z")
        for form in ("json", "firestore", "commit", "import"):
            printed = as_jq_prints(as_form([document], form, "projects/p/databases/(default)"))
            self.assertEqual(jq(["."], printed), printed)

    def test_an_import_has_its_time_in_two_numbers(self):
        [document], *_ = aggregate(b"", now="1970-01-01T00:01:00.250Z")
        all_time = as_form([document], "import")["__collections__"]["weekly_rankings"]["all_time"]
        expected = {"_seconds": 60, "_nanoseconds": 250_000_000}
        self.assertEqual(all_time["computed_at"]["value"], expected)


class Weeks(unittest.TestCase):
    def test_a_year_has_52_or_53_of_them(self):
        for label, last in [("2020-W53", "2021-01-03"), ("2026-W01", "2026-01-04"), ("0001-W01", "0001-01-07")]:
            self.assertEqual(weeks.ends(label, label)["week_end"], f"{last}T23:59:59.999Z")
        for label in ["2021-W53", "2026-W00", "2026-W54", "2026-W7", "2026-w07", "0000-W53", "9999-W53", "２026-W07"]:
            self.assertIsNone(weeks.monday(label), label)
            self.assertEqual(weeks.ends(label, label), {}, label)

    def test_a_moment_that_no_timestamp_has_is_left_out(self):
        self.assertEqual(weeks.ends("9999-W52", "9999-W52"), {"week_start": "9999-12-27T00:00:00Z"})
        for label in ["0000-W01", "0000-W52"]:
            self.assertEqual(weeks.ends(label, label), {}, label)
        self.assertEqual(weeks.monday("0001-W01") - weeks.monday("0000-W52"), 7)

    def test_a_label_names_a_document_as_firestore_allows(self):
        for label in ["2026-W07", "W7", "é", "__id7__", "___"]:
            self.assertTrue(weeks.can_name_document(label), label)
        for label in ["", ".", "..", "a/b", "all_time", "____", "__a__", "__id07__", "é" * 751]:
            self.assertFalse(weeks.can_name_document(label), label)


class Dumps(unittest.TestCase):
    def test_neutral_ratings_go_with_their_timestamps(self):
        content = b'{"jokeRatings":{"a":3,"b":4.0,"c":"4"},"jokeRatingTimestamps":{"a":1,"c":2}}'
        result = json.loads(dumps.migrate_dumps(content, dumps.migrate_ratings))
        self.assertEqual(result["jokeRatings"], {"b": 5.0, "c": "4"})
        self.assertEqual(result["jokeRatingTimestamps"], {"c": 2})
        self.assertTrue(all(result[flag] for flag in dumps.BINARY_FLAGS))

    def test_true_is_not_a_rating(self):
        self.assertIsNone(dumps.meaning(True))
        self.assertEqual(dumps.meaning(4.0), 4)

    def test_a_flag_means_done(self):
        for flag in dumps.BINARY_FLAGS:
            content = b'{"jokeRatings":{"a":3}, "%s" : true}' % flag.encode()
            self.assertEqual(dumps.migrate_dumps(content, dumps.migrate_ratings), content)

    def test_a_flag_is_what_user_defaults_take_for_true(self):
        for value in (True, 1, -1, 0.5, "YES", " true", "1", "007", "-1", "yesterday"):
            self.assertTrue(dumps.is_set(value), value)
        for value in (False, 0, 0.0, None, "NO", "", "0", "0.5", "on", [], {"a": 1}):
            self.assertFalse(dumps.is_set(value), value)

    def test_rated_jokes_are_saved_newest_first(self):
        dump = {
            "jokeRatings": {"old": 5, "unknown": 1, "b": 5, "a": 5, "saved": 1},
            "jokeRatingTimestamps": {"old": 10.0, "b": 50.0, "a": 50.0, "saved": 20.0},
            "savedJokeIds": ["other", "saved"],
            "savedJokeTimestamps": {"saved": 99.0, "other": 5.0},
        }
        result = dumps.migrate_saved(dump, now=100.0)
        self.assertEqual(result["savedJokeIds"], ["other", "saved", "unknown", "a", "b", "old"])
        self.assertEqual(result["savedJokeTimestamps"]["saved"], 20.0)
        kept = dumps.migrate_saved(dump, now=100.0, keep_saved_timestamps=True)
        self.assertEqual(kept["savedJokeTimestamps"]["saved"], 99.0)
        self.assertEqual(dump["savedJokeIds"], ["other", "saved"])


class Batches(unittest.TestCase):
    def test_sending_the_batches_is_migrating(self):
        content = b"".join(JOKE % rating + b"\n" for rating in (b"4", b"3", b"5", b"2"))
        content = b"".join(
            b'{"id":"%d",%s' % (at, line[1:]) for at, line in enumerate(content.splitlines(True))
        )
        every, nameless = batches.writes(migrate_export(content)[2], "D")
        name = "D/documents/rating_events/%d"
        database = {name % at: {"rating": {"integerValue": "?"}} for at in range(4)}
        for batch in batches.split(every, 2):
            batches.send(database, batch)
        self.assertEqual(nameless, 0)
        self.assertEqual([len(batch) for batch in batches.split(every, 2)], [2, 1])
        self.assertNotIn(name % 1, database)
        self.assertEqual(database[name % 3]["rating"], {"integerValue": "1"})

    def test_a_double_stays_a_double(self):
        content = b"".join(
            b'{"id":"%d","joke_id":"j","rating":%s}\n' % each
            for each in enumerate((b"4.0", b"4", b"2e0")))
        every, _ = batches.writes(migrate_export(content)[2], "D")
        self.assertEqual(
            [write["update"]["fields"]["rating"] for write in every],
            [{"doubleValue": 5.0}, {"integerValue": "5"}, {"doubleValue": 1.0}])


RESULT = (b'{"id":"0a1b2c3d-1C2D-4E3F-8A4B-5C6D7E8F9A0B","assetId":"%s","status":"failed",'
          b'"contentType":"meme","message":""}')


class Pruning(unittest.TestCase):
    def pruned(self, ids, results):
        dump = b'{"ScreenSort.ProcessedIDs": [%s], "ScreenSort.CachedResults": %s}'
        content, has_rejects = pruning.prune(dump % (ids, results), ["a", "c"])
        self.assertFalse(has_rejects)
        head, tail = content.split(b'], "ScreenSort.CachedResults": ')
        return head.removeprefix(b'{"ScreenSort.ProcessedIDs": ['), tail.removesuffix(b"}")

    def test_what_goes_takes_one_comma_along(self):
        cases = {b'"b" , "a"': b'"a"', b'"a" ,"b"': b'"a"', b' "a","b" , "c" ': b' "a","c" ',
                 b'"b",\n"b"': b"", b'"a",  "c"': b'"a",  "c"', b'"x", "a" ,"y","z" ': b'"a" '}
        for given, left in cases.items():
            self.assertEqual(self.pruned(given, b"[]"), (left, b"[]"), given)

    def test_results_go_with_their_assets(self):
        one, other = RESULT % b"a", RESULT % b"b"
        both = b"[ " + other + b" ,\t" + one + b"]"
        self.assertEqual(self.pruned(b'"b"', both), (b"", b"[ " + one + b"]"))
        self.assertEqual(self.pruned(b"", both), (b"", both))

    def test_what_does_not_decode_stays(self):
        good = RESULT % b"b"
        self.assertEqual(self.pruned(b'"b"', b"[" + good + b"]")[1], b"[]")
        for old, new in ((b"failed", b"done"), (b"meme", b"song"), (b"0a1b", b"0a1g"), (b'"message":""', b'"m":""'),
                         (b'""}', b'"","title":5}'), (b'""}', b'"","message":""}')):
            bad = b"[" + good.replace(old, new) + b"]"
            self.assertEqual(self.pruned(b'"b"', bad)[1], bad)

    def test_ids_are_lines_or_an_array(self):
        for text in (b"a\nb c\n", b"\xef\xbb\xbfa\r\n\r\nb c", b'[ "a" ,"b c" ]\n'):
            self.assertEqual(pruning.read_ids(text), ["a", "b c"])
        for text in (b"{}", b'"a"', b"<a>", b"a\0b", b"[5]", b'["a"', b"\xff", b"[] []"):
            with self.assertRaises(Damaged):
                pruning.read_ids(text)


class Feeds(unittest.TestCase):
    def shown(self, session, is_refreshed):
        jokes = [feed.Joke(joke, "", "dad_joke", False, 0.0) for joke in "abc"]
        dump = {"jokeRatings": {"a": 5}, "jokeImpressions": ["a", "b"]}
        made = feed.Feed(jokes, dump, "2026-03-01", session=session, is_refreshed=is_refreshed)
        return {joke.id: made.tier(joke) for joke in jokes}

    def test_what_is_rated_in_the_session_moves_with_a_refresh(self):
        before = {"a": "rated", "b": "seen_unrated", "c": "unseen"}
        self.assertEqual(self.shown([], False), before)
        self.assertEqual(self.shown(["b", "c"], False), before)
        self.assertEqual(self.shown(["a"], False), before | {"a": "seen_unrated"})
        self.assertEqual(self.shown(["b", "c"], True), dict.fromkeys("abc", "rated"))

    def test_of_two_of_one_id_the_one_shown_is_explained(self):
        jokes = [feed.Joke("j", text, category, False, 0.0)
                 for text, category in (("one", "knock_knock"), ("other", "dad_joke"))]
        explained = feed.Feed(jokes, {}, "2026-03-01", "dad_joke").explanation("j", None)
        self.assertEqual((explained["is_shown"], explained["text"]), (True, "other"))
        self.assertEqual(explained["other_jokes_of_this_id"], 1)
        hidden = feed.Feed(jokes, {}, "2026-03-01", "pickup_line").explanation("j", None)
        self.assertEqual((hidden["is_shown"], hidden["text"]), (False, "one"))


if __name__ == "__main__":
    unittest.main()
