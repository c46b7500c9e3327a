"""Catalogues of jokes, which the dumps of the same seed rate."""

from .disorder import Disorder
from .draws import Draws
from .dumps import ODD_JOKES
from .records import Pairs, Record
from .spelling import quoted

ODD_IDS = [joke for jokes in ODD_JOKES.values() for joke in jokes]
TEXTS = [
    "Knock, knock. Who's there? Lettuce.", "KNOCK KNOCK\nWHO'S THERE?", "Knock on wood.",
    " Knock, knock. Who's there?", "Knock, knock. Who\u2019s there?", "I'm reading about anti-gravity.",
    "\u6f2b\u624d \U0001f414", "tab\tand \\ and \"quotes\"", "", "\x7f\u2028",
]
TYPES = [
    "dad", "Dad Joke", "dad_joke", "dadjoke", "DAD JOKES", "knock", "knock-knock", "Knock_Knock",
    "knockknock", "Knock-Knock Jokes", " pickup ", "pickup line", "pickup_line", "PickupLine",
    "pick up line", "\u00a0pick up lines\n", "limerick", "pick  up line", "",
]
SCORES = ["0", "1", "2", "2.0", "3.5", "-1", "0.1", "1e2", "12.50", "-0", "1e-7", "1e16", "1e17"]
ODD_SCORES = ['"12"', "null", "true", "[3]", "1e400", "-1e999", "1e-999", "123456789012345678901"]
TAGS = ['["christmas"]', '["winter","christmas"]', "[]", '["Christmas"]', '["animals"]']
ODD_TAGS = ['"christmas"', '[["christmas"]]', '[null,"christmas"]', '{"christmas":true}', '["c\\u0068ristmas"]']


class Jokes:
    def __init__(self, seed: object, percent: float = 0):
        self.draws, self.percent = Draws(seed), percent

    def record(self, index: int) -> Record:
        draws = self.draws
        joke = draws.device(index) if index % 7 == 0 else draws.identifier("joke id", index)
        if draws.hits(self.percent, "odd joke id", index):
            joke = draws.choice(ODD_IDS, "which odd joke id", index)
        pairs = [
            ("text", quoted(draws.choice(TEXTS, "text", index))),
            ("type", quoted(draws.choice(TYPES, "type", index))),
            ("character", '"pun"'),
            ("tags", draws.choice(TAGS, "tags", index)),
            ("sfw", "true"),
            ("created_at", '{"_seconds":1767600000,"_nanoseconds":0}'),
            ("rating_count", str(draws.below(50, "rating count", index))),
            ("popularity_score", draws.choice(SCORES, "score", index)),
        ]
        if draws.hits(self.percent, "odd field", index):
            pairs = self.with_defect(pairs, index)
        return Record(joke, draws.shuffled(pairs, "field order", index), joke, None)

    def with_defect(self, pairs: Pairs, index: int) -> Pairs:
        """The fields, one of them odd, missing or duplicate."""
        draws = self.draws
        name = draws.choice(["text", "type", "tags", "popularity_score"], "field", index)
        what = draws.below(3, "what", index)
        if what == 0:
            return [pair for pair in pairs if pair[0] != name]
        odd = {"tags": ODD_TAGS, "popularity_score": ODD_SCORES}.get(name, ["17", "null", "{}"])
        extra = (name, draws.choice(odd, "odd value", index))
        return ([pair for pair in pairs if pair[0] != name] if what == 1 else pairs) + [extra]


class Catalogue(Disorder):
    collection, neighbour = "jokes", '"users":{"u1":{"name":"x","jokes":{"a":1}}}'

    def __init__(self, seed: object):
        super().__init__(f"catalogue {seed}")
        self.events = self.draws.choice([0, 1, 5, 30, 60, 70], "jokes in it", 0)
        self.generated = Jokes(seed, self.percent * 5)
