"""The codes of findings about charts."""

from collections.abc import Mapping
from typing import Any

from yschema_engine.text.findings import schema_code, usage_code, values_warning
from yschema_engine.text.phrases import phrase

# What findings of a kind share.
_GAP: Mapping[str, Any] = {"kind": "gaps", "severity": "warning"}
_DISAGREEMENT: Mapping[str, Any] = {"kind": "disagreements", "severity": "warning"}

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
WRONG_NAME = schema_code(
    "chart-values-name",
    phrase("Helm does not read this file"),
    found=phrase("`{name}`"),
    expected=phrase("`values.yaml`"),
    hint=phrase("rename the file"),
    **_GAP,
)
SEVERAL_DOCUMENTS = schema_code(
    "chart-several-documents",
    phrase("Helm 3 ignores this document"),
    expected=phrase("one document; Helm 4 merges all of them"),
    hint=phrase("move its values into the first document"),
    **_GAP,
)
KEY_NOT_A_STRING = schema_code(
    "chart-key-not-a-string",
    phrase("Helm reads this key as `{key}`"),
    hint=phrase("put the key in quotes"),
    **_GAP,
)
MALFORMED_COMMENT = schema_code(
    "chart-comment-malformed",
    phrase("helm-docs takes this for a part of the description"),
    hint=phrase("write `{correct}`"),
    **_GAP,
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
TYPE_DISAGREES = schema_code(
    "chart-type-disagrees",
    phrase("a comment and the schema name different types"),
    hint=phrase("change the comment, or the schema"),
    **_DISAGREEMENT,
)
DEFAULT_TYPE_DISAGREES = schema_code(
    "chart-default-type-disagrees",
    phrase("the default is not of the type that a comment names"),
    hint=phrase("change the default, or the comment"),
    **_DISAGREEMENT,
)
DEFAULT_DISAGREES = schema_code(
    "chart-default-disagrees",
    phrase("the schema or a comment names another default than the values of the chart"),
    hint=phrase("change one of them: the chart uses its values"),
    **_DISAGREEMENT,
)
DEFAULT_REFUSED = schema_code(
    "chart-default-refused",
    phrase("the schema refuses the default"),
    hint=phrase("change the default or the schema: without other values, Helm refuses the chart"),
    **_DISAGREEMENT,
)
LIMIT_DISAGREES = schema_code(
    "chart-limit-disagrees",
    phrase("a comment and the schema have different values of `{keyword}`"),
    hint=phrase("change the comment, or the schema"),
    **_DISAGREEMENT,
)
TAG_WITHOUT_KEY = schema_code(
    "chart-tag-without-key", phrase("this tag is for a key that does not exist"), **_DISAGREEMENT
)
KEY_WITHOUT_TAG = schema_code(
    "chart-key-without-tag",
    phrase("this key has no `{tag}`"),
    hint=phrase("describe it with `{tag} {key}`, or leave it out with `{skip} {key}`"),
    **_DISAGREEMENT,
)
REPEATED_TAG = schema_code(
    "chart-tag-repeated",
    phrase("this key has a tag already: this one has no effect"),
    hint=phrase("remove one of the tags"),
    **_DISAGREEMENT,
)
LOST_DESCRIPTION = schema_code(
    "chart-description-lost",
    phrase("helm-docs takes the text before the last `--` for the name of a key"),
    hint=phrase("write a dash, or a colon, without spaces around two hyphens"),
    **_DISAGREEMENT,
)
COMMENT_OF_OTHER_KEY = schema_code(
    "chart-comment-of-other-key",
    phrase("this comment describes the key `{key}`, which is commented out below it"),
    hint=phrase("remove `--`, or move the comment: helm-docs shows it at the next key"),
    **_DISAGREEMENT,
)
NULL_WITHOUT_TYPE = schema_code(
    "chart-null-without-type",
    phrase("the default is null, and nothing says which type the value has"),
    hint=phrase("name the type in a comment or in `values.schema.json`"),
    **_GAP,
    several=phrase("{count} defaults are null, and nothing says which types the values have"),
)
OPEN_ROOT = schema_code(
    "chart-schema-open",
    phrase("the schema accepts misspelt keys, because its root is open"),
    hint=phrase("declare all keys, `global` and `enabled`, and add `additionalProperties: false`"),
    **_GAP,
)
CLOSED_ROOT = schema_code(
    "chart-schema-refuses-parent",
    phrase("the schema refuses `{key}`, which parent charts set"),
    hint=phrase("declare `{key}` among the properties of the schema"),
    **_GAP,
)
CLOSED_FOR_DEPENDENCY = schema_code(
    "chart-schema-refuses-dependency",
    phrase("the schema refuses `{key}`, which the dependency `{name}` needs"),
    hint=phrase("declare `{key}` among the properties of the schema"),
    **_GAP,
)
DEPENDENCY_REFUSES = schema_code(
    "chart-dependency-refuses",
    phrase("the schema of the dependency `{name}` refuses `{key}`"),
    hint=phrase("declare `{key}` in that schema, or use a version of the dependency that does"),
    **_GAP,
)
