"""Phrases: templates that message catalogues know, with their parameters.

A phrase becomes text at the edge, in the language of the reader (`show.language`). Templates are written in
English, which is the source language of the catalogues. Literal calls of `phrase` and `counted` are what
message extraction looks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial, reduce
from typing import Literal, TypeAlias

from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.node_values import float_text
from yschema_engine.text.paths import Path


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A value, a key or source code, which no language changes; pages show it as code."""

    text: str


@dataclass(frozen=True, slots=True)
class Markdown:
    """An author's Markdown, which outputs that are Markdown show as it is, and others as text."""

    text: str


@dataclass(frozen=True, slots=True)
class FieldLink:
    """A field that a phrase names; pages link it."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Several parts of a phrase, joined as in the language: `a, b or c`.

    Attributes:
        parts: in order.
        join: `or`, `and`, `,` for commas alone, or `;` between parts that may have commas.
        most: how many findings show, and pages before a reader asks for more; 0 for all.
    """

    parts: tuple[Param, ...]
    join: Literal["or", "and", ",", ";"] = ","
    most: int = 0

    @property
    def is_long(self) -> bool:
        """Whether it has more parts than are shown at first."""
        return 0 < self.most < len(self.parts)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A template and its parameters.

    Attributes:
        template: English, with `{names}` in braces.
        plural: the template for several, if the wording depends on a count.
        count: that count; `{count}` shows it.
        params: what the names stand for.
    """

    template: str
    plural: str = ""
    count: int | float | None = None
    params: tuple[tuple[str, Param], ...] = ()

    def __str__(self) -> str:
        return ENGLISH.text(self)


Param: TypeAlias = str | int | float | Phrase | Verbatim | Markdown | FieldLink | Listing
"""What fills a phrase. A string is an author's own text, or text that no catalogue has; it has no markup."""


def phrase(template: str, /, **params: Param) -> Phrase:
    """Return a phrase.

    Args:
        template: English, a literal, with `{names}` in braces.
        params: what the names stand for.
    """
    return Phrase(template, params=tuple(params.items()))


def counted(singular: str, plural: str, count: float, /, **params: Param) -> Phrase:
    """Return a phrase whose wording depends on a count, which `{count}` shows.

    Args:
        singular: the English template for one, a literal.
        plural: the English template for several, a literal.
        count: how many.
        params: what the other names stand for.
    """
    return Phrase(singular, plural, count, tuple(params.items()))


def joined(parts: Sequence[Param], separator: str = "") -> Phrase:
    """Return a phrase of parts one after the other, with nothing that a language could change.

    Args:
        parts: in order.
        separator: a text without words or braces.
    """
    names = [f"part{number}" for number in range(len(parts))]
    template = separator.join(f"{{{name}}}" for name in names)
    return Phrase(template, params=tuple(zip(names, parts, strict=True)))


def shortened(param: Param) -> Param:
    """Return a phrase without the parts of long listings that are not shown at first."""
    match param:
        case Phrase():
            return replace(param, params=tuple((name, shortened(each)) for name, each in param.params))
        case Listing():
            parts = tuple(map(shortened, param.parts[: param.most] if param.is_long else param.parts))
            return Listing((*parts, MORE)) if param.is_long else Listing(parts, param.join)
    return param


MORE = "…"
"""Stands for parts that are left out."""
_PLACEHOLDER = r"\{(\w+)\}"


class Words:
    """Phrases as English text; subclasses know other languages and other markup."""

    def text(self, param: Param) -> str:
        """Return the text of a phrase, or of a part of one."""
        match param:
            case Phrase():
                return self._phrase(param)
            case Verbatim():
                return self.verbatim(param)
            case Markdown():
                return self.markdown(param)
            case FieldLink():
                return self.field_link(param)
            case Listing():
                return self.listing([self.text(part) for part in param.parts], param.join)
            case float():
                return float_text(param)
        return self.plain(str(param))

    def plain(self, text: str) -> str:
        """Return an author's own text as it is shown."""
        return text

    def verbatim(self, part: Verbatim) -> str:
        """Return a value, a key or source code as it is shown."""
        return part.text

    def markdown(self, part: Markdown) -> str:
        """Return an author's Markdown as it is shown."""
        return self.plain(part.text)

    def field_link(self, link: FieldLink) -> str:
        """Return the name of a field as it is shown."""
        return link.text

    def listing(self, parts: Sequence[str], join: str) -> str:
        """Return several parts, which are text already, as it joins them."""
        if len(parts) < 2:
            return "".join(parts)
        *others, last = parts
        between = _LAST[";" if join == ";" else ","]
        return self._pair(_LAST[join], reduce(partial(self._pair, between), others), last)

    def template(self, phrase: Phrase) -> str:
        """Return the template of a phrase in the language."""
        return phrase.plural if phrase.plural and phrase.count != 1 else phrase.template

    def _pair(self, pattern: Phrase, parts: str, part: str) -> str:
        return _fill(self.template(pattern), {"parts": parts, "part": part}.get)

    def _phrase(self, phrase: Phrase) -> str:
        params: dict[str, Param] = dict(phrase.params)
        if phrase.count is not None:
            params.setdefault("count", phrase.count)
        return _fill(self.template(phrase), lambda name: self.text(params[name]) if name in params else None)


def _fill(template: str, text_of: Callable[[str], str | None]) -> str:
    """Replace the names in a template; those that have no text stay."""
    parts = list(_parts(template))
    texts = [(name, text_of(name)) for name in parts[1::2]]
    parts[1::2] = [f"{{{name}}}" if text is None else text for name, text in texts]
    return "".join(parts)


@lru_cache(maxsize=4096)  # code has fewer templates
def _parts(template: str) -> tuple[str, ...]:
    """Return the parts of a template: texts, and between them names."""
    return tuple(re.split(_PLACEHOLDER, template))


_LAST: Mapping[str, Phrase] = {
    ",": phrase("{parts}, {part}"),
    ";": phrase("{parts}; {part}"),
    "or": phrase("{parts} or {part}"),
    "and": phrase("{parts} and {part}"),
}
ENGLISH = Words()
