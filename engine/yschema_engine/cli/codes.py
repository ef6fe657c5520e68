"""The codes of findings about the use of the command line."""

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

NO_SCHEMA = Code(
    "no-schema-to-measure",
    "usage",
    phrase("the inputs contain no schema document"),
    expected=phrase("a YAML document marked `#@data/values-schema`"),
    hint=phrase("write the lines `#@data/values-schema` and `---` above the first key"),
)
UNWRITABLE_OUTPUT = Code(
    "unwritable-output",
    "usage",
    phrase("cannot write to standard output"),
    hint=phrase("check where the output goes, and the space that is left there"),
)
UNWRITABLE_REPORT = Code(
    "unwritable-report",
    "usage",
    phrase("cannot write the findings to {file}"),
    hint=phrase("check the path, and the space that is left there"),
)
NOT_JSON = Code(
    "not-json",
    "usage",
    phrase("JSON cannot represent this result"),
    found=phrase("an infinite number, or one that is not a number (.nan)"),
    expected=phrase("finite numbers"),
    hint=phrase("use -o yaml"),
)
UNKNOWN_LANGUAGE = Code(
    "unknown-language",
    "usage",
    phrase("labels are not available in the language {language}"),
    expected=phrase("one of {known}"),
)
TABLE_OUTDATED = Code(
    "table-outdated",
    "usage",
    phrase("the table of fields is not up to date"),
    hint=phrase("run the command without `--check`"),
)
NO_PLACE_FOR_TABLE = Code(
    "table-without-place",
    "usage",
    phrase("{file} has no place for a table"),
    hint=phrase("add these two lines, each once, where the table goes"),
)
