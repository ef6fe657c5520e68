"""The codes of findings about charts that several modules use, or small ones."""

from yschema_engine.text.findings import disagreement_warning, schema_code, usage_code, values_warning

SEVERAL_CHARTS = usage_code(
    "chart-several",
    "the inputs contain several charts",
    expected="one chart, and those in its folder `charts`",
    hint="name the folder of one chart",
)
NO_CHART = usage_code(
    "chart-missing",
    "this archive contains no chart",
    expected="a folder with `Chart.yaml`",
)
BAD_ARCHIVE = usage_code("archive-unreadable", "this is not a valid archive")
LARGE_ARCHIVE = usage_code(
    "archive-too-large",
    "this archive is too large when it is unpacked",
    expected="at most {size} MiB in {files} files",
)
ARCHIVE_LEADS_OUT = usage_code(
    "archive-leads-out",
    "this archive contains a path or a link that leads out of it",
    expected="paths within one folder, and no links to other places",
)
NOT_A_MAP = schema_code(
    "chart-values-not-a-map",
    "the values of a chart must be a map",
    expected="keys and values",
)
SEVERAL_DOCUMENTS = disagreement_warning(
    "chart-several-documents",
    "Helm 3 ignores this document",
    expected="one document; Helm 4 merges all of them",
    hint="move its values into the first document",
)
KEY_NOT_A_STRING = disagreement_warning(
    "chart-key-not-a-string", "Helm reads this key as `{key}`", hint="put the key in quotes"
)
MALFORMED_COMMENT = disagreement_warning(
    "chart-comment-malformed",
    "helm-docs takes this for a part of the description",
    hint="write `{correct}`",
)
OPEN_BLOCK = schema_code(
    "schema-block-not-closed",
    "this block of JSON Schema is not closed",
    expected="a second line `# @schema` below it",
)
BLOCK_OF_NO_MAP = schema_code(
    "schema-block-not-a-map",
    "a block of JSON Schema must be a map",
    expected="keywords, such as `type: string`",
)
UNKNOWN_KEYWORD = schema_code(
    "schema-comment-unknown-keyword",
    "this keyword is not known",
    expected="a keyword of helm-values-schema-json, such as `type` or `minimum`",
)
WRONG_KEYWORD = schema_code("schema-comment-wrong-value", "the value of the keyword `{keyword}` is not valid")
MISSPELT_KEY = values_warning("chart-unknown-key", "`values.yaml` does not declare this key")
DEFAULT_TYPE_DISAGREES = disagreement_warning(
    "chart-default-type-disagrees",
    "the default is not of the type that a comment names",
    hint="change the default, or the comment",
)
DEFAULT_REFUSED = disagreement_warning(
    "chart-default-refused",
    "the schema refuses the default",
    hint="change the default or the schema: without other values, Helm refuses the chart",
)
COMMENT_OF_OTHER_KEY = disagreement_warning(
    "chart-comment-of-other-key",
    "this comment describes the key `{key}`, which is commented out below it",
    hint="remove `--`, or move the comment: helm-docs shows it at the next key",
)
