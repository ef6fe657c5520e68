"""The codes of findings about the use of the command line."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

MIGRATION_OF_SEVERAL = Code(
    "migration-of-several",
    "usage",
    phrase("`--migrate` rewrites one file"),
    expected=phrase("one file with data values"),
    hint=phrase("name a file with --data-values-file, not its folder"),
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
    hint=phrase("add these two lines, each once and not in a code block, where the table goes"),
)
NO_SITE_CONFIG = Code(
    "no-site-configuration",
    "usage",
    phrase("found no configuration in this folder"),
    hint=phrase("name it with `--config`, or the files of a schema with `-f`"),
)
NO_SITE_SCHEMAS = Code(
    "no-site-schemas",
    "usage",
    phrase("{file} declares no schemas"),
    expected=phrase("the option `schemas` of the plugin `yschema`"),
)
OUT_NOT_A_FOLDER = Code(
    "out-not-a-folder",
    "usage",
    phrase("{file} is a file"),
    expected=phrase("a folder, or no file of this name"),
)
OUT_INSIDE_DOCS = Code(
    "out-inside-docs",
    "usage",
    phrase("{file} is a folder inside the folder of pages"),
    expected=phrase("the folder of pages itself, or one outside of it"),
    hint=phrase("pages are written to the paths that `page` names in the folder of pages"),
)
