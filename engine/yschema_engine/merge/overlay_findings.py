"""Problems with one node of an overlay, and their codes."""

from __future__ import annotations

from yschema_engine.text.findings import Code, FindingParam, Related
from yschema_engine.text.nodes import Annotation, Value
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.text.phrases import Verbatim, phrase
from yschema_engine.text.source import Span
from yschema_engine.yaml.printing import to_yaml

TWO_ACTIONS = Code(
    "overlay-two-actions",
    "overlay",
    phrase("a node can have only one overlay action"),
    expected=phrase("one of them"),
)
WRONG_ARGUMENT = Code("overlay-wrong-argument", "overlay", phrase("invalid use of {annotation}"))
EXCLUSIVE_COUNTS = Code(
    "overlay-exclusive-counts",
    "overlay",
    phrase("expects=, missing_ok= and when= exclude each other"),
    expected=phrase("one of them"),
)
NO_MATCHER = Code(
    "overlay-no-matcher",
    "overlay",
    phrase("@overlay/match of an array item or a document has no matcher"),
    expected=phrase(
        'by= with the name of a key, as in `by="name"`, or with a function such as `overlay.index(0)`'
    ),
)
MISPLACED_ACTION = Code(
    "overlay-misplaced-action", "overlay", phrase("{annotation} cannot be used on {found}")
)
INSERT_NOWHERE = Code(
    "overlay-insert-nowhere",
    "overlay",
    phrase("@overlay/insert does not say where"),
    found=phrase("no argument"),
    expected=phrase("before=True, after=True, or both"),
)
FUNCTION_FAILED = Code(
    "overlay-function-failed", "overlay", phrase("the function for {argument} of {annotation} failed")
)
WRONG_RESULT = Code(
    "overlay-wrong-result",
    "overlay",
    phrase("the function for {argument} of {annotation} returns a wrong value"),
)

NO_SUCH_KEY = Code("overlay-no-such-key", "overlay", phrase("the key does not exist"))
NO_COMMON_KEY = Code(
    "overlay-no-common-key",
    "overlay",
    phrase("items cannot be matched by the key `{key}`"),
    expected=phrase("maps with the key `{key}` on both sides"),
)
WRONG_COUNT = Code("overlay-wrong-count", "overlay", phrase("the number of matches is not as expected"))
WRONG_KIND = Code(
    "overlay-wrong-kind",
    "overlay",
    phrase("a value of type {found} cannot be merged into one of type {expected}"),
    hint=phrase("to replace a value by one of another type, use @overlay/replace"),
)
REPEATED_KEY = Code(
    "overlay-repeated-key",
    "overlay",
    phrase("after merging, the map has this key twice"),
    expected=phrase("each key once"),
    hint=phrase("items that replace others or are added keep their own key: give this one another"),
)
ASSERTION_FAILED = Code(
    "overlay-assertion-failed", "overlay", phrase("the value so far does not pass an assertion")
)
ASSERTION_MESSAGE = Code(
    "overlay-assertion-message", "overlay", phrase("the value so far does not pass an assertion: {reason}")
)
ASSERTION_DIFFERS = Code(
    "overlay-assertion-differs", "overlay", phrase("the value so far is not the asserted one")
)

UNKNOWN_ANNOTATION = Code(
    "overlay-unknown-annotation",
    "overlay",
    phrase("{annotation} is unknown and has no effect"),
    severity="warning",
)
IGNORED_POSITION = Code(
    "overlay-ignored-position",
    "overlay",
    phrase("a positional argument of {annotation} has no effect"),
    severity="warning",
)
IGNORED_ARGUMENT = Code(
    "overlay-ignored-argument",
    "overlay",
    phrase("{annotation} takes no arguments; this one has no effect"),
    hint=phrase("remove the argument"),
    severity="warning",
)
IGNORED_MATCHER = Code(
    "overlay-ignored-matcher",
    "overlay",
    phrase("by= has no effect on a document, which always matches"),
    hint=phrase("remove the argument"),
    severity="warning",
)
IGNORED_DOCUMENT = Code(
    "overlay-ignored-document",
    "overlay",
    phrase("with {annotation}, the document has no effect: one document is left"),
    hint=phrase("remove the annotation to merge the document"),
    severity="warning",
)
REPLACING_DOCUMENT = Code(
    "overlay-replacing-document",
    "overlay",
    phrase("inserted before the other document, this one replaces it"),
    hint=phrase("to replace it explicitly, use @overlay/replace"),
    severity="warning",
)
IGNORED_ACTION = Code(
    "overlay-ignored-action",
    "overlay",
    phrase("{annotation} has no effect on an array item that matches nothing"),
    hint=phrase("choose the items that it concerns: `@overlay/match by=…`"),
    severity="warning",
)


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
