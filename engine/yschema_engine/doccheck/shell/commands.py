"""Commands and their words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern

UNKNOWN = "\ufffc"
"""A character in a word for text that only a shell or a reader knows."""
ASSIGNMENT = lazy_pattern(r"(?P<name>[A-Za-z_]\w*)\+?=(?P<value>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command.

    Attributes:
        text: the word without its quotes; `UNKNOWN` stands for unknown text.
        line: the line on which it begins, from 1.
    """

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is run.

    Attributes:
        words: its name and its arguments.
        environment: the variables that are set above it, or at its beginning.
    """

    words: tuple[Word, ...]
    environment: Mapping[str, str]
