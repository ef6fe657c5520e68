"""The findings that checks of rules report."""

from __future__ import annotations

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

RULE_BROKEN = Code("rule-broken", "validation", phrase("the value breaks a rule"))
KEY_COUNT = Code("key-count", "validation", phrase("the map has the wrong number of keys"))
DEFAULT_BREAKS_RULE = Code(
    "default-breaks-rule",
    "validation",
    phrase("the default breaks one of its own rules"),
    hint=phrase("anyone who does not set this field gets this error"),
    kind="defaults",
    severity="warning",
)
EXAMPLE_BREAKS_RULE = Code(
    "example-breaks-rule", "validation", phrase("{example} breaks a rule"), kind="examples"
)
