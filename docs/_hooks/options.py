"""A hook of MkDocs: writes the options of the plugin and of the directive into the pages about them.

They come from where they are declared, `mkdocs_yschema.config` and `mkdocs_yschema.markdown.options`:
names, types, defaults and docstrings. A page asks for them by a comment, `<!-- options of the plugin -->`.
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

from mkdocs_yschema.config import Sample, YschemaConfig
from mkdocs_yschema.markdown.options import DisplayOptions, Options

_WORDS = {str: "text", bool: "`true` or `false`", int: "an integer", float: "a number"}


@dataclass(frozen=True, slots=True)
class Option:
    """What the documentation says of an option.

    Attributes:
        name: with those of the maps around it, joined by dots.
        type: in words.
        default: as YAML; empty where the option has to be given or leaves something out.
        text: what it is for, in Markdown.
    """

    name: str
    type: str
    default: str
    text: str


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Puts what a page asks for into it."""
    for mark, section in _SECTIONS.items():
        if mark in markdown:
            markdown = markdown.replace(mark, section())
    return markdown


def plugin_options(config: type[Config] = YschemaConfig, outer: str = "") -> Iterator[Option]:
    """The options of the plugin, each before those within it."""
    texts = _attribute_docstrings(config)
    for name, option in config._schema:
        within = _config_within(option)
        text = "\n\n".join([texts[name], *(_class_docstring(within)[1:] if within else [])])
        yield Option(f"{outer}{name}", _type(option), _default(option), text)
        if within:
            yield from plugin_options(
                within, f"{outer}{name}.NAME." if isinstance(option, DictOfItems) else f"{outer}{name}."
            )


def directive_options() -> Iterator[Option]:
    """The options of the directive `::: yschema NAME`."""
    of_plugin = {option.name: option for option in plugin_options()}
    texts = dict(re.findall(r"^        (\w+): (.*(?:\n {12}.*)*)", Options.__doc__ or "", re.MULTILINE))
    for field in fields(Options):
        if field.name not in ("name", "looks"):
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


def _config_within(option: BaseConfigOption[Any]) -> type[Config] | None:
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
        case Type() if type(option) is Type and option._type in _WORDS:
            return _WORDS[option._type]
        case _ if not type(option).__module__.startswith("mkdocs."):
            said = _class_docstring(type(option))[0]
            return said[0].lower() + said[1:].rstrip(".")
    raise NotImplementedError(f"no words for the type of an option: {option!r}")


def _plural(option: BaseConfigOption[Any]) -> str:
    match option:
        case Sample():
            return "globs or maps"
        case SubConfig():
            return "maps"
        case Choice():
            return ", ".join(f"`{choice}`" for choice in option.choices)
        case Type() if option._type is str:
            return "texts"
    raise NotImplementedError(f"no words for several of an option: {option!r}")


def _default(option: BaseConfigOption[Any]) -> str:
    if isinstance(option, Optional | SubConfig) or option.default == {}:
        return ""
    if option.default is None:
        return "none; it has to be given"
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
    """A text in one line, which begins with a capital."""
    line = " ".join(text.split())
    return line[0].upper() + line[1:]


def _class_docstring(cls: type) -> list[str]:
    """The paragraphs."""
    return (inspect.getdoc(cls) or "").split("\n\n")


def _attribute_docstrings(cls: type) -> dict[str, str]:
    """The strings behind the attributes of a class."""
    (node,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(node, ast.ClassDef)
    found = {}
    for statement, behind in zip(node.body, node.body[1:], strict=False):
        match statement, behind:
            case ast.Assign(targets=[ast.Name(name)]), ast.Expr(ast.Constant(str(text))):
                found[name] = inspect.cleandoc(text)
    return found
