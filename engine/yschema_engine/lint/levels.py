"""The severity of each kind of finding, unless users choose another one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from yschema_engine.model.findings import Kind

Level = Literal["error", "warning", "off"]
DEFAULT_LEVELS: Mapping[Kind, Level] = MappingProxyType(
    {
        "examples": "error",
        "defaults": "warning",
        "blocks": "error",
        "samples": "error",
        "cross_references": "error",
        "undocumented": "off",
        "titles": "off",
        "deprecated": "off",
        "portability": "warning",
        "references": "warning",
        "disagreements": "warning",
        "gaps": "warning",
    }
)
