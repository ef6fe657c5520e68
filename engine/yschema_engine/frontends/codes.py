"""The codes of findings about input files."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

INPUT_WITHOUT_PATH = Code(
    "input-without-path",
    "usage",
    phrase("`-f {argument}` names no file"),
    expected=phrase("a path, `-`, or `name=path`"),
)
INPUT_ON_THE_WEB = Code(
    "input-on-the-web",
    "usage",
    phrase("cannot read {address}: `-f` does not take addresses"),
    expected=phrase("a file or a folder"),
    hint=phrase("download the file, and pass it with -f"),
)
UNREADABLE_INPUT = Code(
    "unreadable-input", "usage", phrase("cannot read {file}"), hint=phrase("check the path")
)
LINK_LEADS_OUT = Code(
    "link-leads-out",
    "usage",
    phrase("the symbolic link {file} leads out of its folder"),
    found=phrase("{destination}"),
    expected=phrase("a file in {folder}"),
)
NOT_A_FILE = Code(
    "not-a-file",
    "usage",
    phrase("{file} is not a regular file"),
    expected=phrase("a file or a folder"),
)
LARGE_FILE = Code(
    "large-file",
    "usage",
    phrase("the file {file} is too large"),
    expected=phrase("at most {size} MiB"),
)
NOT_TEXT = Code(
    "not-text",
    "usage",
    phrase("the file is not UTF-8 text"),
    found=phrase("byte {byte} at offset {offset}"),
    expected=phrase("UTF-8"),
    hint=phrase("save the file as UTF-8"),
)
FILE_MARK_INVALID = Code(
    "file-mark-invalid",
    "usage",
    phrase("`--file-mark {mark}` is not a mark"),
    expected=phrase("PATH:KEY=VALUE, such as `notes.yml:exclude=true`"),
)
FILE_MARK_UNKNOWN_KEY = Code(
    "file-mark-unknown-key",
    "usage",
    phrase("`--file-mark {mark}` has an unknown key"),
    expected=phrase("{choices}"),
)
FILE_MARK_UNKNOWN_VALUE = Code(
    "file-mark-unknown-value",
    "usage",
    phrase("`--file-mark {mark}` has an unknown value"),
    expected=phrase("{choices}"),
)
FILE_MARK_OF_NO_FILE = Code(
    "file-mark-of-no-file",
    "usage",
    phrase("`--file-mark {mark}` matches no input file"),
    hint=phrase("the path starts at the folder that -f names; `*` matches names, `**/*` all files below"),
)
FILE_MARK_UNSUPPORTED = Code(
    "file-mark-unsupported",
    "usage",
    phrase("`--file-mark {mark}` is not supported: code to load is in files that end with `.star`"),
    hint=phrase("rename the file, or change its path with `path=` first"),
)
INPUT_OF_NO_KIND = Code(
    "input-of-no-kind",
    "usage",
    phrase("the inputs hold no schema"),
    hint=phrase("check the paths, or name the kind of the inputs with `--from`, or `from:` in a site"),
)
INPUT_OF_OTHER_KIND = Code(
    "input-of-other-kind",
    "usage",
    phrase("the inputs are not of the kind `{kind}`"),
    hint=phrase("name another kind, or leave it out: the content then decides"),
)
SEVERAL_SCHEMAS = Code(
    "several-schemas",
    "usage",
    phrase("the inputs hold several schemas"),
    expected=phrase("one schema"),
    hint=phrase(
        "name one of the files, or one of these with `--schema-version`, or `schema_version:` in a site"
    ),
)
NO_SUCH_REVISION = Code(
    "no-such-revision",
    "usage",
    phrase("git cannot read `{argument}`"),
    expected=phrase("`git:REVISION:PATH`, with a path from the current folder"),
)
