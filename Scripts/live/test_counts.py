"""Tests of counts with their nouns."""

import unittest

from live.counts import counted


class Counts(unittest.TestCase):
    def test_a_noun_has_the_number_of_its_count(self) -> None:
        told = [counted(1, "batch"), counted(2000, "batch"), counted(0, "retry"), counted(3, "flush"),
                counted(7, "equal document")]
        self.assertEqual(told, ["1 batch", "2,000 batches", "0 retries", "3 flushes", "7 equal documents"])
