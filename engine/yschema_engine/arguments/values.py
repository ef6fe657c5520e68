"""The flags that set data values, of `yschema` and of ytt."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from yschema_engine.arguments.parser import Parser, add_file
from yschema_engine.text.deferred_classes import dataclass, fields
from yschema_engine.values.arguments import Sources

_FLAGS = (
    (("--data-values-file",), "files", "PATH", "a plain YAML file, or a folder with such files"),
    (
        ("--data-values-env",),
        "env",
        "PREFIX",
        "environment variables such as PREFIX_tls__port, as strings",
    ),
    (("--data-values-env-yaml",), "env_yaml", "PREFIX", "the same, parsed as YAML"),
    (("-v", "--data-value"), "strings", "KEY=TEXT", "one value, as a string; dots separate keys"),
    (("--data-value-yaml",), "yaml", "KEY=YAML", "one value, parsed as YAML"),
    (("--data-value-file",), "text_files", "KEY=PATH", "one value, the content of a file as a string"),
)


@dataclass(frozen=True, slots=True)
class ValueArguments:
    """The arguments that set data values.

    Attributes:
        sources: data values in addition to those in files.
        files: the `-f` arguments, in order.
        others: all other arguments, in order.
    """

    sources: Sources
    files: tuple[str, ...]
    others: tuple[str, ...]


def parse_value_arguments(argv: Sequence[str]) -> ValueArguments:
    """Return the arguments of a call of `yschema` or ytt that set data values.

    Raises:
        UsageError: an option has no value.
    """
    parser = Parser("yschema", add_help=False)
    add_file(parser)
    add_values(parser)
    options, others = parser.parse_known_args(argv)
    return ValueArguments(sources_of(options), tuple(options.files), tuple(others))


def add_values(parser: argparse.ArgumentParser) -> None:
    """Add the flags that set data values."""
    group = parser.add_argument_group(
        "data values", "in addition to documents marked @data/values; options listed later take precedence"
    )
    for flags, dest, metavar, text in _FLAGS:
        group.add_argument(*flags, dest=_dest(dest), action="append", default=[], metavar=metavar, help=text)


def _dest(name: str) -> str:
    """Return the attribute of an option, which `-f` must not share."""
    return f"values_{name}"


def sources_of(options: argparse.Namespace) -> Sources:
    """Return the data values that parsed options set."""
    return Sources(*(tuple(getattr(options, _dest(field.name))) for field in fields(Sources)))
