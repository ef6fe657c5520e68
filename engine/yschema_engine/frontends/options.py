"""Options for loading a schema, which all front ends accept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that the code of one run may use.

    Attributes:
        seconds: of time, over all its files and rules.
        memory: in MiB, in addition to what the process has at the start.
        seconds_option: the host's name for the limit of time, for hints.
        memory_option: the host's name for the limit of memory.
    """

    seconds: float = 10.0
    memory: float = 1024.0
    seconds_option: str = "Limits(seconds=…)"
    memory_option: str = "Limits(memory=…)"


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """Options for reading and evaluating files.

    Attributes:
        strict: refuse plain scalars that readers of YAML may read differently.
        ignore_unknown_comments: allow ordinary comments in templated files.
        limits: of the code in the files, all of it together.
        portability: whether to report what ytt ignores or refuses.
    """

    strict: bool = False
    ignore_unknown_comments: bool = False
    limits: Limits = Limits()
    portability: bool = False
