"""The codes of findings about JSON Schemas and their instances."""

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

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
    phrase("this dialect of JSON Schema is not supported"),
    expected=phrase("{dialects}"),
)
REMOTE_REFERENCE = Code(
    "json-schema-remote-reference",
    "schema",
    phrase("a $ref to another document is not followed"),
    expected=phrase("a reference inside this document, such as `#/$defs/name`"),
    hint=phrase("copy what it refers to into $defs of this document"),
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
)
INVALID_EXAMPLE = Code(
    "json-schema-example-invalid",
    "schema",
    phrase("the example does not match the schema"),
    hint=phrase("change the example, or the keyword that it breaks"),
    kind="examples",
)
INVALID_INSTANCE = Code(
    "json-schema-violation",
    "values",
    phrase("the value does not match the schema"),
)
