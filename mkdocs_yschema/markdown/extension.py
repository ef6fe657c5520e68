"""`::: yschema NAME` in Markdown: a Python-Markdown extension for any host that runs those.

    ::: yschema contour
        path: envoy.service
        heading_level: 3

The HTML goes to Markdown's stash, out of reach of other extensions. So that headings enter the table of
contents, copies of them stand in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Extension, Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from mkdocs_yschema.markdown import checked_blocks as snippets
from mkdocs_yschema.markdown import xref as references
from mkdocs_yschema.markdown.options import DisplayOptions, Options, parse_options, parse_schemas
from yschema_engine.doccheck import xref as mentions
from yschema_engine.doccheck.library import Library, unknown
from yschema_engine.doccheck.source_map import numbered
from yschema_engine.doccheck.xref import Mention
from yschema_engine.lint.suppressions import SuppressionComments
from yschema_engine.model.findings import EngineError, Finding, revise
from yschema_engine.outputs.html import Heading, Rendered, Renderer, View, find_theme
from yschema_engine.reference import Field, Reference
from yschema_engine.source import Source, Span

_DIRECTIVE = re.compile(r"^::: *yschema(?: +(?P<name>\S.*?))? *$", re.MULTILINE)
_INDENTED = re.compile(r"(?:\n[ \t]+\S.*)*")
# Beyond this many on a page, fields stay out of its table of contents, and then the deeper maps: nobody reads
# so long a list, and with thousands browsers take many seconds to lay it out beside the page.
_LISTED = 60


class Site:
    """What directives and references need from their host; this one serves hosts that know Markdown alone."""

    def __init__(self, library: Library, renderer: Renderer) -> None:
        self.library = library
        self.renderer = renderer

    def reference(self, name: str) -> Reference:
        """The schema that a directive asks for.

        Raises:
            EngineError: there is none of this name, or it cannot be used.
        """
        return self.library.reference(name)

    def view(self, asked: Options, shown: Reference | Field, number: int) -> View:
        """How what a directive asks for is shown.

        Args:
            asked: that.
            shown: what it finds.
            number: which directive of the page it is, from 1.
        """
        looks = asked.looks
        return View(looks.layout, looks.columns, looks.yaml_view, looks.fold, looks.filter, number=number)

    @property
    def looks(self) -> DisplayOptions:
        """What directives leave open."""
        return DisplayOptions()

    def rendered(self, asked: Options, view: View, rendered: Rendered) -> None:
        """Takes note of fields in the page that only the stash knows of, and of what is not in it."""

    def locate(self, text: str, line: int) -> Span | None:
        """Where line `line` of the Markdown `text` stands for its author."""
        return Span(Source("Markdown", text), line)

    @property
    def folders(self) -> Sequence[Path]:
        """Where files that shell lines name may be, the likeliest first."""
        return (self.library.base,)

    @property
    def checks_snippets(self) -> bool:
        """Whether blocks of data values are checked."""
        return True

    def front_matter(self, md: Markdown, key: str, lines: Sequence[str]) -> tuple[Any, Span | None]:
        """What the page's front matter says of a key, and where; None where it says nothing.

        Args:
            md: the converter; its extension `meta` reads front matter.
            key: in lower case.
            lines: of the page.
        """
        said: Any = getattr(md, "Meta", {}).get(key)
        at = next((n for n, line in enumerate(lines, 1) if line.lower().startswith(f"{key}:")), None)
        span = Span(Source("Markdown", "\n".join(lines)), at) if at else None
        return " ".join(said) if isinstance(said, list) else said, span

    def accept(self, comments: SuppressionComments) -> None:
        """Takes note of what comments in the page accept; a host that has no findings accepts none."""

    def found(self, problems: Sequence[Finding]) -> None:
        """Takes note of what is wrong with blocks of the page.

        Raises:
            EngineError: where the host's build is to stop.
        """
        if any(problem.severity == "error" for problem in problems):
            raise EngineError(problems)

    def failed(self, error: EngineError) -> str:
        """The HTML in place of a directive that cannot be followed.

        Raises:
            EngineError: where the host's build is to stop.
        """
        raise error

    @property
    def schemas(self) -> Collection[str]:
        """The names that references begin with."""
        return self.library.names

    def refer(self, mention: Mention, ids: Collection[str]) -> tuple[str, Field | None]:
        """Where a reference leads: into the page itself, else to the address that the schema has.

        Raises:
            EngineError: there is no such data value, or no telling which page has it.
        """
        field = mentions.find(self.library, mention)
        if field.anchor in ids:
            return f"#{field.anchor}", field
        if (url := self.library.url(mention.schema)) is None:
            raise EngineError([mentions.not_here(mention, field)])
        return f"{url}#{field.anchor}", field

    def mentioned(self, mention: Mention) -> None:
        """Takes note of a reference in the current page."""


class YschemaExtension(Extension):
    """The extension. Its options:

    schemas: by name, each with `files` (a list of globs) and optionally `title`, and `url`, where its
        reference is, for references from other pages.
    base: the folder that globs start from; by default the current one.
    theme: the site theme to render for; by default `mkdocs`.
    site: a `Site`, in place of all the others.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "schemas": [{}, "schemas by name, each with `files`, `title` and `url`"],
            "base": [".", "the folder that globs start from"],
            "theme": ["mkdocs", "the site theme to render for"],
            "site": ["", "a `Site` in place of the other options"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  Markdown's name
        """Registers the directive, references, and the checks of blocks."""
        site = self.getConfig("site") or self._site()
        page = _Page(md)
        directive = _Directive(md.parser, site, page)
        md.preprocessors.register(page, "yschema_page", 1000)  # before any other moves lines
        # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
        md.parser.blockprocessors.register(directive, "yschema", 77)
        md.treeprocessors.register(_DropCopies(page), "yschema_copies", 4)  # toc reads at 5
        snippets.register(md, site, page)
        references.register(md, site, page)

    def _site(self) -> Site:
        library = Library(parse_schemas(self.getConfig("schemas")), Path(self.getConfig("base")).absolute())
        return Site(library, Renderer(find_theme(self.getConfig("theme"))))


class _Page(Preprocessor):
    """What is known of the page being converted; as a preprocessor it sees where each begins."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.run([])

    def run(self, lines: list[str]) -> list[str]:
        """Forgets the page before."""
        self.lines = lines
        self.ids: set[str] = set()
        self.directives = 0
        self.copies: list[Element] = []
        return numbered(lines)

    def line_of(self, directive: str, words: str) -> int | None:
        """The line (from 1) in the page on which a directive says these words, as far as the text tells."""
        wanted = [line.strip() for line in directive.splitlines()]
        for start in range(len(self.lines)):
            if [line.strip() for line in self.lines[start : start + len(wanted)]] == wanted:
                offsets = (i for i, line in enumerate(wanted) if words in line)
                return start + 1 + next(offsets, 0)
        return None


class _Directive(BlockProcessor):
    def __init__(self, parser: BlockParser, site: Site, page: _Page) -> None:
        super().__init__(parser)
        self._site = site
        self._page = page

    def test(self, parent: Element, block: str) -> bool:
        """Whether a directive is in the block."""
        return bool(_DIRECTIVE.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Puts the directive's place in the tree and leaves what stands around it to others."""
        block = blocks.pop(0)
        found = _DIRECTIVE.search(block)
        assert found
        if before := block[: found.start()].rstrip():
            self.parser.parseBlocks(parent, [before])
        options = _INDENTED.match(block, found.end())
        assert options
        if after := block[options.end() :].lstrip("\n"):
            blocks.insert(0, after)
        self._place(parent, block[found.start() : options.end()], found["name"] or "", options[0])

    def _place(self, parent: Element, directive: str, name: str, options: str) -> None:
        html, headings = self._html(directive, name, options)
        place = SubElement(parent, "div")
        place.text = AtomicString(self.parser.md.htmlStash.store(html))
        listed = headings if len(self._page.ids) <= _LISTED else _maps(headings)
        for heading in listed:
            SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
        self._page.copies.append(place)

    def _html(self, directive: str, name: str, options: str) -> tuple[str, Sequence[Heading]]:
        self._page.directives += 1
        try:
            asked = parse_options(name, options, self._site.looks)
            reference = self._site.reference(asked.name)
            part = _part(reference, asked.path)
            view = self._site.view(asked, part, self._page.directives)
            rendered = self._site.renderer.reference(part, asked.heading_level, self._page.ids, view)
        except EngineError as error:
            return self._site.failed(self._located(error, directive)), ()
        self._page.ids |= {field.anchor for field in rendered.fields}
        self._site.rendered(asked, view, rendered)
        return rendered.html, rendered.headings

    def _located(self, error: EngineError, directive: str) -> EngineError:
        """The error with the directive's line, unless it tells its own."""
        told = (d if d.at else revise(d, at=self._span(directive, d.found)) for d in error.findings)
        return EngineError(told)

    def _span(self, directive: str, found: str) -> Span | None:
        line = self._page.line_of(directive, found)
        return self._site.locate("\n".join(self._page.lines), line) if line else None


def _maps(headings: Sequence[Heading]) -> list[Heading]:
    """The headings of maps, as deep as they are not too many; the uppermost are always among them."""
    maps = [heading for heading in headings if heading.is_group]
    levels = sorted({heading.level for heading in maps})
    for level in reversed(levels[1:]):
        if len(maps) <= _LISTED:
            break
        maps = [heading for heading in maps if heading.level < level]
    return maps


def _part(reference: Reference, path: str) -> Reference | Field:
    if not path:
        return reference
    if (field := reference.find(path)) is None:
        raise unknown(f"path in schema {reference.name!r}:", path, [f.path for f in reference.root.walk()])
    return field


class _DropCopies(Treeprocessor):
    """Takes the copies of headings out again; the headings themselves are in the stash."""

    def __init__(self, page: _Page) -> None:
        super().__init__()
        self._page = page

    def run(self, root: Element) -> None:
        """Empties each directive's place but for its text, the key to the stash."""
        for place in self._page.copies:
            for copy in list(place):
                place.remove(copy)


def makeExtension(**options: Any) -> YschemaExtension:  # noqa: N802  the name Markdown looks for
    """The extension, for Markdown to find by the entry point's module."""
    return YschemaExtension(**options)
