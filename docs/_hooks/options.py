"""MkDocs hook that inserts the options of the plugin and of the directive into their pages.

Names, types, defaults and docstrings come from the code: `mkdocs_yschema.config` and
`mkdocs_yschema.markdown`. A page requests them with a comment, `<!-- options of the plugin -->`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from mkdocs.config.base import BaseConfigOption, Config
from mkdocs.config.config_options import Choice, DictOfItems, Dir, ListOfItems, Optional, SubConfig, Type

from mkdocs_yschema.config import YschemaConfig
from mkdocs_yschema.schema_config import Sample
from yschema_engine.site.option_types import DirectiveOptions, DisplayOptions

_TYPE_NAMES = {str: "a string", bool: "`true` or `false`", int: "an integer", float: "a number"}


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


def plugin_options(config: type[Config] = YschemaConfig, outer: str = "") -> Iterator[Option]:
    """Yield the options of the plugin, each before its nested options."""
    texts = {**_attribute_docstrings(DisplayOptions), **_attribute_docstrings(config)}
    for name, option in config._schema:
        nested = _nested_config(option)
        text = "\n\n".join([texts[name], *(_class_docstring(nested)[1:] if nested else [])])
        yield Option(f"{outer}{name}", _type(option), _default(option), text)
        if nested:
            yield from plugin_options(
                nested, f"{outer}{name}.NAME." if isinstance(option, DictOfItems) else f"{outer}{name}."
            )


def directive_options() -> Iterator[Option]:
    """Yield the options of the directive `::: yschema NAME`."""
    of_plugin = {option.name: option for option in plugin_options()}
    texts = dict(
        re.findall(r"^        (\w+): (.*(?:\n {12}.*)*)", DirectiveOptions.__doc__ or "", re.MULTILINE)
    )
    for field in fields(DirectiveOptions):
        if field.name not in ("name", "display"):
            default = f"`{_yaml(field.default)}`" if field.default else ""
            yield Option(field.name, "", default, texts[field.name])
    for field in fields(DisplayOptions):
        default = f"[that of the plugin](plugin.md#{field.name})"
        yield replace(of_plugin[field.name], default=default)


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


def _nested_config(option: BaseConfigOption[Any]) -> type[Config] | None:
    inner = option.option_type if isinstance(option, DictOfItems | ListOfItems) else option
    return inner.config_class if isinstance(inner, SubConfig | Sample) else None


def _type(option: BaseConfigOption[Any]) -> str:
    match option:
        case Optional():
            return _type(option.option)
        case SubConfig():
            return "a map"
        case DictOfItems():
            return f"a map of names to {_plural(option.option_type)}"
        case ListOfItems():
            return f"a list of {_plural(option.option_type)}"
        case Choice():
            choices = [f"`{choice}`" for choice in option.choices]
            return f"one of {', '.join(choices)}" if len(choices) > 1 else choices[0]
        case Dir():
            return "the path of a folder"
        case Type() if type(option) is Type and option._type in _TYPE_NAMES:
            return _TYPE_NAMES[option._type]
        case _ if not type(option).__module__.startswith("mkdocs."):
            summary = _class_docstring(type(option))[0]
            return summary[0].lower() + summary[1:].rstrip(".")
    raise NotImplementedError(f"no description for the type of an option: {option!r}")


def _plural(option: BaseConfigOption[Any]) -> str:
    match option:
        case Sample():
            return "globs or maps"
        case SubConfig():
            return "maps"
        case Choice():
            return ", ".join(f"`{choice}`" for choice in option.choices)
        case Type() if option._type is str:
            return "strings"
    raise NotImplementedError(f"no plural for the type of an option: {option!r}")


def _default(option: BaseConfigOption[Any]) -> str:
    if isinstance(option, Optional | SubConfig) or option.default == {}:
        return ""
    if option.default is None:
        return "none; required"
    return f"`{_yaml(option.default)}`"


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
    """Return the docstrings after the attributes of a class, by attribute."""
    (node,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(node, ast.ClassDef)
    docstrings = {}
    for statement, following in zip(node.body, node.body[1:], strict=False):
        match statement, following:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(ast.Constant(str(text))),
            ):
                docstrings[name.rstrip("_")] = inspect.cleandoc(text)
    return docstrings
