"""The pages on which fields will be, before all pages are converted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from mkdocs_yschema.site.multi_page import SplitPages
from yschema_engine.text.paths import ROOT, split_anchor, top_anchor

_DIRECTIVE = re.compile(
    r"^[ \t]*::: *yschema +(?P<name>\S.*?)[ \t]*$(?:\n[ \t]+(?:path: *(?P<path>\S+)|\S.*))*", re.MULTILINE
)


class ExpectedHomes:
    """The expected page of each field: that of its schema, or else the first one with a directive for it."""

    def __init__(self, files: Files, own: Mapping[str, Sequence[Page]], split_pages: SplitPages) -> None:
        """Start without having read any page.

        Args:
            files: the files of the site, with their pages.
            own: the pages of each schema.
            split_pages: the schemas that have many pages.
        """
        self._files = files
        self._own = {ROOT.anchor(name): pages[0] for name, pages in own.items() if pages}
        self._maps = {
            anchor: file.src_uri for split in split_pages.all for anchor, file in split.maps.items()
        }
        self._directives: Sequence[tuple[str, Page]] | None = None

    def of(self, anchor: str) -> Page | None:
        """Return the page that is expected to show a field, by its anchor; None if there is none."""
        if uri := self._maps.get(top_anchor(anchor)):
            return self._page(uri)
        name = split_anchor(anchor)[0]
        if name in self._own:
            return self._own[name]
        if self._directives is None:
            self._directives = list(self._read())
        return next((page for shown, page in self._directives if f"{anchor}.".startswith(f"{shown}.")), None)

    def _page(self, uri: str) -> Page | None:
        file = self._files.get_file_from_path(uri)
        return file.page if file else None

    def _read(self) -> Iterator[tuple[str, Page]]:
        """Yield the anchor of what each directive shows, and the page."""
        for file in self._files.documentation_pages():
            if file.page is None:
                continue
            try:
                text = file.content_string
            except (OSError, ValueError):
                continue  # MkDocs reports the file, or another plugin reads it from elsewhere
            for directive in _DIRECTIVE.finditer(text):
                path = (directive["path"] or "").strip("\"'")
                yield ".".join(filter(None, (ROOT.anchor(directive["name"]), path))), file.page
