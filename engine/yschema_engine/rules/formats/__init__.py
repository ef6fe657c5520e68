"""Formats of strings, which the rule `format` names; one record each, whose module few schemas need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yschema_engine.rules.formats.record import Format

__all__ = ["FORMATS"]

# The modules of the records by the names of the formats.
_MODULES = MappingProxyType(
    {
        "date-time": "times",
        "time": "times",
        "date": "times",
        "email": "email",
        "hostname": "hosts",
        "ip": "hosts",
        "ipv4": "hosts",
        "ipv6": "hosts",
        "uri": "uri",
        "port": "port",
        "percent": "percent",
        "duration": "duration",
    }
)


class _Formats(Mapping[str, "Format"]):
    def __getitem__(self, name: str) -> Format:
        module = import_module(f"{__name__}.{_MODULES[name]}")
        record: Format = getattr(module, name.replace("-", "_").upper())
        return record

    def __contains__(self, name: object) -> bool:
        return name in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


FORMATS: Mapping[str, Format] = _Formats()
"""The formats by their names, in the order of the documentation."""
