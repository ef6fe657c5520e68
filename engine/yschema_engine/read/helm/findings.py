"""The codes of findings about charts that several modules use, or small ones."""

from yschema_engine.text.findings import (
    disagreement_warning,
    gap_warning,
    schema_code,
    usage_code,
    values_warning,
)
from yschema_engine.text.phrases import phrase

SEVERAL_CHARTS = usage_code(
    "chart-several",
    phrase("the inputs hold several charts"),
    expected=phrase("one chart, and those in its folder `charts`"),
    hint=phrase("name the folder of one chart"),
)
NO_CHART = usage_code(
    "chart-missing",
    phrase("there is no chart in this archive"),
    expected=phrase("a folder with `Chart.yaml`"),
)
BAD_ARCHIVE = usage_code("archive-unreadable", phrase("this is not a valid archive"))
LARGE_ARCHIVE = usage_code(
    "archive-too-large",
    phrase("this archive is too large when it is unpacked"),
    expected=phrase("at most {size} MiB in {files} files"),
)
ARCHIVE_LEADS_OUT = usage_code(
    "archive-leads-out",
    phrase("this archive contains a path or a link that leads out of it"),
    expected=phrase("paths within one folder, and no links to other places"),
)
NOT_A_MAP = schema_code(
    "chart-values-not-a-map", phrase("the values of a chart are a map"), expected=phrase("keys and values")
)
SEVERAL_DOCUMENTS = gap_warning(
    "chart-several-documents",
    phrase("Helm 3 ignores this document"),
    expected=phrase("one document; Helm 4 merges all of them"),
    hint=phrase("move its values into the first document"),
)
KEY_NOT_A_STRING = gap_warning(
    "chart-key-not-a-string", phrase("Helm reads this key as `{key}`"), hint=phrase("put the key in quotes")
)
MALFORMED_COMMENT = gap_warning(
    "chart-comment-malformed",
    phrase("helm-docs takes this for a part of the description"),
    hint=phrase("write `{correct}`"),
)
OPEN_BLOCK = schema_code(
    "schema-block-not-closed",
    phrase("this block of JSON Schema is not closed"),
    expected=phrase("a second line `# @schema` below it"),
)
BLOCK_OF_NO_MAP = schema_code(
    "schema-block-not-a-map",
    phrase("a block of JSON Schema is a map"),
    expected=phrase("keywords, such as `type: string`"),
)
UNKNOWN_KEYWORD = schema_code(
    "schema-comment-unknown-keyword",
    phrase("this keyword is not known"),
    expected=phrase("a keyword of helm-values-schema-json, such as `type` or `minimum`"),
)
WRONG_KEYWORD = schema_code(
    "schema-comment-wrong-value", phrase("the value of the keyword `{keyword}` is not valid")
)
MISSPELT_KEY = values_warning("chart-unknown-key", phrase("`values.yaml` does not declare this key"))
DEFAULT_TYPE_DISAGREES = disagreement_warning(
    "chart-default-type-disagrees",
    phrase("the default is not of the type that a comment names"),
    hint=phrase("change the default, or the comment"),
)
DEFAULT_REFUSED = disagreement_warning(
    "chart-default-refused",
    phrase("the schema refuses the default"),
    hint=phrase("change the default or the schema: without other values, Helm refuses the chart"),
)
COMMENT_OF_OTHER_KEY = disagreement_warning(
    "chart-comment-of-other-key",
    phrase("this comment describes the key `{key}`, which is commented out below it"),
    hint=phrase("remove `--`, or move the comment: helm-docs shows it at the next key"),
)
