"""The findings of checks of documentation."""

from __future__ import annotations

from yschema_engine.text.findings import (
    parse_code,
    usage_code,
)
from yschema_engine.text.phrases import phrase

NO_FILE_MATCHES = usage_code(
    "no-file-matches",
    phrase("schema `{schema}`: no file matches `{glob}`"),
    found=phrase("no such file in {folder}"),
    expected=phrase("at least one file"),
    hint=phrase("globs start from the folder of the configuration file"),
)
UNKNOWN_SCHEMA = usage_code("unknown-schema", phrase("unknown schema `{name}`"))
UNKNOWN_FIELD_PATH = usage_code("unknown-path", phrase("unknown path in schema `{schema}`: `{name}`"))

# Checked blocks

FRONT_MATTER_NOT_READ = parse_code(
    "front-matter-not-read",
    phrase("the front matter names a schema but is not valid"),
    expected=phrase("a map in valid YAML, between two lines `---`"),
    hint=phrase("until this is fixed, the blocks of the page are not checked"),
)
FRONT_MATTER_NO_NAME = usage_code(
    "front-matter-no-schema",
    phrase("`{option}` in the front matter is not the name of a schema"),
    expected=phrase("the name of a schema"),
)
UNKNOWN_BLOCK_OPTION = usage_code("unknown-block-option", phrase("unknown option `{name}`"))
REPEATED_BLOCK_OPTION = usage_code(
    "repeated-block-option",
    phrase("option `{option}` appears twice"),
    found=phrase("{option}"),
    expected=phrase("one value for a block"),
)
MISSING_FRAGMENT_PATH = usage_code(
    "missing-fragment-path",
    phrase("option `{option}` has no path"),
    found=phrase("{option}"),
    expected=phrase("{option}=some.field"),
)
INVALID_BLOCK_OPTION = usage_code(
    "invalid-block-option", phrase("option `{option}` does not take this value")
)
BLOCK_WITHOUT_SCHEMA = usage_code("block-without-schema", phrase("the block does not name its schema"))
UNCHECKED_LANGUAGE = usage_code("unchecked-language", phrase("blocks in this language are not checked"))
UNCLOSED_BLOCK = usage_code(
    "unclosed-checked-block",
    phrase("the block is not closed"),
    expected=phrase("a line {fence} with the same indentation as the first"),
)
EMPTY_BLOCK = usage_code(
    "empty-block",
    phrase("the block is empty"),
    expected=phrase("data values"),
    hint=phrase("if it includes a file, check the path; `{empty}` stands for no data values"),
)
FRAGMENT_OF_SHELL_BLOCK = usage_code(
    "fragment-of-shell-block", phrase("`{option}` is for blocks of YAML"), expected=phrase("no path")
)
NO_VALUES_IN_MANIFEST = usage_code(
    "no-values-in-manifest", phrase("the block has no data values at this place")
)
MANIFEST_WITHOUT_PLACE = usage_code(
    "manifest-without-place",
    phrase("the block is a manifest, not values"),
    expected=phrase("values of the schema {schema}"),
    hint=phrase("if the manifest contains values, add `yschema.at`, or `yschema.at=PATH` with their path"),
)
NOTHING_TO_CHECK = usage_code(
    "nothing-to-check",
    phrase("nothing in the block can be checked"),
    found=phrase("no command that sets values by {programs}"),
    expected=phrase("one that does, such as `{example}`"),
    hint=phrase("remove `{option}` if nothing is to be checked"),
)
UNREADABLE_ASSIGNMENT = usage_code(
    "unreadable-assignment",
    phrase("`{flag}` cannot be read"),
    expected=phrase("`key=value`, with dots between keys and commas between several"),
    hint=phrase("write a backslash before a dot or a comma that belongs to a key or a value"),
)
UNKNOWN_FLAG = usage_code("unknown-flag", phrase("unknown option `{found}`"))

# Values that are expected to be invalid

INVALID_IS_VALID = usage_code(
    "invalid-is-valid",
    phrase("the {what} is declared invalid, but it is valid"),
    found=phrase("valid data values"),
)
INVALID_FOR_ANOTHER_REASON = usage_code(
    "invalid-for-another-reason", phrase("the {what} is invalid, but not for the expected reason")
)

# Samples

SAMPLE_WITHOUT_VALUES = usage_code(
    "sample-without-values",
    phrase("the sample contains no data values file"),
    expected=phrase("a file that ends in .yaml or .yml"),
    kind="samples",
)
SAMPLE_NOT_MARKED = usage_code(
    "sample-not-marked",
    phrase("a file with annotations or code must declare that it holds data values"),
    found=phrase("#{line}"),
    expected=phrase("a document marked `#@data/values`, or plain YAML"),
    hint=phrase("write the lines `#@data/values` and `---` above the first key"),
    kind="samples",
)

# Cross-references

UNKNOWN_FIELD = usage_code(
    "unknown-field", phrase("schema `{schema}` has no field `{path_text}`"), kind="cross_references"
)
FIELD_NOT_SHOWN = usage_code(
    "field-not-shown",
    phrase("no page shows the field `{path_text}` of schema `{schema}`"),
    expected=phrase("a page that shows it, in full or in part"),
    hint=phrase(
        "write `::: yschema {name}` in a page, and below it, for this field alone, `path: {field}`; "
        "or give the schema a `page`"
    ),
    kind="cross_references",
)
FIELD_NOT_ON_PAGE = usage_code(
    "field-not-on-page",
    phrase("this page does not show the field `{path_text}` of schema `{schema}`"),
    expected=phrase("a field of this page: the pages of other fields are not known here"),
    hint=phrase("give the schema `{schema}` a `url`, the address of its reference"),
    kind="cross_references",
)
