"""The expected results of a generated export, counted while it is generated."""

from collections import Counter

SIDES = {
    "binary": {5: "hilarious", 1: "horrible"},
    "five_point": {5: "hilarious", 4: "hilarious", 2: "horrible", 1: "horrible"},
}


class Answers:
    """Totals and top lists for both scales."""

    def __init__(self):
        self.events = self.unusable = self.unexpected = 0
        self.ratings = Counter()
        self.votes = Counter()

    def counting(self, records):
        """The same records, counted."""
        for record in records:
            self.events += 1
            self.unexpected += record.rating is None
            self.unusable += record.joke is None
            if not record.has_key_twice:
                self.ratings[record.rating] += 1
            if record.joke is not None:
                self.votes[record.joke, record.rating] += 1
            yield record

    def summary(self, top=10):
        """The results as a JSON value."""
        return {
            "events": self.events,
            "not_ranked": self.unusable,
            "updated": self.ratings[4] + self.ratings[2],
            "deleted": self.ratings[3],
            **{scale: self.lists(sides, top) for scale, sides in SIDES.items()},
        }

    def lists(self, sides, top):
        tallies = {"hilarious": Counter(), "horrible": Counter()}
        for (joke, rating), count in self.votes.items():
            if rating in sides:
                tallies[sides[rating]][joke] += count
        result = {}
        for side, tally in tallies.items():
            order = sorted(tally.items(), key=lambda each: (-each[1], each[0].encode()))[:top]
            result[side] = [
                {"joke_id": joke, "count": count, "rank": rank}
                for rank, (joke, count) in enumerate(order, start=1)
            ]
            result[f"total_{side}_ratings"] = tally.total()
        return result
