"""Pages about the versions of a schema: one for each upgrade, and one for all changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from yschema_engine.compare.history import Step
from yschema_engine.schema.schema import Schema
from yschema_engine.show.changes import as_markdown
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.site.addresses import page_below
from yschema_engine.site.page_text import escaped_heading, shift_headings
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.paths import Path
from yschema_engine.text.phrases import Verbatim, phrase

_UNFIT = r"[^A-Za-z0-9._-]+"
_CHANGES = "changes.md"


@dataclass(frozen=True, slots=True)
class UpgradeSection:
    """The changes of one upgrade on a page.

    Attributes:
        html: the changes.
        text: the changes as Markdown.
        heading: the name of the new version; empty on the page of one upgrade.
        link_text: the title of the page of the upgrade; empty on that page.
        link: the path of that page, from the page of all changes.
    """

    html: str
    text: str
    heading: str = ""
    link_text: str = ""
    link: str = ""

    def around(self, body: str) -> str:
        """Return the section as Markdown with its changes, which are HTML or Markdown."""
        if not self.heading:
            return body
        link = f"[{escaped_heading(self.link_text)}]({self.link})"
        return f"## {escaped_heading(self.heading)}\n\n{link}\n\n{body}"


@dataclass(frozen=True, slots=True)
class UpgradePage:
    """A page about one upgrade, or about all.

    Attributes:
        uri: the path in the folder of pages.
        title: the title, as text.
        sections: the content.
    """

    uri: str
    title: str
    sections: tuple[UpgradeSection, ...]

    @property
    def with_html(self) -> str:
        """The page as Markdown with the changes in HTML."""
        return self._page(section.around(section.html) for section in self.sections)

    @property
    def markdown(self) -> str:
        """The page as Markdown alone."""
        return self._page(section.around(section.text) for section in self.sections)

    def _page(self, sections: Iterable[str]) -> str:
        return "\n\n".join([f"# {escaped_heading(self.title)}", *sections]) + "\n"


def upgrade_pages(
    schema: Schema, steps: Sequence[Step], page: str, renderer: Renderer, link: Callable[[str, str], str]
) -> Iterator[UpgradePage]:
    """Yield the pages about the versions of a schema.

    Args:
        schema: the current version.
        steps: the consecutive versions, oldest first.
        page: the path of the page of the schema in the folder of pages.
        renderer: the renderer of the site.
        link: returns the address of a field, by its anchor, from the page with a path.
    """
    words = renderer.words
    anchors = {field.path: schema.anchor(field) for field in schema.root.walk()}

    def section(uri: str, step: Step, level: int, names: str = "", **about: str) -> UpgradeSection:
        def href(path: Path) -> str:
            return link(anchors[path.field], uri) if path.field in anchors else ""

        changes = step.comparison.changes
        html = renderer.changes(changes, href=href, level=level, names=names)
        return UpgradeSection(html, shift_headings(as_markdown(changes, words), level - 2), **about)

    below = []
    uri_of_all = page_below(page, _CHANGES)
    for step in steps:
        name = f"upgrade-{_slug(step.old)}-{_slug(step.new)}.md"
        uri = page_below(page, name)
        title = words.text(phrase("Upgrade from {old} to {new}", old=step.old, new=step.new))
        yield UpgradePage(uri, title, (section(uri, step, 2),))
        about = {"heading": step.new, "link_text": title, "link": name}
        below.append(section(uri_of_all, step, 3, f"{_slug(step.new)}-", **about))
    title = words.text(phrase("Changes of {schema}", schema=Verbatim(schema.title)))
    yield UpgradePage(uri_of_all, title, tuple(reversed(below)))


def _slug(version: str) -> str:
    return re.sub(_UNFIT, "-", version)
