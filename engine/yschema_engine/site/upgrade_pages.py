"""Pages about the versions of a schema: one for each upgrade, and one for all changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from yschema_engine.compare.history import Step
from yschema_engine.schema.schema import Schema
from yschema_engine.show.changes import as_markdown
from yschema_engine.show.html.renderer import Renderer
from yschema_engine.site.markdown_text import shift_headings
from yschema_engine.site.page_views import escaped_heading
from yschema_engine.site.versions import changes_title, upgrade_title
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.paths import Path

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


@dataclass(frozen=True, slots=True)
class UpgradePages:
    """The pages about the versions of one schema.

    Attributes:
        schema: the current version.
        steps: the consecutive versions, oldest first.
        page: the path of the page of the schema in the folder of pages.
        renderer: the renderer of the site.
        link: returns the address of a field, by its anchor, from the page with a path.
    """

    schema: Schema
    steps: Sequence[Step]
    page: str
    renderer: Renderer
    link: Callable[[str, str], str]

    def pages(self) -> Iterator[UpgradePage]:
        """Yield the pages."""
        for step in self.steps:
            uri = _in_folder(self.page, _file_name(step))
            yield UpgradePage(uri, self._title(step), (self._section(uri, step, 2),))
        uri = changes_page(self.page)
        sections = tuple(
            replace(
                self._section(uri, step, 3),
                heading=step.new,
                link_text=self._title(step),
                link=_file_name(step),
            )
            for step in reversed(self.steps)
        )
        yield UpgradePage(uri, self.renderer.words.text(changes_title(self.schema.title)), sections)

    def _section(self, uri: str, step: Step, level: int) -> UpgradeSection:
        names = "" if level == 2 else f"{_slug(step.new)}-"
        text = shift_headings(as_markdown(step.comparison.changes, self.renderer.words), level - 2)
        return UpgradeSection(self._html(uri, step, level, names), text)

    def _html(self, uri: str, step: Step, level: int, names: str) -> str:
        anchors = {field.path: self.schema.anchor(field) for field in self.schema.root.walk()}

        def href(path: Path) -> str:
            return self.link(anchors[path.field], uri) if path.field in anchors else ""

        return self.renderer.changes(step.comparison.changes, href=href, level=level, names=names)

    def _title(self, step: Step) -> str:
        return self.renderer.words.text(upgrade_title(step.old, step.new))


def changes_page(page: str) -> str:
    """Return the path of the page with all changes of the schema that has a page."""
    return _in_folder(page, _CHANGES)


def _in_folder(page: str, name: str) -> str:
    path = PurePosixPath(page)
    folder = path.parent if path.stem in ("index", "README") else path.with_suffix("")
    return (folder / name).as_posix()


def _file_name(step: Step) -> str:
    return f"upgrade-{_slug(step.old)}-{_slug(step.new)}.md"


def _slug(version: str) -> str:
    return re.sub(_UNFIT, "-", version)
