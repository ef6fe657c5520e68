"""The text of each section of an HTML page by the id of its heading, and the elements."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "wbr", "input", "link", "meta"}


class Parsed(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.sections: dict[str, str] = {"": ""}
        self.unbalanced: list[str] = []
        self._open: list[str] = []
        self._section = ""
        self.feed(html)
        self.close()
        self.unbalanced += self._open
        self.sections = {anchor: " ".join(text.split()) for anchor, text in self.sections.items()}

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        if tag not in VOID:
            self._open.append(tag)
        if tag in {"h1", "h2", "h3", "h4", "h5", "h6"} and "id" in attributes:
            self._section = str(attributes["id"])
            self.sections[self._section] = ""

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        self.sections[self._section] += data


class Texts(HTMLParser):
    """Return the exact text of the elements of a class."""

    def __init__(self, html: str, name: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._name = name
        self._open: list[bool] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("wbr", "br", "input"):
            return
        ours = self._name in (dict(attrs).get("class") or "").split()
        if ours and not any(self._open):
            self.found.append("")
        self._open.append(ours)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if any(self._open):
            self.found[-1] += data
