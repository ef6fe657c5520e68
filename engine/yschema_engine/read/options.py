"""Options for loading a schema, which all front ends accept."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from yschema_engine.evaluate.limits import Limits
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.size_limits import FILE_SIZE

InputKind = Literal["auto", "ytt", "helm", "json-schema", "crd", "package"]
"""The language of the inputs; `auto` decides by their content."""
Portability = Literal["off", "shipped", "all"]
"""The documents in which to report what ytt ignores or refuses: none, those with ytt's marker, or all."""


@dataclass(frozen=True, slots=True)
class InputOptions:
    """The files that may be read.

    By default, symbolic links must not lead out of the folder that an argument names, or that contains the
    file that it names. Thus inputs by third parties cannot show other files of this machine.

    Attributes:
        link_destinations: other files and folders to which links may lead.
        all_links: whether links may lead anywhere.
        pipes: whether an argument may name a pipe, which a shell makes of `<(command)`.
        size: the largest size of a file, in bytes.
    """

    link_destinations: tuple[Path, ...] = ()
    all_links: bool = False
    pipes: bool = False
    size: int = FILE_SIZE


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """Options for reading and evaluating files.

    Attributes:
        strict: refuse plain scalars that readers of YAML may read differently, as `ytt --strict` does.
        ignore_unknown_comments: allow ordinary comments in templated files.
        limits: the time and memory for all code in the files together.
        portability: the schema documents in which to report what ytt ignores or refuses.
        inputs: the files that may be read.
        kind: the language of the files.
        version: the version to load, if the files contain several; empty for all.
        keeps_hidden: whether to keep the values of a chart that comments such as `@ignored` hide.
        heeds_comments: whether comments of a chart limit values that its schema allows.
    """

    strict: bool = False
    ignore_unknown_comments: bool = False
    limits: Limits = Limits()
    portability: Portability = "off"
    inputs: InputOptions = InputOptions()
    kind: InputKind = "auto"
    version: str = ""
    keeps_hidden: bool = False
    heeds_comments: bool = True

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags of the command line that read files in the same way."""
        return (
            *(("--from", self.kind) if self.kind != "auto" else ()),
            *(("--schema-version", self.version) if self.version else ()),
            *(("--strict",) if self.strict else ()),
            *(("--ignore-unknown-comments",) if self.ignore_unknown_comments else ()),
        )
