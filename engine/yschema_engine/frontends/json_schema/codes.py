"""The codes of findings about JSON Schemas and their instances."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

NOT_JSON = Code("json-syntax", "parse", phrase("this is not valid JSON"), expected=phrase("JSON (RFC 8259)"))
SEVERAL_SCHEMAS = Code(
    "json-schema-several",
    "usage",
    phrase("the inputs contain several JSON Schemas"),
    expected=phrase("one JSON Schema"),
    hint=phrase("name one of the files"),
)
INVALID_SCHEMA = Code(
    "json-schema-invalid",
    "schema",
    phrase("this is not a valid JSON Schema"),
    expected=phrase("what {dialect} allows"),
)
UNKNOWN_DIALECT = Code(
    "json-schema-dialect",
    "schema",
    phrase("$schema names no known dialect, and the schema is read as draft 2020-12"),
    expected=phrase("{dialects}"),
    kind="references",
    severity="warning",
)
OLD_DRAFT = Code(
    "json-schema-old-draft",
    "schema",
    phrase("this dialect of JSON Schema is not supported"),
    expected=phrase("{dialects}"),
)
REMOTE_REFERENCE = Code(
    "json-schema-remote-reference",
    "schema",
    phrase("this $ref to another document is not followed"),
    expected=phrase("a schema in this document, or in a file next to it that is an input, too"),
    hint=phrase("copy the schema into $defs of this document, or add its file to the inputs"),
    kind="references",
    severity="warning",
)
IGNORED_KEYWORD = Code(
    "json-schema-ignored-keyword",
    "schema",
    phrase("draft 7 and earlier drafts ignore this keyword next to $ref"),
    hint=phrase("put $ref into allOf, or use draft 2020-12"),
    kind="references",
    severity="warning",
)
INVALID_PATTERN = Code(
    "json-schema-pattern",
    "schema",
    phrase("this pattern is not a regular expression, and is not checked"),
    expected=phrase("a regular expression of ECMA-262"),
    severity="warning",
)
UNKNOWN_REFERENCE = Code(
    "json-schema-unknown-reference",
    "schema",
    phrase("this $ref refers to nothing"),
    expected=phrase("the JSON pointer of a schema in this document"),
)
INVALID_DEFAULT = Code(
    "json-schema-default-invalid",
    "schema",
    phrase("the default does not match the schema"),
    hint=phrase("change the default, or the keyword that it breaks"),
    kind="defaults",
    severity="warning",
)
INVALID_EXAMPLE = Code(
    "json-schema-example-invalid",
    "schema",
    phrase("the example does not match the schema"),
    hint=phrase("change the example, or the keyword that it breaks"),
    kind="examples",
)
INVALID_INSTANCE = Code("json-schema-violation", "values", phrase("the value does not match the schema"))
MISSING_KEY = Code("json-schema-missing-key", "values", phrase("the schema requires this key"))
UNKNOWN_KEY = Code("json-schema-unknown-key", "values", phrase("the schema does not allow this key"))
INVALID_KEY = Code("json-schema-key", "values", phrase("the key does not match the schema"))
INVALID_FORMAT = Code(
    "json-schema-format",
    "values",
    phrase("the value does not have the format"),
    severity="warning",
)
NESTED = Code(
    "json-schema-nested",
    "values",
    phrase("the check does not end: the schema refers to itself, or the value is nested too deep"),
)
CHECK_LIMIT = Code(
    "json-schema-check-limit",
    "values",
    phrase("the check against the schema took too long"),
    expected=phrase("at most {limit} s, see {option}; for a pattern at most {pattern} s"),
    hint=phrase("simplify patterns and nested alternatives of the schema"),
)
