"""One seed's trials of the feed: a catalogue and a dump, shown in every way there is."""

from generator.catalogues import Catalogue
from generator.disorder import damaged
from generator.draws import Draws
from generator.dumps import FORMATS, Dumps, as_bytes

from . import expectations

DATES = ["2026-01-01", "2026-10-31", "2026-11-01", "2026-12-31", "2028-02-29"]
CATEGORIES = [None, None, "dad_joke", "knock_knock", "pickup_line"]


def feed_trial(bench):
    seed, draws = bench.seed, Draws(f"feed {bench.seed}")
    catalogue, dump = Catalogue(seed), device(seed, draws)
    contents = [catalogue.content(), dump]
    paths = [bench.directory / "catalogue", bench.directory / "device"]
    for path, content in zip(paths, contents):
        path.write_bytes(content)
    known = [catalogue.generated.record(at).id for at in range(60)]
    for turn in range(6):
        form, words, options = choices(draws, turn, known)
        expected = expectations.preview(*contents, form, **options)
        compare(bench, "preview-feed", paths, form, words, expected)
    contents[0] = damaged(contents[0], draws, 0)
    paths[0].write_bytes(contents[0])
    expected = expectations.preview(*contents, "json", date=DATES[0])
    compare(bench, "damaged, preview-feed", paths, "json", ["--date", DATES[0]], expected)


def compare(bench, what, paths, form, words, expected):
    run = bench.run("preview-feed", *paths, "--as", form, *words)
    bench.printed(" ".join([what, "--as", form, *words]), run, expected)


def device(seed, draws):
    """The bytes of a dump; now and then one whose impressions are full."""
    dump = Dumps(seed, draws.choice([0, 6], "defects", 0)).dump(0)
    if draws.below(3, "full", 0) == 0:
        fillers = [f"seen before {at}" for at in range(490 + draws.below(20, "fillers", 0))]
        seen = dump["jokeImpressions"]
        is_last = draws.below(2, "seen last", 0)
        dump["jokeImpressions"] = fillers + seen if is_last else seen + fillers
    form = draws.choice(FORMATS, "form", 0)
    return as_bytes(dump, form, form == "json" and bool(draws.below(2, "pretty", 0)))


def choices(draws, turn, known):
    """A shape, the words of a command line, and the same as the oracle takes it."""
    form = draws.choice(["json", "json", "ids"], "shape", turn)
    options = {"date": draws.choice(DATES, "date", turn)}
    options["category"] = draws.choice(CATEGORIES, "category", turn)
    options["limit"] = draws.choice([None, None, 1, 7], "limit", turn)
    if turn == 0:
        options["is_saved"] = True
    elif turn == 5:
        options["rated"] = draws.choice(["hilarious", "horrible"], "rated", turn)
    else:
        options["viewed"] = some(draws, "viewed", turn, known)
        options["session"] = some(draws, "session", turn, known)
        options["is_refreshed"] = not draws.below(4, "refresh", turn)
    if turn in (3, 4):
        form, options["explained"] = "json", draws.choice([*known, "none of them"], "which", turn)
        options["explained"] = options["explained"] or "none of them"
    return form, command_line(options), options


def some(draws, name, turn, known):
    """Some jokes of the catalogue in any order; an empty id cannot be told on a command line."""
    chosen = [joke for at, joke in enumerate(known)
              if joke and not draws.below(6, f"{name} {turn}", at)]
    return draws.shuffled(list(dict.fromkeys(chosen)), name, turn)


def command_line(options):
    names = {
        "date": "--date", "category": "--category", "limit": "--limit", "viewed": "--viewed",
        "session": "--session-rated", "is_refreshed": "--refresh", "is_saved": "--saved",
        "rated": "--rated",
        "explained": "--explain",
    }
    words = []
    for key, value in options.items():
        if isinstance(value, bool):
            words += [names[key]] if value else []
        elif isinstance(value, list):
            words += [names[key], ",".join(value)] if value else []
        elif value is not None:
            words += [names[key], str(value)]
    return words
