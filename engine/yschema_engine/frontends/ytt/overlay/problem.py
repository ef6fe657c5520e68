"""Problems with one node of an overlay."""

from __future__ import annotations

from types import MappingProxyType

from yschema_engine.model.findings import Code, FindingParam, Related
from yschema_engine.model.path import ROOT, Path
from yschema_engine.model.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.nodes import Annotation, Array, DocumentSet, Map, Value, to_yaml
from yschema_engine.source import Span

_LONGEST_VALUE = 60
_KINDS = MappingProxyType(
    {
        str: phrase("a string"),
        bool: phrase("a boolean"),
        int: phrase("an integer"),
        float: phrase("a float"),
        tuple: phrase("a tuple"),
        list: phrase("a list"),
        dict: phrase("a dict"),
        Map: phrase("a YAML fragment"),
        Array: phrase("a YAML fragment"),
        DocumentSet: phrase("a YAML fragment"),
    }
)


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


def annotation_name(name: str) -> Verbatim:
    """Return the name of an annotation as authors write it."""
    return Verbatim(f"@{name}")


def keyword(name: str) -> Verbatim:
    """Return the name of a keyword argument as authors write it."""
    return Verbatim(f"{name}=")


def keywords(names: tuple[str, ...] | list[str], join: str = "or") -> Listing:
    """Return the names of keyword arguments as authors write them."""
    return Listing(tuple(map(keyword, names)), "or" if join == "or" else "and")


def span_of(annotation: Annotation) -> tuple[Related, ...]:
    """Return the span of an annotation, for a finding about its node."""
    return ((phrase("annotated here"), annotation.span),)


def kind(value: object) -> Param:
    """Return the type of a Starlark value, with its article."""
    return phrase("None") if value is None else _KINDS.get(type(value), phrase("a function"))


def value_text(value: Value) -> Verbatim:
    """Return a value on one line, shortened if it is long."""
    text = to_yaml(value, flow=True).strip()
    return Verbatim(text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…")
