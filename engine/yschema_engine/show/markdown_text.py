"""Escaping of text, code and phrases for Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NewType

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import FieldLink, Markdown, Param, Phrase, Verbatim, Words

Md = NewType("Md", str)
"""Markdown that is safe to place in a line of a document: what this module or `markdown_from_html` returns.

Text of authors has no other way into Markdown that is written in Python, or the types do not agree. In
templates, filters take its place.
"""


def md(template: str, *slots: Md) -> Md:
    """Return Markdown with other Markdown in the places of `{}`.

    Args:
        template: a literal.
        slots: for each place.
    """
    return Md(template.format(*slots))


_DEEPEST = 6
_IN_MYST, _IN_MDX = r"%|\((?=.*\)=$)", r"(?:im|ex)port\b"


@dataclass(frozen=True, slots=True)
class Flavor:
    """The syntax of a host where CommonMark leaves it open. The defaults fit GitHub and Python-Markdown.

    Attributes:
        heading: a heading that links lead to, with `{marks}`, `{text}` and `{anchor}`.
        tilde: how that anchor writes a tilde.
        row_anchor: the anchor of a field without a heading, with `{anchor}`; empty if each field has a
            heading. Headings are then nested as the fields are.
        has_front_matter: whether the title is in front matter, because the host makes the heading from it.
        line_break: a line break within a line of the source.
        has_html: whether the host shows HTML elements.
        has_autolinks: whether `<https://…>` is a link.
        has_nested_fences: whether items of lists can contain fences, and not only indented code.
        has_languages: whether code of authors names its language; some hosts warn of code that is not valid.
        has_shortcodes: whether `{{<` and `{{%` are markup, even in code.
        opens: what else makes a block of a line that begins with it; None for nothing.
    """

    heading: str = '{marks} <a id="{anchor}"></a>{text}'
    tilde: str = "~"
    row_anchor: str = '<a id="{anchor}"></a>'
    has_front_matter: bool = False
    line_break: str = "<br>"
    has_html: bool = True
    has_autolinks: bool = True
    has_nested_fences: bool = False
    has_languages: bool = True
    has_shortcodes: bool = False
    opens: re.Pattern[str] | None = None

    def headline(self, text: Md, anchor: str, depth: int) -> Md:
        """Return the heading of a field.

        Args:
            text: its Markdown.
            anchor: the id that links lead to.
            depth: the number of keys in the path of the field.
        """
        # Where only some fields have headings, their levels would have gaps.
        level = 2 if self.row_anchor else min(depth + 1, _DEEPEST)
        marks, id_ = "#" * level, anchor.replace("~", self.tilde)
        return Md(self.heading.format(marks=marks, text=text, anchor=id_))

    def in_row(self, text: Md, anchor: str) -> Md:
        """Return the name of a field that has no heading, for its row in the table; as `headline`."""
        return Md(self.row_anchor.format(anchor=anchor) + text)


GFM = Flavor()
"""GitHub, GitLab, and Python-Markdown with its extensions `tables` and `fenced_code`."""
FLAVORS: Mapping[str, Flavor] = {
    "gfm": GFM,
    # Sphinx makes ids of its own from targets; the element has the id that other sites link to.
    "myst": Flavor(
        heading='<a id="{anchor}"></a>\n\n({anchor})=\n{marks} {text}',
        row_anchor="",
        has_nested_fences=True,
        has_languages=False,
        opens=re.compile(_IN_MYST),
    ),
    "mdx": Flavor(
        heading="{marks} {text} {{#{anchor}}}",
        tilde="\\~",  # text between two tildes is struck through
        row_anchor="",
        line_break="<br />",
        has_autolinks=False,
        has_nested_fences=True,
        opens=re.compile(_IN_MDX),
    ),
    "hugo": Flavor(
        heading='{marks} {text} {{id="{anchor}"}}',
        row_anchor="",
        has_front_matter=True,
        line_break=" ",
        has_html=False,
        has_nested_fences=True,
        has_shortcodes=True,
    ),
}
"""The flavors by the names that follow `--flavor`."""
ANY_HOST = Flavor(
    line_break="<br />",
    has_autolinks=False,
    opens=re.compile(f"{_IN_MYST}|{_IN_MDX}"),
)
"""What all of these hosts show, for Markdown that becomes a part of a page of somebody else."""


# What inline Markdown looks at; where a dialect has no backslash for it, it stands as an entity.
_MARKS = r"[\\`*\[\]{<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#\w|\w+;)"
_ENTITIES: Mapping[str, str] = {"&": "&amp;", "<": "&lt;", "~": "&#126;", "$": "&#36;"}
# What makes GitHub take a word for an address.
_ADDRESS = r"(?i):(?=//)|(?<=\bwww)\."
# What makes a block of a line that begins with it, in some dialect: `# a`, `1. a`, `!!! a`, `: a`.
_OPENS = r"(?P<number>\d+)(?=[.)])|(?P<mark>[-+>#])|[=:?]|!(?!\[)"
_CODE_SPAN = r"\\.|`([^`]+)`"
_BACKTICKS = "`+"
_SHORTCODE = (
    r"(?s)\{(?P<open>\{(?:(?P<angle><)|%))"
    r"(?:(?P<inside>(?:(?!\{\{|\}\}|\*/).)*)(?P<close>(?(angle)>|%)\}\}))?"
)
_WORD_JOINER = "\u2060"
SPACE = re.compile(r"[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")
"""White space that Markdown may read as the end of a line."""


def escape(text: str) -> Md:
    """Return text on one line in which Markdown finds nothing but text; not for the beginning of a block."""
    line = SPACE.sub(" ", text)
    return Md(" ".join(map(_escaped, line.split(" "))) if re.search(_ADDRESS, line) else _escaped(line))


def _escaped(text: str) -> str:
    escaped = re.sub(_MARKS, lambda m: _ENTITIES.get(m[0], f"\\{m[0]}"), text)
    # GitHub shows what is escaped in an address as it is written, so such an address must be no link.
    return text if escaped == text else re.sub(_ADDRESS, _entity, escaped)


def _entity(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def plain(text: str) -> Md:
    """Return a text as a block or a heading, in which nothing is markup."""
    line = escape(text).strip()
    return Md(f"{line[:-1]}\\#" if line.endswith("#") else line)


def opening(line: Md, flavor: Flavor = GFM) -> Md:
    """Return Markdown on one line so that its beginning makes no block of it, but a paragraph."""
    if re.match(_OPENS, line):
        return Md(re.sub(_OPENS, _opened, line, count=1))
    if flavor.opens and flavor.opens.match(line):
        return Md(f"&#{ord(line[0])};{line[1:]}")
    return line


def _opened(match: re.Match[str]) -> str:
    if match["number"]:
        return f"{match[0]}\\"
    return f"\\{match[0]}" if match["mark"] else f"&#{ord(match[0])};"


def code(text: str, flavor: Flavor = GFM) -> Md:
    """Return a text as code on one line; as an HTML element if backticks are not enough."""
    text = SPACE.sub(" ", text)
    # Docusaurus takes the first `{#` of a heading for its id, even in backticks.
    if text.strip(" ") == text and "`" not in text and "{#" not in text and text:
        return Md(f"`{_without_shortcodes(text, flavor)}`")
    if flavor.has_html:
        return Md(_code_element(text))
    ticks = "`" * (_longest_run(text) + 1)
    return Md(f"{ticks} {_without_shortcodes(text, flavor)} {ticks}" if text.strip() else "")


def _code_element(text: str) -> str:
    entities = re.sub(_ADDRESS, _entity, re.sub(r"[^\w\s.,:;/-]|_", _entity, text))
    return f"<code>{entities}</code>"


def fence(text: str, language: str = "", flavor: Flavor = GFM) -> Md:
    """Return text as a block of code, between fences that are longer than any in it."""
    ticks = "`" * max(3, _longest_run(text) + 1)
    return Md(f"{ticks}{language}\n{_without_shortcodes(text, flavor)}\n{ticks}")


def _longest_run(text: str) -> int:
    return max(map(len, re.findall(_BACKTICKS, text)), default=0)


def cell(markdown: Md, flavor: Flavor = GFM) -> Md:
    """Return a line of Markdown for a cell of a table.

    A pipe in a code span has no escape that all dialects know: such code becomes an HTML element.
    """

    def without_pipe(match: re.Match[str]) -> str:
        return _code_element(match[1]) if match[1] and "|" in match[1] else match[0]

    safe = re.sub(_CODE_SPAN, without_pipe, markdown) if flavor.has_html else markdown
    return Md(safe.replace("|", "\\|"))


def _without_shortcodes(text: str, flavor: Flavor) -> str:
    """Return code in which Hugo finds no shortcodes: it shows those in comments as they are.

    Others, such as the beginning of one without its end, have no such form. An invisible character
    splits them.
    """
    return re.sub(_SHORTCODE, _as_comment, text) if flavor.has_shortcodes else text


def _as_comment(shortcode: re.Match[str]) -> str:
    if shortcode["close"] is None:
        return f"{{{_WORD_JOINER}{shortcode['open']}"
    return f"{{{shortcode['open']}/*{shortcode['inside']}*/{shortcode['close']}"


CODE = r"(?<!`)`([^`]+)`(?!`)"
"""Code in the text of an author: what is in single backticks."""


@dataclass(frozen=True)
class MarkdownWords(Words):
    """Phrases as Markdown: values as code, and no markup in an author's own text but code in backticks.

    Attributes:
        words: the language.
        flavor: the flavor of Markdown.
    """

    words: Words
    flavor: Flavor = GFM

    def text(self, param: Param) -> Md:
        """Return the Markdown of a phrase, or of a part of one."""
        return Md(super().text(param))

    def plain(self, text: str) -> str:
        """Return an author's own text, in which parts in backticks are code."""
        pieces = enumerate(re.split(CODE, text))
        return "".join(code(piece, self.flavor) if index % 2 else escape(piece) for index, piece in pieces)

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as code."""
        return code(part.text or '""', self.flavor)

    def markdown(self, part: Markdown) -> str:
        """Return an author's Markdown."""
        return part.text

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as code."""
        return self.verbatim(Verbatim(link.text))

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase in the language."""
        return self.words.template(phrase)
