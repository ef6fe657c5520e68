"""Problems with one node of an overlay."""

from __future__ import annotations

from yschema_engine.text.findings import Code, FindingParam, Related
from yschema_engine.text.nodes import Annotation, Value
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.printing import to_yaml

_LONGEST_VALUE = 60


class Problem(Exception):
    """A node of an overlay cannot be applied.

    Attributes:
        code: what is wrong.
        span: where, if that is not the node.
        related: further spans that help.
        within: the path from the node to the value concerned.
        params: what fills the phrases of the code.
    """

    def __init__(
        self,
        code: Code,
        *,
        span: Span | None = None,
        related: tuple[Related, ...] = (),
        within: Path = ROOT,
        **params: FindingParam | None,
    ) -> None:
        super().__init__(code.name)
        self.code = code
        self.span = span
        self.related = related
        self.within = within
        self.params = params


def span_of(annotation: Annotation) -> tuple[Related, ...]:
    """Return the span of an annotation, for a finding about its node."""
    return ((phrase("annotated here"), annotation.span),)


def value_text(value: Value) -> Verbatim:
    """Return a value on one line, shortened if it is long."""
    text = to_yaml(value, flow=True).strip()
    return Verbatim(text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…")
