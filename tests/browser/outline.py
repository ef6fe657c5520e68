"""Outline of a page: headings, ids, internal links, and the regions of references."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from itertools import accumulate, pairwise
from urllib.parse import unquote

OURS = "ys"
_REFERS = ("aria-controls", "aria-describedby", "aria-labelledby", "for")


class Outline(HTMLParser):
    """The outline of a page.

    Attributes:
        regions: the HTML of each of our regions.
        levels: of the headings from the page's title to the last of ours.
        ids: all of the page, with how often each is there.
        ours: those of our regions.
        targets: the ids that our regions refer to, by links and by attributes.
    """

    def __init__(self, html: str, *, whole: bool = False) -> None:
        """Parse a page. With `whole`, the whole page is a region."""
        super().__init__()
        self.regions: list[str] = []
        self.levels: list[int] = []
        self.ids: Counter[str] = Counter()
        self.ours: set[str] = set()
        self.targets: set[str] = set()
        self._html = html
        self._starts = [0, *accumulate(len(line) + 1 for line in html.split("\n"))]
        self._whole = whole
        self._begin = 0
        self._depth = 0  # the depth of `div` elements in a region
        self._counted = 0  # the number of levels up to the last heading of a region
        self.feed(html)
        self.close()
        del self.levels[self._counted :]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "div" and (self._depth or OURS in given.get("class", "").split()):
            self._begin = self._begin if self._depth else self._here()
            self._depth += 1
        if "id" in given:
            self.ids[given["id"]] += 1
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self._heading(int(tag[1]))
        if self._depth or self._whole:
            self._refer(given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "div" and self._depth:
            self._depth -= 1
            if not self._depth:
                self.regions.append(self._html[self._begin : self._here()] + "</div>")

    @property
    def problems(self) -> list[str]:
        """Return descriptions of the errors in the regions."""
        twice = [
            f"the id {name} is there {n} times" for name, n in self.ids.items() if n > 1 and name in self.ours
        ]
        lost = [f"nothing has the id {name}" for name in sorted(self.targets) if name not in self.ids]
        jumps = [f"a heading {b} comes after {a}" for a, b in pairwise(self.levels) if b > a + 1]
        return [*twice, *lost, *jumps]

    def _heading(self, level: int) -> None:
        if self._depth or self._whole or level == 1 or self.levels:  # start at the title of the page
            self.levels.append(level)
            self._counted = len(self.levels) if self._depth or self._whole else self._counted

    def _refer(self, given: dict[str, str]) -> None:
        if "id" in given:
            self.ours.add(given["id"])
        if given.get("href", "").startswith("#"):
            self.targets.add(unquote(given["href"][1:]))
        for attribute in _REFERS:
            self.targets.update(given.get(attribute, "").split())

    def _here(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column
