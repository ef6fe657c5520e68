"""The codes of findings about YAML."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

NOT_YAML = Code("not-yaml", "parse", phrase("this is not valid YAML"))
NESTED_YAML = Code(
    "nested-yaml",
    "parse",
    phrase("maps and arrays are nested too deeply"),
    expected=phrase("at most {levels} levels"),
)
COLLECTION_AS_KEY = Code(
    "collection-as-key", "parse", phrase("a map or an array cannot be a key"), expected=phrase("a string")
)
MERGE_OF_NO_MAP = Code(
    "merge-of-no-map",
    "parse",
    phrase("a merge key needs a map"),
    expected=phrase("a map, or an alias of one"),
)
HALF_CHARACTER = Code(
    "half-character",
    "parse",
    phrase("this escape sequence is only half of a character"),
    found=phrase("a surrogate"),
    expected=phrase(r"a whole character: \UXXXXXXXX"),
)
UNKNOWN_ALIAS = Code(
    "unknown-alias",
    "parse",
    phrase("the alias {alias} has no anchor"),
    expected=phrase("{anchor} above"),
    hint=phrase("put the anchor above its aliases, in the same document, and not around them"),
)
LARGE_ALIASES = Code(
    "large-aliases",
    "parse",
    phrase("the aliases of this file expand to too many nodes"),
    found=phrase("more than {nodes} nodes"),
    hint=phrase("avoid aliases of aliases"),
)
NOT_BASE64 = Code(
    "not-base64",
    "parse",
    phrase("this is not a string in base64"),
    found=phrase("{scalar}"),
    expected=phrase("a UTF-8 string in base64 after !!binary"),
)
WRONG_TAG = Code(
    "wrong-tag",
    "parse",
    phrase("the scalar does not match its tag"),
    found=phrase("{scalar}"),
    expected=phrase("a scalar that reads as {tag}"),
)
AMBIGUOUS_SCALAR = Code(
    "ambiguous-scalar",
    "parse",
    phrase("this plain scalar is ambiguous, which the option `strict` does not allow"),
    found=phrase("{scalar}"),
    expected=phrase("quotes or a tag"),
)
QUESTION_MARK = Code(
    "question-mark-in-brackets",
    "parse",
    phrase("a value in brackets has a question mark and no quotes"),
    hint=phrase("put the value in quotes: ytt refuses it otherwise"),
)
YAML_VERSION = Code(
    "yaml-version",
    "parse",
    phrase("ytt does not support this version of YAML"),
    expected=phrase("1.1, or no directive"),
    hint=phrase("remove the directive"),
)
