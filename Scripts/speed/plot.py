"""Time over size as an SVG, both axes logarithmic; one file for light and for dark pages."""

from html import escape
from math import log10

WIDTH, HEIGHT = 780, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 170, 56, 48
LABEL_HEIGHT = 15
# Of each series in its place: a colour on white, and one on black; the first is ours.
COLOURS = (
    ("#0550ae", "#79c0ff"), ("#57606a", "#9198a1"), ("#bc4c00", "#ffa657"), ("#8250df", "#d2a8ff"),
    ("#1a7f37", "#7ee787"), ("#9a6700", "#e3b341"), ("#bf3989", "#ff9bce"), ("#cf222e", "#ff7b72"),
    ("#116329", "#56d364"),
)


def style():
    def rules(which, ink, faint, ground):
        lines = [f"text{{fill:{ink}}}.grid{{stroke:{faint}}}.ground{{fill:{ground}}}"]
        for number, pair in enumerate(COLOURS):
            colour = pair[which]
            lines.append(f".s{number}{{stroke:{colour}}}.d{number}{{fill:{colour}}}")
            lines.append(f"text.t{number}{{fill:{colour}}}")
        return "".join(lines)

    return (
        "text{font:12px system-ui,sans-serif}.title{font-size:15px;font-weight:600}"
        "polyline{fill:none;stroke-width:1.5;stroke-linejoin:round}.s0{stroke-width:3}"
        + rules(0, "#1f2328", "#d1d9e0", "#ffffff")
        + "@media(prefers-color-scheme:dark){" + rules(1, "#f0f6fc", "#3d444d", "#0d1117") + "}")


class Axes:
    def __init__(self, series):
        sizes = [size for _, points in series for size, _ in points]
        times = [time for _, points in series for _, time in points]
        self.low, self.high = log10(min(sizes)), log10(max(sizes))
        # Whole decades, so that every line of the grid has a round figure.
        self.bottom, self.top = floor10(min(times)), -floor10(1 / max(times))

    def x(self, size):
        share = (log10(size) - self.low) / ((self.high - self.low) or 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, time):
        share = (log10(time) - self.bottom) / ((self.top - self.bottom) or 1)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def floor10(number):
    return int(log10(number) // 1)


def seconds(power):
    return f"{10 ** power:g} s" if power >= 0 else f"{10 ** (power + 3):g} ms"


def millions(size):
    return f"{size // 1_000_000} M" if size >= 1_000_000 else f"{size // 1000} k"


def text(x, y, words, kind="", anchor="start"):
    kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def grid(axes, sizes):
    for power in range(axes.bottom, axes.top + 1):
        y = axes.y(10**power)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield text(LEFT - 8, y + 4, seconds(power), anchor="end")
    for size in sizes:
        yield text(axes.x(size), HEIGHT - BOTTOM + 20, millions(size), anchor="middle")
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield text(middle, HEIGHT - 8, "events, 234 bytes each", anchor="middle")


def label_places(axes, series, largest):
    """The heights of the names: at the ends of their lines, without overlap."""
    all_ends = [(axes.y(points[-1][1]), number) for number, (_, points) in enumerate(series)]
    ends = sorted(end for end in all_ends if series[end[1]][1][-1][0] == largest)
    places, last = {}, TOP - LABEL_HEIGHT
    for y, number in ends:
        last = places[number] = max(y, last + LABEL_HEIGHT)
    overflow = last - (HEIGHT - BOTTOM)
    if overflow > 0:
        places = {number: y - overflow for number, y in places.items()}
    return {number: y for y, number in all_ends} | places


def plot(title, series):
    """The SVG of series: pairs of a name and its points, which are pairs of a size and seconds."""
    axes, sizes = Axes(series), sorted({size for _, points in series for size, _ in points})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}"><style>{style()}</style>',
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        text(LEFT, 28, title, "title"), *grid(axes, sizes),
    ]
    places = label_places(axes, series, sizes[-1])
    for number, (name, points) in reversed(list(enumerate(series))):
        kind = number % len(COLOURS)
        places_of_points = [(axes.x(size), axes.y(time)) for size, time in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places_of_points)
        parts.append(f'<polyline class="s{kind}" points="{line}"/>')
        parts += [
            f'<circle class="d{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{4 if kind == 0 else 2.5}"/>'
            for x, y in places_of_points
        ]
        parts.append(text(places_of_points[-1][0] + 10, places[number] + 4, name, f"t{kind}"))
    return "\n".join([*parts, "</svg>"]) + "\n"
