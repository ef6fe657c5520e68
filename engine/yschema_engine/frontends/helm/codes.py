"""The codes of findings about charts."""

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

SEVERAL_CHARTS = Code(
    "chart-several",
    "usage",
    phrase("the inputs hold several charts"),
    expected=phrase("one chart, and those in its folder `charts`"),
    hint=phrase("name the folder of one chart"),
)
NO_CHART = Code(
    "chart-missing",
    "usage",
    phrase("there is no chart in this archive"),
    expected=phrase("a folder with `Chart.yaml`"),
)
BAD_ARCHIVE = Code("archive-unreadable", "usage", phrase("this is not a valid archive"))
LARGE_ARCHIVE = Code(
    "archive-too-large",
    "usage",
    phrase("this archive is too large when it is unpacked"),
    expected=phrase("at most {size} MiB in {files} files"),
)
ARCHIVE_LEADS_OUT = Code(
    "archive-leads-out",
    "usage",
    phrase("this archive contains a path or a link that leads out of it"),
    expected=phrase("paths within one folder, and no links to other places"),
)
NOT_A_MAP = Code(
    "chart-values-not-a-map",
    "schema",
    phrase("the values of a chart are a map"),
    expected=phrase("keys and values"),
)
OPEN_BLOCK = Code(
    "schema-block-not-closed",
    "schema",
    phrase("this block of JSON Schema is not closed"),
    expected=phrase("a second line `# @schema` below it"),
)
BLOCK_OF_NO_MAP = Code(
    "schema-block-not-a-map",
    "schema",
    phrase("a block of JSON Schema is a map"),
    expected=phrase("keywords, such as `type: string`"),
)
UNKNOWN_KEYWORD = Code(
    "schema-comment-unknown-keyword",
    "schema",
    phrase("this keyword is not known"),
    expected=phrase("a keyword of helm-values-schema-json, such as `type` or `minimum`"),
)
WRONG_KEYWORD = Code(
    "schema-comment-wrong-value",
    "schema",
    phrase("the value of the keyword `{keyword}` is not valid"),
)
