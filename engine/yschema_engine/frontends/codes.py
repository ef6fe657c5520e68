"""The codes of findings about input files."""

from yschema_engine.model.findings import Code
from yschema_engine.model.phrases import phrase

INPUT_WITHOUT_PATH = Code(
    "input-without-path",
    "usage",
    phrase("`-f {argument}` names no file"),
    expected=phrase("a path, `-`, or `name=path`"),
)
UNREADABLE_INPUT = Code(
    "unreadable-input", "usage", phrase("cannot read {file}"), hint=phrase("check the path")
)
NOT_TEXT = Code(
    "not-text",
    "usage",
    phrase("the file is not UTF-8 text"),
    found=phrase("byte {byte} at offset {offset}"),
    expected=phrase("UTF-8"),
    hint=phrase("save the file as UTF-8"),
)
