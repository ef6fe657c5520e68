"""Types of options in `mkdocs.yml`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any, get_args

from mkdocs.config.base import BaseConfigOption, Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.config_options import Choice, ListOfItems, Type

from yschema_engine.read.options import InputKind
from yschema_engine.site import option_types
from yschema_engine.site.option_types import DisplayOptions, option_type
from yschema_engine.text.findings import Level
from yschema_engine.text.suggestions import suggest

_KINDS: tuple[str, ...] = get_args(InputKind)


class PagePath(Type[str]):
    """The path of a Markdown file below `docs_dir`."""

    def __init__(self) -> None:
        super().__init__(str)

    def run_validation(self, value: object) -> str:
        """Return the path if it is valid."""
        path = super().run_validation(value)
        if not path.endswith(".md") or path.startswith("/") or ".." in PurePosixPath(path).parts:
            raise ValidationError(
                f"found {path!r}, expected a Markdown file in docs_dir, such as reference/name.md"
            )
        return path


class Origin(Type[str]):
    """A kind of input, or a pattern with wildcards."""

    def __init__(self) -> None:
        super().__init__(str)
        self.default = "auto"

    def run_validation(self, value: object) -> str:
        """Return the kind; fleets, which have patterns, are expanded before."""
        if isinstance(value, str) and value in _KINDS:
            return value
        near = suggest(value, _KINDS) if isinstance(value, str) and "/" not in value else None
        expected = f"did you mean {near}?" if near else f"expected one of {', '.join(_KINDS)}"
        raise ValidationError(f"found {value!r}, {expected}; a pattern of folders contains *")


class CacheFolder(BaseConfigOption[str]):
    """The path of a folder, or `false`."""

    def run_validation(self, value: object) -> str | None:
        """Return the path; None for `false`."""
        if value is False:
            return None
        if not isinstance(value, str):
            raise ValidationError(f"found {value!r}, expected the path of a folder, or false")
        return value


class Known(Config):  # type: ignore[no-untyped-call]  # of MkDocs
    """A map without other keys than the declared ones, which MkDocs does not check in nested maps."""

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Check each option, and that there are no other keys."""
        errors, warnings = super().validate()
        names = [name for name, _ in self._schema]
        others: ConfigErrors = [
            (str(key), ValidationError(_unknown(key, names))) for key in self if key not in names
        ]
        return [*others, *errors], [warning for warning in warnings if warning[0] in names]


def _unknown(key: object, names: Sequence[str]) -> str:
    near = suggest(key, names) if isinstance(key, str) else None  # YAML has other keys as well
    expected = f"did you mean `{near}`?" if near else f"expected one of {', '.join(names)}"
    return f"unknown option, {expected}"


class Words(BaseConfigOption[str]):
    """A string, or `true`."""

    def run_validation(self, value: object) -> str | None:
        """Return the string, an empty string for `true`, or None for `false`. YAML parses some strings as
        numbers."""
        if isinstance(value, bool):
            return "" if value else None
        if not isinstance(value, (str, int, float)):
            raise ValidationError(f"found {value!r}, expected words of what is wrong, or true")
        return str(value)


class Bound(Type[float]):
    """A number greater than 0."""

    def __init__(self, default: float) -> None:
        super().__init__((int, float))
        self.default = default

    def run_validation(self, value: object) -> float:
        """Return the number if it is valid."""
        number = super().run_validation(value)
        if isinstance(value, bool) or not 0 < number <= sys.float_info.max:
            raise ValidationError(f"found {value!r}, expected a number greater than 0")
        return float(number)


class Jobs(Type[int]):
    """A number of processes."""

    def __init__(self) -> None:
        super().__init__(int)

    def run_validation(self, value: object) -> int:
        """Return the number if it is valid."""
        number = super().run_validation(value)
        if isinstance(value, bool) or number < 1:
            raise ValidationError(f"found {value!r}, expected a number of processes of at least 1")
        return number


class Levels(Type[int]):
    """A number of levels."""

    def __init__(self, default: int) -> None:
        super().__init__(int)
        self.default = default

    def run_validation(self, value: object) -> int:
        """Return the number if it is valid."""
        number = super().run_validation(value)
        if isinstance(value, bool) or number < 0:
            raise ValidationError(f"found {value!r}, expected a number of levels; 0 expands all fields")
        return number


class Severity(Choice[Level]):
    """The severity of a kind of finding."""

    def __init__(self, default: Level | None = None) -> None:
        super().__init__(get_args(Level), default=default)

    def run_validation(self, value: object) -> Level:
        """Return the severity if it is valid. YAML parses `off` as false."""
        return super().run_validation("off" if value is False else value)


def display_config_option(name: str) -> BaseConfigOption[Any]:
    """Return the option of the plugin for a display option."""
    default = getattr(DisplayOptions(), name)
    match option_type(name):
        case option_types.OneOf(names):
            return Choice(names, default=default)
        case option_types.ListOf(names):
            return ListOfItems(Choice(names), default=list(default))
        case option_types.Depth():
            return Levels(default=default)
        case option_types.Flag():
            return Type(bool, default=default)
