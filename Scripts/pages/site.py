"""The site of Scripts/build-documents: served on this machine, and what its pages show in Chromium."""

import functools
import http.server
import json
import re
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

# The driver of all pages, and axe-core; no page of a site has such names.
DRIVER, AXE = "look-at-pages.html", "axe.js"
# What axe-core finds in the renderer that comes with the toolchain, where nothing can be mended here.
KNOWN = {
    "button-name": "the button that opens the path of a page on a phone has an icon only",
    "scrollable-region-focusable": "a table that is wider than a phone scrolls in a box without a focus",
}
# A page is drawn by the renderer's script, after it fetched its data.
LOOK = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>driver</title>
<link rel="icon" href="data:,"></head><body><script>
const sleep = time => new Promise(done => setTimeout(done, time));
async function look(page) {
  const frame = document.createElement('iframe');
  frame.style = 'border: 0; width: %(width)dpx; height: 1500px';
  frame.src = page;
  document.body.replaceChildren(frame);
  await new Promise(done => frame.onload = done);
  const inside = frame.contentDocument;
  for (let tries = 0; tries < 100 && !inside.querySelector('main h1, h1.title'); tries++) await sleep(100);
  await sleep(300);
  const script = inside.createElement('script');
  script.src = '%(axe)s';
  inside.head.append(script);
  await new Promise(done => script.onload = done);
  const found = await frame.contentWindow.axe.run(
    inside, {runOnly: {type: 'tag', values: %(tags)s}, resultTypes: ['violations']});
  return {
    title: inside.title, heading: inside.querySelector('h1')?.innerText, text: inside.body.innerText,
    isWide: inside.documentElement.scrollWidth > frame.contentWindow.innerWidth,
    links: [...inside.querySelectorAll('a[href]')].map(each => each.href),
    isMeasured: found.passes.some(each => each.id == 'color-contrast'),
    violations: found.violations.map(each => [
      each.id, each.impact, each.nodes.slice(0, 3).map(node => node.html.slice(0, 200))])};
}
(async () => {
  const found = {};
  for (const page of %(pages)s) found[page] = await look(page).catch(error => ({error: String(error)}));
  document.body.textContent = JSON.stringify(found);
  document.body.id = 'found';
})();
</script></body></html>"""


class Site:
    """A site below its base path, with what was asked for in vain."""

    def __init__(self, folder: Path, axe: str, tags: list[str]) -> None:
        self.folder, self.axe, self.tags = folder, axe, tags
        found = re.search(r'baseUrl = "([^"]*)"', (folder / "index.html").read_text(encoding="utf-8"))
        self.base = found[1] if found else "/"
        self.failed: list[str] = []
        self.port = 0

    @contextmanager
    def served(self) -> Iterator[None]:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, self))
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def driver(self, pages: list[str], width: int) -> str:
        """The address at which all pages are looked at, in a window of a width."""
        query = urllib.parse.urlencode({"pages": json.dumps(pages), "width": width})
        return f"http://127.0.0.1:{self.port}/{DRIVER}?{query}"

    def own(self, path: str) -> bytes | None:
        """The driver or axe-core, if the path is theirs."""
        address = urllib.parse.urlparse(path)
        if address.path == f"/{AXE}":
            return self.axe.encode()
        if address.path != f"/{DRIVER}":
            return None
        query = urllib.parse.parse_qs(address.query)
        pages = [f"{self.base}{page}" for page in json.loads(query["pages"][0])]
        return (LOOK % {
            "width": int(query["width"][0]), "axe": f"/{AXE}", "tags": json.dumps(self.tags),
            "pages": json.dumps(pages)}).encode()

    def has(self, link: str) -> bool:
        """Whether a link leads elsewhere, or to a page that is there."""
        address = urllib.parse.urlparse(link)
        if address.netloc != f"127.0.0.1:{self.port}":
            return True
        if not address.path.startswith(self.base):
            return False
        place = self.folder / urllib.parse.unquote(address.path.removeprefix(self.base))
        return place.is_file() or (place / "index.html").is_file()


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a site's files below its base path, as a static host does."""

    def __init__(self, site: Site, *words: Any) -> None:
        self.site = site
        super().__init__(*words, directory=str(site.folder))

    def do_GET(self) -> None:
        own = self.site.own(self.path)
        if own is None:
            return super().do_GET()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/javascript" if AXE in self.path else "text/html")
        self.end_headers()
        self.wfile.write(own)

    def translate_path(self, path: str) -> str:
        is_below = path.startswith(self.site.base)
        return super().translate_path("/" + path.removeprefix(self.site.base) if is_below else "/.none")

    def send_error(self, code: int, *words: Any, **more: Any) -> None:
        self.site.failed.append(f"{self.path} ({int(code)})")
        super().send_error(code, *words, **more)

    def log_message(self, *words: Any) -> None:
        pass


def pages_of(root: Path) -> dict[str, Path]:
    """The files of all pages, by their paths on the site."""
    found = {}
    for page in sorted(root.glob("Sources/*/*.docc/*.md")):
        module = page.parent.stem
        name = "" if page.stem == module else f"/{page.stem}"
        found[f"documentation/{module}{name}".lower()] = page
    return found


def opening(page: Path) -> tuple[str, str]:
    """The title of a page, and the sentence below it."""
    title, _, summary, *_ = page.read_text(encoding="utf-8").split("\n")
    return title.removeprefix("# "), summary.replace("`", "").replace("'", "’")


def faults(site: Site, page: Path, shown: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a page, as Chromium showed it."""
    if "error" in shown:
        yield shown["error"]
        return
    title, summary = opening(page)
    if not shown["title"].startswith(title) or shown["heading"] != title:
        yield f"its title is '{shown['title']}', its heading '{shown['heading']}'"
    if summary not in shown["text"]:
        yield f"it does not show '{summary}'"
    if shown["isWide"]:
        yield "it is wider than the window"
    if not shown["isMeasured"]:
        yield "no contrast was measured"
    for link in shown["links"]:
        if not site.has(link):
            yield f"a link leads to nothing: {link}"
    for name, impact, places in shown["violations"]:
        if name not in KNOWN:
            yield f"{name} ({impact}): {places}"
