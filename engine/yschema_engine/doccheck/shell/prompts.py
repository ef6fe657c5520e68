"""Sessions with prompts."""

from __future__ import annotations

import re

from yschema_engine.text.deferred_patterns import lazy_pattern

_PROMPT = lazy_pattern(
    r"\s*(?:\([^()]*\)\s*)?(?:\[[^\[\]]*\]\s*|[\w.-]+@[\w.-]+[^\s$%#]*(?:\s[^\s$%#]+)?\s*)?[$%](?:\s+|\Z)"
)


def typed_lines(text: str) -> str:
    """Return the lines of a session after their prompts; all other lines are blank.

    A text without prompts is a script, all of whose lines count.
    """
    lines = text.split("\n")
    if not any(_PROMPT.match(line) for line in lines):
        return text
    typed: list[str] = []
    is_continued = False
    for line in lines:
        prompt = _PROMPT.match(line)
        if prompt:
            typed.append(line[prompt.end() :])
        else:
            typed.append(re.sub(r"\s*>\s", "", line, count=1) if is_continued else "")
        is_continued = bool(prompt or is_continued) and line.endswith("\\")
    return "\n".join(typed)
