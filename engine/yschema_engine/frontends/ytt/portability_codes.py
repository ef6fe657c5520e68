"""The codes of findings about the parts of a schema that ytt ignores or refuses."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

FUNCTION_NOT_IN_YTT = Code(
    "portability-function",
    "schema",
    phrase("not portable: ytt has no function `{function}`"),
    hint=phrase("write a function that tries it: `assert.try_to(lambda: …)` returns the failure"),
    kind="portability",
)
MARKER_NOT_IN_YTT = Code(
    "portability-marker",
    "schema",
    phrase("not portable: in ytt, {annotation} does not mark a schema"),
    kind="portability",
)
NULL_WITHOUT_TYPE = Code(
    "portability-null",
    "schema",
    phrase("not portable: in ytt, a null value declares no type"),
    hint=phrase("set a value and add @schema/nullable, or add `@schema/type any=True`"),
    kind="portability",
)
ARRAY_WITHOUT_TYPE = Code(
    "portability-empty-array",
    "schema",
    phrase("not portable: in ytt, an empty array declares no type"),
    hint=phrase("add one item to the array, or annotate it with `@schema/type any=True`"),
    kind="portability",
)
TYPE_NAMES = Code(
    "portability-type-names",
    "schema",
    phrase("not portable: in ytt, {annotation} takes no names of types"),
    kind="portability",
)
IGNORED_RULES = Code(
    "portability-validate",
    "schema",
    phrase("not portable: ytt ignores {annotation}, so its rules do not run"),
    kind="portability",
)
REFUSED_RULES = Code(
    "portability-validation",
    "schema",
    phrase("not portable: ytt does not accept all arguments of this {annotation}"),
    kind="portability",
)
EXAMPLES_IN_LIST = Code(
    "portability-examples",
    "schema",
    phrase("not portable: in ytt, {annotation} takes no list"),
    hint=phrase("write the pairs without the brackets around them"),
    kind="portability",
)
OPTIONAL_KEY = Code(
    "portability-optional-key",
    "schema",
    phrase("not portable: ytt ignores {annotation}: the key is always present"),
    hint=phrase("annotate the value with @schema/nullable, and let null mean that it is not set"),
    kind="portability",
)
OPEN_KEY = Code(
    "portability-open-key",
    "schema",
    phrase("not portable: ytt ignores {annotation}: only the key `{key}` is accepted"),
    hint=phrase(
        "annotate the map with `@schema/type any=True`, and check its keys and values with @schema/validation"
    ),
    kind="portability",
)
IGNORED_DOCUMENTATION = Code(
    "portability-documentation",
    "schema",
    phrase("not portable: ytt ignores {annotation}"),
    kind="portability",
    severity="warning",
)
IGNORED_REMOVAL = Code(
    "portability-removed",
    "schema",
    phrase("not portable: ytt ignores {annotation}: the key can still be set"),
    hint=phrase("remove the key; until then, annotate it with @schema/deprecated"),
    kind="portability",
)
