"""The codes of findings about data values and where they come from."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

DEPRECATED_FIELD_SET = Code(
    "deprecated-field-set",
    "values",
    phrase("this field is deprecated"),
    severity="warning",
)
REPEATED_KEY = Code(
    "repeated-key-in-plain-values",
    "values",
    phrase("the map has this key twice: the last value takes effect"),
    hint=phrase("remove one of them"),
    severity="warning",
)
NO_SUCH_RESOURCE = Code(
    "resource-of-other-kind",
    "values",
    phrase("no document is a resource of the kind in the schema"),
)
DEPRECATED_VERSION = Code(
    "resource-version-deprecated",
    "values",
    phrase("this version of the resource is deprecated"),
    severity="warning",
)
UNSERVED_VERSION = Code(
    "resource-version-not-served",
    "values",
    phrase("the API server does not serve this version of the resource"),
)
UNUSED_FILE = Code(
    "unused-values-file",
    "values",
    phrase("{file} is not used: it has no `#@data/values`"),
    hint=phrase("for a plain values file, use --data-values-file {file}"),
    severity="warning",
)
CODE_IN_PLAIN_FILE = Code(
    "code-in-plain-values",
    "usage",
    phrase("a plain data values file has no annotations and no code"),
    expected=phrase("plain YAML"),
    hint=phrase("name the file with -f, or remove the comment"),
)
FLAG_WITHOUT_VALUE = Code(
    "flag-without-value",
    "usage",
    phrase("`{flag}` has no value"),
    expected=phrase("key=value"),
    hint=phrase("write `key=value`, with dots between keys"),
)
FLAG_NOT_YAML = Code("flag-not-yaml", "usage", phrase("{source} is not valid YAML"), expected=phrase("YAML"))
FLAG_TAKES_ONE_FILE = Code(
    "flag-takes-one-file",
    "usage",
    phrase("--data-value-file takes one file"),
    expected=phrase("the path of a file"),
)
DROPPED_ASSERTION = Code(
    "dropped-assertion",
    "values",
    phrase("@assert/validate has no effect here"),
    found=phrase("a value that is merged into an earlier one, which keeps its annotations"),
    expected=phrase("a new key, a new array item, or a value with @overlay/replace"),
    hint=phrase("write the rule in the schema with @schema/validation, or add @overlay/replace"),
    severity="warning",
)
EMPTY_LIBRARY = Code(
    "empty-library-name",
    "usage",
    phrase("`{argument}` has an empty library name"),
    expected=phrase("a name between `@` and `:`, such as `@app:replicas=1`"),
)
SECOND_LIBRARY = Code(
    "colon-in-key",
    "usage",
    phrase("the key `{argument}` has a colon"),
    expected=phrase("a colon only after a library, such as `@app:replicas=1`"),
    hint=phrase("set the key in a values file instead"),
)
