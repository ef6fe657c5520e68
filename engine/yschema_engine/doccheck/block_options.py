"""Options of checked blocks: those in the header of a fence whose names begin with `yschema`."""

from __future__ import annotations

from collections.abc import Sequence

from yschema_engine.doccheck.codes import (
    INVALID_BLOCK_OPTION,
    MISSING_FRAGMENT_PATH,
    REPEATED_BLOCK_OPTION,
    UNKNOWN_BLOCK_OPTION,
)
from yschema_engine.doccheck.fences import PREFIX
from yschema_engine.doccheck.manifests import parse_place
from yschema_engine.doccheck.unknown_names import unknown_name
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Code, UsageError, finding, revise
from yschema_engine.text.phrases import Param, Verbatim, phrase

SCHEMA = PREFIX
FRAGMENT, INVALID, COMPLETE = f"{PREFIX}.fragment", f"{PREFIX}.invalid", f"{PREFIX}.complete"
AT = f"{PREFIX}.at"
OPTIONS = (SCHEMA, FRAGMENT, INVALID, COMPLETE, AT)
OFF = ("off", "false")


@dataclass(frozen=True, slots=True)
class BlockOptions:
    """The options of a checked block.

    Attributes:
        schema: the name; empty for that of the page, or the only one.
        off: whether the block is not checked.
        fragment: the path of the field whose value the block is; empty for a values file.
        invalid: text of the finding that the block must have; None if it must be valid.
        complete: whether nothing may be missing.
        at: the path of the values in the manifests of the block, empty for that of their kinds; None if the
            block has the values themselves.
    """

    schema: str = ""
    off: bool = False
    fragment: str = ""
    invalid: str | None = None
    complete: bool = False
    at: str | None = None


def parse_block_options(options: Sequence[tuple[str, str | None]], schemas: Sequence[str]) -> BlockOptions:
    """Return the options of a header.

    Args:
        options: by name, in order; None for one without a value.
        schemas: the names of the schemas.

    Raises:
        UsageError: an option is not known, appears twice, or does not take its value.
    """
    values: dict[str, str | None] = {}
    for name, value in options:
        if name not in OPTIONS:
            raise unknown_name(UNKNOWN_BLOCK_OPTION, name, OPTIONS)
        if name in values:
            raise _error(REPEATED_BLOCK_OPTION, name)
        values[name] = value
    schema = values.get(SCHEMA) or ""
    if FRAGMENT in values and not values[FRAGMENT]:
        raise _error(MISSING_FRAGMENT_PATH, FRAGMENT)
    complete = values.get(COMPLETE, "false")
    if complete not in (None, "true", "false"):
        raise _error(
            INVALID_BLOCK_OPTION,
            COMPLETE,
            found=Verbatim(complete) if complete else phrase("nothing"),
            expected=phrase("true or false"),
        )
    if values.get(AT) and parse_place(values[AT] or "") is None:
        example = Verbatim('stringData["values.yml"]')
        raise _error(
            INVALID_BLOCK_OPTION,
            AT,
            found=Verbatim(values[AT] or ""),
            expected=phrase("a path such as `{example}`", example=example),
        )
    return BlockOptions(
        schema,
        schema in OFF and schema not in schemas,
        values.get(FRAGMENT) or "",
        (values[INVALID] or "") if INVALID in values else None,
        complete != "false",
        (values[AT] or "") if AT in values else None,
    )


def _error(code: Code, option: str, **params: Param) -> UsageError:
    return UsageError([revise(finding(code, option=Verbatim(option)), **params)])
