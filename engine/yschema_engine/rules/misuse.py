"""An invalid argument of a rule, which its annotation reports."""

from __future__ import annotations

from yschema_engine.text.phrases import ENGLISH, Param


class Misuse(Exception):
    """An argument is wrong.

    Attributes:
        found: the argument.
        expected: what may be there instead.
        hint: the one action that fixes it; may be empty.
    """

    def __init__(self, found: Param, expected: Param, hint: Param = "") -> None:
        super().__init__(ENGLISH.text(found))
        self.found = found
        self.expected = expected
        self.hint = hint
