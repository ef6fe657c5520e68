"""Facts about a field that no rule or type expresses, which all outputs show as a label and a text."""

from __future__ import annotations

from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.nodes import Value
from yschema_engine.text.phrases import Param


@dataclass(frozen=True, slots=True, eq=False)
class Detail:
    """A fact about a field.

    Attributes:
        name: its name in the facts for programs.
        label: the label.
        text: the text; a bare string is its author's own text.
        keyword: the keyword of the schema language that it comes from, if programs know it by that keyword.
        value: the value of the keyword.
    """

    name: str
    label: Param
    text: Param
    keyword: str = ""
    value: Value = None
