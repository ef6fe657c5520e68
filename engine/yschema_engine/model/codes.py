"""The codes of findings about values that do not have the type of their field."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

TYPE_MISMATCH = Code("type-mismatch", "values", phrase("the value has the wrong type"))
UNKNOWN_KEY = Code("unknown-key", "values", phrase("the schema does not declare this key"))
REMOVED_FIELD_SET = Code(
    "removed-field-set",
    "values",
    phrase("this field has been removed"),
    expected=phrase("no such key"),
    hint=phrase("remove the key"),
)
# The same for values that the schema itself holds.
DECLARED_UNKNOWN_KEY = Code("declared-unknown-key", "schema", phrase("the schema does not declare this key"))
DECLARED_REMOVED_FIELD = Code(
    "declared-removed-field",
    "schema",
    phrase("this field has been removed"),
    expected=phrase("no such key"),
    hint=phrase("remove the key"),
)
KEY_FUNCTION_FAILED = Code(
    "key-function-failed",
    "schema",
    phrase("the function {argument} of @schema/key does not return True or False"),
    found=phrase("{problem}, {about}"),
    expected=phrase("True or False"),
)
