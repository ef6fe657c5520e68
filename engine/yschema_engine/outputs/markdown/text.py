"""Text and code as Markdown, in which nothing is markup that is not meant to be."""

from __future__ import annotations

import re
from types import MappingProxyType

from yschema_engine.outputs.markdown.flavors import GFM, Flavor
from yschema_engine.text.deferred_patterns import lazy_pattern

# What inline Markdown looks at; where a dialect has no backslash for it, it stands as an entity.
_MARKS = lazy_pattern(r"[\\`*\[\]{<~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#\w|\w+;)")
_ENTITIES = MappingProxyType({"&": "&amp;", "<": "&lt;", "~": "&#126;", "$": "&#36;"})
# What makes GitHub take a word for an address.
_ADDRESS = lazy_pattern(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)
# What makes a block of a line that begins with it, in some dialect: `# a`, `1. a`, `!!! a`, `: a`.
_OPENS = lazy_pattern(r"(?P<number>\d+)(?=[.)])|(?P<mark>[-+>#])|[=:?]|!(?!\[)")
_CODE_SPAN = lazy_pattern(r"\\.|`([^`]+)`")
_BACKTICKS = lazy_pattern("`+")
_SHORTCODE = lazy_pattern(
    r"\{(?P<open>\{(?:(?P<angle><)|%))(?:(?P<inside>(?:(?!\{\{|\}\}|\*/).)*)(?P<close>(?(angle)>|%)\}\}))?",
    re.DOTALL,
)
_WORD_JOINER = "\u2060"
SPACE = lazy_pattern(r"[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")
"""White space that Markdown may read as the end of a line."""


def escape(text: str) -> str:
    """Return text on one line in which Markdown finds nothing but text; not for the beginning of a block."""
    line = SPACE.sub(" ", text)
    return " ".join(map(_escaped, line.split(" "))) if _ADDRESS.search(line) else _escaped(line)


def _escaped(text: str) -> str:
    escaped = _MARKS.sub(lambda m: _ENTITIES.get(m[0], f"\\{m[0]}"), text)
    # GitHub shows what is escaped in an address as it is written, so such an address must be no link.
    return text if escaped == text else _ADDRESS.sub(_entity, escaped)


def _entity(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def plain(text: str) -> str:
    """Return a text as a block or a heading, in which nothing is markup."""
    line = escape(text).strip()
    return f"{line[:-1]}\\#" if line.endswith("#") else line


def opening(line: str, flavor: Flavor = GFM) -> str:
    """Return Markdown on one line so that its beginning makes no block of it, but a paragraph."""
    if _OPENS.match(line):
        return _OPENS.sub(_opened, line, count=1)
    if flavor.opens and flavor.opens.match(line):
        return f"&#{ord(line[0])};{line[1:]}"
    return line


def _opened(match: re.Match[str]) -> str:
    if match["number"]:
        return f"{match[0]}\\"
    return f"\\{match[0]}" if match["mark"] else f"&#{ord(match[0])};"


def code(text: str, flavor: Flavor = GFM) -> str:
    """Return a text as code on one line; as an HTML element if backticks are not enough."""
    text = SPACE.sub(" ", text)
    # Docusaurus takes the first `{#` of a heading for its id, even in backticks.
    if text.strip(" ") == text and "`" not in text and "{#" not in text and text:
        return f"`{_without_shortcodes(text, flavor)}`"
    return _code_element(text) if flavor.has_html else _code_span(text, flavor)


def _code_element(text: str) -> str:
    entities = _ADDRESS.sub(_entity, re.sub(r"[^\w\s.,:;/-]|_", _entity, text))
    return f"<code>{entities}</code>"


def _code_span(text: str, flavor: Flavor) -> str:
    """Return code with backticks or spaces at its ends, in the way of CommonMark."""
    ticks = "`" * (_longest_run(text) + 1)
    return f"{ticks} {_without_shortcodes(text, flavor)} {ticks}" if text.strip() else ""


def fence(text: str, language: str = "", flavor: Flavor = GFM) -> str:
    """Return text as a block of code, between fences that are longer than any in it."""
    ticks = "`" * max(3, _longest_run(text) + 1)
    return f"{ticks}{language}\n{_without_shortcodes(text, flavor)}\n{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)


def cell(markdown: str, flavor: Flavor = GFM) -> str:
    """Return a line of Markdown for a cell of a table.

    A pipe in a code span has no escape that all dialects know: such code becomes an HTML element.
    """

    def without_pipe(match: re.Match[str]) -> str:
        return _code_element(match[1]) if match[1] and "|" in match[1] else match[0]

    safe = _CODE_SPAN.sub(without_pipe, markdown) if flavor.has_html else markdown
    return safe.replace("|", "\\|")


def _without_shortcodes(text: str, flavor: Flavor) -> str:
    """Return code in which Hugo finds no shortcodes: it shows those in comments as they are.

    Others, such as the beginning of one without its end, have no such form. An invisible character
    splits them.
    """
    return _SHORTCODE.sub(_as_comment, text) if flavor.has_shortcodes else text


def _as_comment(shortcode: re.Match[str]) -> str:
    if shortcode["close"] is None:
        return f"{{{_WORD_JOINER}{shortcode['open']}"
    return f"{{{shortcode['open']}/*{shortcode['inside']}*/{shortcode['close']}"
