"""MkDocs hook that inserts the options of the plugin and of the directive into their pages.

Names, types, defaults and docstrings come from `yschema_engine.site.options`. A page requests them with a
comment, `<!-- options of the plugin -->`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from yschema_engine.site.option_types import Inline, ListOf, MapOf, OptionType, types_by_attribute
from yschema_engine.site.options import DirectiveOptions, DisplayOptions, SiteOptions
from yschema_engine.site.schema_options import SeverityOptions
from yschema_engine.text.findings import DEFAULT_LEVELS


@dataclass(frozen=True, slots=True)
class Option:
    """The documentation of an option.

    Attributes:
        name: the name, after those of its parent maps, joined with dots.
        type: a description of the type.
        default: the default as YAML; empty if there is none.
        text: the description, in Markdown.
    """

    name: str
    type: str
    default: str
    text: str


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the comments of a page with lists of options."""
    for comment, build_section in _SECTIONS.items():
        if comment in markdown:
            markdown = markdown.replace(comment, build_section())
    return markdown


def plugin_options(options: type = SiteOptions, outer: str = "") -> Iterator[Option]:
    """Yield the options of the plugin, each before its nested options."""
    texts = _attribute_docstrings(options)
    defaults: dict[str, Any] = {field.name: field.default for field in fields(options)}
    if options is SeverityOptions:
        defaults |= {str(kind): level for kind, level in DEFAULT_LEVELS.items() if kind != "portability"}
    for attribute, type_ in types_by_attribute(options).items():
        if isinstance(type_, Inline):
            yield from plugin_options(type_.options, outer)
            continue
        name = attribute.rstrip("_")
        nested = type_.options
        text = "\n\n".join([texts[name], *(_class_docstring(nested)[1:] if nested else [])])
        yield Option(f"{outer}{name}", type_.words, _default(type_, defaults[attribute]), text)
        if nested:
            is_plain = isinstance(type_, MapOf | ListOf)
            yield from plugin_options(nested, f"{outer}{name}." if is_plain else f"{outer}{name}.NAME.")


def directive_options() -> Iterator[Option]:
    """Yield the options of the directive `::: yschema NAME`."""
    shared = {field.name for field in fields(DisplayOptions)}
    for option in plugin_options(DirectiveOptions):
        default = (
            f"[that of the plugin](plugin.md#{option.name})" if option.name in shared else option.default
        )
        yield replace(option, default=default if default != "``" else "")


def _plugin_section() -> str:
    return "\n".join(
        f"{'####' if '.' in option.name else '###'} `{option.name}` {{ #{option.name} }}\n\n"
        f"*Type:* {option.type}.{option.default and f' *Default:* {option.default}.'}\n\n{option.text}\n"
        for option in plugin_options()
    )


def _directive_section() -> str:
    rows = (
        f"| `{option.name}` | {_sentence(option.text)} | {option.default} |" for option in directive_options()
    )
    return "\n".join(["| Option | Meaning | Default |", "|---|---|---|", *rows])


_SECTIONS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "<!-- options of the plugin -->": _plugin_section,
        "<!-- options of the directive -->": _directive_section,
    }
)


def _default(type_: OptionType, default: Any) -> str:
    if type_.missing:
        return "none; required"
    has_none = default is None or (type_.options and not isinstance(type_, ListOf))
    return "" if has_none else f"`{_yaml(default)}`"


def _yaml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_yaml, value))}]"
        case float() if value.is_integer():
            return str(int(value))
    return str(value)


def _sentence(text: str) -> str:
    """Return a text on one line, starting with a capital letter."""
    line = " ".join(text.split())
    return line[0].upper() + line[1:]


def _class_docstring(cls: type) -> list[str]:
    """Return the paragraphs of the docstring of a class."""
    return (inspect.getdoc(cls) or "").split("\n\n")


def _attribute_docstrings(cls: type) -> dict[str, str]:
    """Return the docstrings after the attributes of a class, and of those that it extends, by attribute."""
    docstrings = {}
    bodies = [ast.parse(inspect.getsource(each)).body[0] for each in reversed(cls.__mro__[:-1])]
    statements = [each for body in bodies if isinstance(body, ast.ClassDef) for each in body.body]
    for statement, following in pairwise(statements):
        match statement, following:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(text))),
            ):
                docstrings[name.rstrip("_")] = inspect.cleandoc(text)
    return docstrings
