"""The codes of findings about a comparison as a whole; `codes` has those of changes."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

CHANGES_NOT_ALLOWED = Code(
    "changes-not-allowed",
    "validation",
    phrase("the new version has changes that are not allowed"),
    hint=phrase("undo the changes, or accept them with a reason in a file: --accepted FILE"),
)
RELEASE_TOO_SMALL = Code(
    "release-too-small",
    "validation",
    phrase("the changes need another version number than {new} after {old}"),
    hint=phrase("raise the version number, or undo the changes"),
)
INVALID_VERSION = Code(
    "invalid-version",
    "usage",
    phrase("this is not a semantic version"),
    expected=phrase("a version such as `1.4.2`"),
)
INVALID_ACCEPTED_FILE = Code(
    "invalid-accepted-changes",
    "usage",
    phrase("this is not a list of accepted changes"),
    expected=phrase("`accepted:` with a list of maps, each with `code`, `path` and `reason`"),
)
ACCEPTED_UNUSED = Code(
    "accepted-change-unused",
    "usage",
    phrase("this entry accepts nothing"),
    expected=phrase("a change with this code at this path"),
    hint=phrase("remove the entry"),
    severity="warning",
)
NOT_MIGRATED = Code(
    "change-not-followed",
    "usage",
    phrase("the file could not be rewritten for this change"),
    hint=phrase("edit these lines yourself: others refer to them, or they are in an unusual form"),
    severity="warning",
)
