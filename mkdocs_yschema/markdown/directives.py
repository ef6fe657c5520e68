"""Directives: lines `::: yschema NAME` and `::: yschema-index FLEET` with indented options below.

For the table of contents, copies of its headings are in the tree until the `toc` extension has read them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import dedent
from typing import Any, TypeAlias
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.util import ETX, STX, AtomicString
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from mkdocs_yschema.markdown.host import ConvertedPage, processor
from yschema_engine.docs.places import unknown_name, unknown_path
from yschema_engine.show.html.renderer import Heading
from yschema_engine.site.option_types import types_of
from yschema_engine.site.options import DirectiveOptions, DisplayOptions, display_option
from yschema_engine.text.findings import Code, EngineError, Finding, UsageError, finding, revise, usage_code
from yschema_engine.text.phrases import ENGLISH, Listing, Verbatim, phrase
from yschema_engine.text.suggestions import suggest
from yschema_engine.yaml.read import ERRORS_IN_PYTHON

DIRECTIVE_WITHOUT_SCHEMA = usage_code(
    "directive-without-schema",
    "the directive names no schema",
    found="::: yschema",
    expected="::: yschema NAME",
)
DIRECTIVE_AS_TEXT = usage_code(
    "directive-as-text",
    "the page shows the directive as text",
    found="{text}",
    expected="{example}, on a line of its own",
)
OPTION_NOT_INDENTED = usage_code(
    "directive-option-not-indented",
    "the page shows this option of a directive as text",
    found="{text}",
    hint="indent the option by four spaces",
)
DIRECTIVE_IN_HTML = usage_code(
    "directive-in-html",
    "Markdown does not read the directive, which is in an HTML element",
    found="{text}",
    hint="add the attribute `markdown` to the element, and `md_in_html` to `markdown_extensions`",
)
UNKNOWN_OPTION = usage_code("unknown-directive-option", "unknown option `{name}`")
INVALID_HEADING_LEVEL = usage_code(
    "invalid-heading-level",
    "option heading_level is not a level of headings",
    expected="a number from 1 to 6",
)
OPTIONS_NOT_YAML = usage_code(
    "directive-options-not-yaml", "the options are not valid YAML", expected="lines such as `{example}`"
)
OPTIONS_NOT_A_MAP = usage_code(
    "directive-options-not-a-map",
    "the options are not a map of names to plain values",
    expected="lines `OPTION: VALUE`, with an OPTION of {options}",
)
BLOCK_NOT_SHOWN = usage_code(
    "block-not-shown",
    "the page does not show this block as code",
    found="{header}",
    expected="an extension that reads the options of the block",
    hint="add `{extension}` to `markdown_extensions`",
)


_LEVELS = tuple([str(level) for level in range(1, 7)])
_OPTIONS = tuple(types_of(DirectiveOptions))
_MAX_BRACKETS = 100  # deeper YAML takes long to read


def parse_directive(name: str, text: str, defaults: DisplayOptions = DisplayOptions()) -> DirectiveOptions:
    """Return the options of `::: yschema NAME`.

    Args:
        name: the name of the schema.
        text: the indented lines below it.
        defaults: the display options of the site.

    Raises:
        UsageError: the name is missing, or the lines are not valid YAML, or an option is not known.
    """
    if not name:
        raise UsageError.of(DIRECTIVE_WITHOUT_SCHEMA)
    values = _mapping(dedent(text).strip("\n"))
    for option in values:
        if option not in _OPTIONS:
            raise unknown_name(UNKNOWN_OPTION, option, _OPTIONS)
    level = values.get("heading_level", "2")
    if level not in _LEVELS:
        raise UsageError.of(INVALID_HEADING_LEVEL, found=Verbatim(f"heading_level: {level}"))
    chosen = {
        option: display_option(option, values[option])
        for option in types_of(DisplayOptions)
        if option in values
    }
    return DirectiveOptions(name, str(values.get("path", "")), int(level), replace(defaults, **chosen))


def _mapping(text: str) -> dict[str, Any]:
    if not text:
        return {}
    example = Verbatim("path: some.field")
    if len(re.findall(r"[\[{]", text)) > _MAX_BRACKETS:
        raise UsageError.of(OPTIONS_NOT_YAML, found="too many brackets", example=example)
    try:
        values = YAML(typ="base", pure=True).load(text)  # all scalars as they are written
    except (YAMLError, RecursionError, *ERRORS_IN_PYTHON) as e:
        problem = getattr(e, "problem", None) or getattr(e, "reason", None) or str(e)
        raise UsageError.of(OPTIONS_NOT_YAML, found=str(problem), example=example) from e
    values = {} if values in (None, "") else values
    if not isinstance(values, dict) or not all(_is_plain(part) for part in (*values, *values.values())):
        options = Listing(tuple(map(Verbatim, _OPTIONS)))
        raise UsageError.of(OPTIONS_NOT_A_MAP, found=Verbatim(text), options=options)
    return values


def _is_plain(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, list) and all(isinstance(one, str) for one in part))


_PLACE = re.compile(f"{STX}yschema:([0-9]+){ETX}")
_BELOW = re.compile(r"(?:\n[ \t]+\S.*)*")
_NOT_INDENTED = re.compile(rf"\n(?P<line>(?:{'|'.join(_OPTIONS)}):.*)")


_Html: TypeAlias = Callable[[ConvertedPage, str, str, Element], str]
"""Returns the HTML that goes into an element, from the rest of the first line, and the lines below it."""


def register(md: Markdown, page: ConvertedPage) -> None:
    """Make a converter follow directives, and report those that other processors leave in the page."""
    # Above other processors of `::: name`, whose patterns match ours; below that of code, 80.
    for priority, name, html in ((77, "yschema", _reference), (78, "yschema-index", _index)):
        md.parser.blockprocessors.register(
            _BlockDirective(md.parser, page, name, html), name.replace("-", "_"), priority
        )
    md.treeprocessors.register(processor(partial(_drop_copies, page)), "yschema_copies", 4)  # toc reads at 5
    # Other HTML is then complete: the last one of Markdown has 10.
    md.postprocessors.register(processor(partial(_insert_html, page)), "yschema", 5)
    # HTML is put into the stash at 20, code in fences before that.
    md.preprocessors.register(processor(partial(_find_in_html, page)), "yschema_in_html", 15)
    # Blocks are in the tree, and the text within them, at 20, is not parsed yet.
    md.treeprocessors.register(processor(partial(_find_in_text, page)), "yschema_as_text", 25)


def _insert_html(page: ConvertedPage, text: str) -> str:
    """Return the HTML of a page with that of directives."""
    if not page.html or STX not in text:  # Markdown asks for each heading as well
        return text
    parts = _PLACE.split(text)
    parts[1::2] = [page.html[int(number)] for number in parts[1::2]]
    return "".join(parts)


class _BlockDirective(BlockProcessor):
    """Replaces directives of one name by HTML, and leaves the text around them to other processors.

    The HTML is out of reach of other extensions until the end. Markdown's own stash searches all HTML in it
    for other stashed HTML, which takes a fifth of the time to convert a page with a reference.
    """

    def __init__(self, parser: BlockParser, page: ConvertedPage, name: str, html: _Html) -> None:
        """A processor; the findings of errors that `html` raises get the span of the directive."""
        super().__init__(parser)
        self._page = page
        self._html = html
        self._pattern = re.compile(
            rf"^ {{0,3}}::: *{re.escape(name)}(?: +(?P<argument>\S.*?))? *$", re.MULTILINE
        )

    def test(self, parent: Element, block: str) -> bool:
        """Return whether a directive is in the block."""
        return bool(self._pattern.search(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the HTML of the first directive of a block into the tree."""
        block = blocks.pop(0)
        first = self._pattern.search(block)
        assert first
        options = _BELOW.match(block, first.end())
        assert options
        if before := block[: first.start()].rstrip():
            self.parser.parseBlocks(parent, [before])
        if after := block[options.end() :].lstrip("\n"):
            blocks.insert(0, after)
        text = block[first.start() : options.end()]
        self._insert(parent, text, first["argument"] or "", options[0])
        if loose := _NOT_INDENTED.match(block, options.end()):
            _report_line(self._page, finding(OPTION_NOT_INDENTED), loose["line"])

    def _insert(self, parent: Element, text: str, argument: str, options: str) -> None:
        place = SubElement(parent, "div")
        try:
            html = self._html(self._page, argument, options, place)
        except EngineError as error:
            html = self._page.host.error_html(EngineError(self._located(error.findings, text)))
        place.text = AtomicString(f"{STX}yschema:{len(self._page.html)}{ETX}")
        self._page.html.append(html)

    def _located(self, findings: Sequence[Finding], text: str) -> Iterator[Finding]:
        for problem in findings:
            found = ENGLISH.text(problem.fact("found"))
            span = problem.span or self._page.span(self._page.line_of(text, found), found)
            yield revise(problem, span=span)


# With more fields on a page, its table of contents has maps only, and then only the upper ones: nobody reads
# so long a list, and browsers take many seconds to lay out one with thousands of entries.
_MAX_LISTED = 60


def _reference(page: ConvertedPage, argument: str, below: str, place: Element) -> str:
    """Return the HTML of a reference, or of a part of one."""
    host = page.host
    page.directives += 1
    options = parse_directive(argument, below, host.site.config.options.display)
    schema = host.schema(options.name)
    if (shown := schema.find(options.path)) is None:
        raise unknown_path(schema.name, options.path, [str(field.path) for field in schema.root.walk()])
    view = host.view(options, shown, page.directives)
    rendered = host.site.renderer.reference(schema, shown, options.heading_level, page.ids, view)
    page.ids |= {field.anchor for field in rendered.fields}
    html = host.add_rendered(options, view, rendered)
    listed = rendered.headings if len(page.ids) <= _MAX_LISTED else _maps(rendered.headings)
    for heading in listed:
        SubElement(place, f"h{heading.level}", id=heading.anchor).text = AtomicString(heading.name)
    page.copies.append(place)
    return html


def _index(page: ConvertedPage, argument: str, below: str, _: Element) -> str:
    """Return the HTML of the table of schemas, whose directive takes no options."""
    if option := below.strip().partition(":")[0]:
        raise unknown_name(UNKNOWN_OPTION, option, (), expected=phrase("no options"))
    return page.host.index(argument)


def _maps(headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings of maps, as many levels as are not too many, and at least the top one."""
    maps = [heading for heading in headings if heading.is_group]
    levels = sorted({heading.level for heading in maps})
    for level in reversed(levels[1:]):
        if len(maps) <= _MAX_LISTED:
            break
        maps = [heading for heading in maps if heading.level < level]
    return maps


def _drop_copies(page: ConvertedPage, root: Element) -> None:
    """Remove the copies of headings: in the place of each directive, its text is the key to the stash."""
    for place in page.copies:
        for copy in list(place):
            place.remove(copy)


_DIRECTIVE = re.compile(r"^[ \t]*(?P<line>:+\s*(?P<name>[\w-]+)(?![\w.-]).*)$", re.MULTILINE)
_ARGUMENTS: Mapping[str, str] = {"yschema": "NAME", "yschema-index": "FLEET"}
_NOT_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b.*?(?:</\1>|\Z)", re.DOTALL | re.I
)


def _find_in_html(page: ConvertedPage, lines: list[str]) -> list[str]:
    """Report directives in elements that are not Markdown, and return the same lines."""
    for html in page.md.htmlStash.rawHtmlBlocks:
        if isinstance(html, str) and "::" in html:
            _report(page, DIRECTIVE_IN_HTML, _NOT_TEXT.sub("", html))
    return lines


def _find_in_text(page: ConvertedPage, root: Element) -> None:
    """Report directives in the text of elements that are not code."""
    for element in root.iter():
        for text in (element.text, element.tail):
            if text and ":" in text and not isinstance(text, AtomicString):
                _report(page, DIRECTIVE_AS_TEXT, text)


def _report(page: ConvertedPage, code: Code, text: str) -> None:
    """Report the directives in a text, those with a misspelt name, or with that of a schema, as well."""
    for match in _DIRECTIVE.finditer(text):
        name, directive = match["name"].lower(), match["line"].strip()
        meant = name if name in _ARGUMENTS else suggest(name, _ARGUMENTS)
        argument = match["name"] if directive == f"::: {match['name']}" else ""
        if argument in page.host.site.library.names:
            example = f"`::: yschema {argument}`"
        elif meant or name.startswith("yschema-"):
            meant = meant or "yschema"
            example = f"`::: {meant} {_ARGUMENTS[meant]}`"
        else:
            continue
        _report_line(page, revise(finding(code), example=Verbatim(example)), directive)


def _report_line(page: ConvertedPage, problem: Finding, text: str) -> None:
    line = next((number for number, each in enumerate(page.lines, 1) if text in each), None)
    page.host.report([revise(problem, text=Verbatim(text), span=page.span(line, text))])
