"""Programs as starlark-rust gets them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from yschema_engine.frontends.ytt.starlark.blocks import Line
from yschema_engine.frontends.ytt.starlark.builtin_modules import CORE, PRELUDE
from yschema_engine.frontends.ytt.starlark.helpers import APPLY, HELPERS
from yschema_engine.frontends.ytt.starlark.helpers import CORE as CORE_HELPERS
from yschema_engine.frontends.ytt.starlark.rewrite import rewrite
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.deferred_patterns import lazy_pattern
from yschema_engine.text.source import Span

# The header is as `rewrite` would write it. The range stands for a fragment without nodes: see the prelude.
# starlark-rust exports no name that begins with an underscore, so the function that Python calls has none.
_HEADER_LINES = (
    "__yfunctions = []",
    # Functions of the file itself, for its own functions to find after another file has loaded it.
    "__yown = []",
    "def __yowns(*functions): __yown.extend(functions)",
    "def __yfunction(i): return __yfunctions[i] if i >= 0 else __yown[-1 - i]",
    "def yschema_call(i, how, args): return __yinvoke(__yfunction(i), how, args)",
    "def __ystring(x):",
    ' return x if type(x) == "string" else'
    ' __yb_fail("found a value of type", __yb_type(x), "in a string; convert it by str()")',
    "def __yend():",
    " fragment = __yended()",
    " return range(0, -7, 7) if fragment == None else fragment",
    "def __yleave(x):",
    " __ydrop()",
    " return x",
)
_HEADER = "".join(f"{line}\n" for line in _HEADER_LINES)
_APPLY = (
    "def __yapply(__yon, *args, **kwargs): return __yapplied(__yon, __yprogram, __yfunction, args, kwargs)"
)
_HELPER = lazy_pattern(r"__y\w+")
ENTRY_POINT = "yschema_call"
"""The function of every program that calls one of its functions."""


@dataclass(frozen=True, slots=True)
class Script:
    """A program.

    Attributes:
        name: the name of its file.
        lines: in indented form.
    """

    name: str
    lines: Sequence[Line]

    def span(self, number: int) -> Span | None:
        """Return the span of the source line that a line (from 1) of the program stands for."""
        index = number - 4 - len(_HEADER_LINES)  # after two other lines, and the name of the program
        return self.lines[index].span if 0 <= index < len(self.lines) else None

    @property
    def text(self) -> str:
        """The program as starlark-rust gets it."""
        name = f"__yprogram = {json.dumps(self.name, ensure_ascii=False)}"
        code = rewrite("\n".join([name, *(line.text for line in self.lines), ""]))
        apply = _APPLY if APPLY[1] in code else ""
        return f"{_load(_HEADER + apply + code)}\n{apply}\n{_HEADER}{code}"


def _load(code: str) -> str:
    """Return the statement that loads the functions of the prelude that a program calls."""
    called = set(_HELPER.findall(code))
    helpers = {name: helper for name, helper in HELPERS.items() if name in called}
    path = CORE if CORE_HELPERS.issuperset(helpers.values()) else PRELUDE
    return f'load("{path}", ' + ", ".join(f'{name}="{helper}"' for name, helper in helpers.items()) + ")"
