"""The codes of findings about documentation and about the comments that accept findings."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

ACCEPT_WITHOUT_KIND = Code(
    "accept-without-kind",
    "usage",
    phrase("this comment names no kind of finding"),
    expected=phrase("one of {kinds}"),
    severity="warning",
)
ACCEPT_UNKNOWN_KIND = Code(
    "accept-unknown-kind",
    "usage",
    phrase("unknown kind of finding"),
    expected=phrase("one of {kinds}"),
    severity="warning",
)
ACCEPT_WITHOUT_REASON = Code(
    "accept-without-reason",
    "usage",
    phrase("a comment that accepts findings needs a reason"),
    expected=phrase("{form}"),
    severity="warning",
)
ACCEPT_MISSPELT = Code(
    "accept-misspelt",
    "usage",
    phrase("this comment accepts nothing"),
    expected=phrase("{form}"),
    severity="warning",
)
ACCEPT_UNUSED = Code(
    "accept-unused",
    "usage",
    phrase("this comment accepts nothing"),
    found=phrase("no finding of the kind {kind}"),
    hint=phrase("remove the comment; it covers its own line, or the lines directly below it"),
    severity="warning",
)

HIDDEN_REQUIRED = Code(
    "hidden-required",
    "schema",
    phrase("users have to set this field, but it is hidden"),
    hint=phrase("give it a default that satisfies its rules, or show it"),
    severity="warning",
)
HIDE_UNUSED = Code(
    "hide-unused",
    "usage",
    phrase("no field has a path that matches this pattern"),
    found=phrase("{found}"),
    severity="warning",
)

UNDOCUMENTED = Code(
    "undocumented",
    "schema",
    phrase("this field has no description"),
    hint=phrase('add a description above it: `#@schema/desc "…"`'),
    kind="undocumented",
    severity="warning",
)
UNTITLED = Code(
    "untitled",
    "schema",
    phrase("this field has no title"),
    hint=phrase('add a title above it: `#@schema/title "{title}"`'),
    kind="titles",
    severity="warning",
)
DEPRECATED_WITHOUT_NOTICE = Code(
    "deprecated-without-notice",
    "schema",
    phrase("this field is deprecated without a notice"),
    hint=phrase('say what to use instead: `#@schema/deprecated "…"`'),
    kind="deprecated",
    severity="warning",
)
DESCRIPTION_TOO_COMPLEX = Code(
    "description-too-complex",
    "schema",
    phrase("this description is too complex to be converted from Markdown"),
    hint=phrase("shorten the description, or use less markup in it; pages show it as plain text"),
    severity="warning",
)
COVERAGE_TOO_LOW = Code(
    "coverage-too-low",
    "usage",
    phrase("the documentation coverage is too low"),
    found=phrase("{documented} of {total} fields, {percent} %"),
    expected=phrase("at least {minimum} %"),
)
