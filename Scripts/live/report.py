"""The page that a rehearsal writes with --report: HTML that stands alone, with the tools' own sections."""

import re
from typing import Optional

from . import pace
from .applying import duration
from .counts import counted
from .markup import Markup, element
from .page import cost_words, steps
from .rehearsal import Page

# What the tools' pages say of files in a folder that is gone when the rehearsal ends.
LEFT_OUT = ("What to do next", "Figures", "Files", "Where it comes from")


def table(caption: str, heads: list[str], rows: list[tuple[str, ...]]) -> Markup:
    return element(
        "table", element("caption", caption),
        element("thead", element("tr", *[element("th", each, scope="col") for each in heads])),
        element("tbody", *[
            element("tr", element("th", row[0], scope="row"), *[element("td", each) for each in row[1:]])
            for row in rows]))


def head_of(page: str) -> tuple[Markup, Markup]:
    """The head of a tool's page, before and after its title: what it may load, and the stylesheet."""
    before, _, rest = page.partition("<title>")
    return Markup(before), Markup(rest.partition("</title>\n")[2].partition("</head>")[0])


def sections_of(page: str) -> list[tuple[Markup, Markup]]:
    """The titles and contents of the sections of a tool's page that are true of a rehearsal."""
    found = re.findall(r'<section [^>]*><h2 [^>]*>(.*?)</h2>\n(.*?)</section>\n', page, re.DOTALL)
    return [(Markup(title), Markup(content)) for title, content in found if title not in LEFT_OUT]


def ranking_sections(page: Page) -> list[tuple[Markup, Markup]]:
    """The sections of the ranking's page. A title that the migration's page has, too, is extended."""
    titles = {title for title, _ in sections_of(page.migration_page)}
    return [(Markup(f"{title}: the ranking") if title in titles else title, content)
            for title, content in sections_of(page.ranking_page)]


def html(page: Page, price: Optional[float], limit: float) -> str:
    documents = page.migration
    changed = documents["updated"] + documents["deleted"]
    headline = (f"Rehearsed, and undone: {changed:,} of {counted(documents['before'], 'rating')} would change: "
                f"{documents['updated']:,} updated, {documents['deleted']:,} deleted; "
                "production was not reached")
    tiles = [("writes", f"{page.writes:,}"), ("batches", f"{page.batches:,}"),
             ("to change", f"{documents['updated']:,}"), ("to delete", f"{documents['deleted']:,}"),
             ("rejects", f"{documents['rejected']:,}")]
    expense = element("ul", element(
        "li", f"Time: at least {duration(pace.seconds_for(page.writes, limit))}; 500 writes a second at first, "
        "50 % more every 5 minutes"), element("li", f"Cost: {cost_words(page, price)}"))
    proofs = table("Each was tried on this machine", ["claim", "what shows it"], page.proofs)
    todo = element("ul", *[
        element("li", words, element("code", command, class_="command")) for words, command in steps(page, limit)])
    sections = [
        (Markup("What was proved"), proofs), (Markup("How long, and at what cost"), expense),
        *sections_of(page.migration_page), *ranking_sections(page), (Markup("What to do"), todo),
        (Markup("What was rehearsed"), element("ul", *[
            element("li", element("bdi", each)) for each in page.inputs]))]
    body = [element("section", element("h2", title, id=f"s{number}"), content, aria_labelledby=f"s{number}")
            for number, (title, content) in enumerate(sections, 1)]
    beginning, styles = head_of(page.migration_page)
    return "".join([
        beginning, element("title", f"rehearse: {headline}"), styles, "</head>\n<body>",
        element("header", element("h1", headline), element(
            "p", element("span", "everything held", class_="state"), f" database {page.database}")),
        "<main>", element("dl", *[
            element("div", element("dt", label), element("dd", value)) for label, value in tiles],
            class_="tiles"), *body, "</main>\n</body>\n</html>\n"])
