"""The arguments of the annotations that contain rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from yschema_engine.schema.rule_registry import RULES
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.phrases import Phrase, phrase

PAIR = phrase('a pair of a description and a function, as in `("an even number", lambda v: v % 2 == 0)`')
CHECK = phrase("a function of the value, as in `lambda v: v % 2 == 0`")
_PAIRS = phrase("at least one rule: {rule}, or a named rule such as min=1", rule=PAIR)
_CHECKS = phrase("at least one rule: {rule}, or a named rule such as min=1", rule=CHECK)


@dataclass(frozen=True, slots=True)
class Form:
    """The arguments of an annotation that contains rules.

    Attributes:
        expected: its arguments, for reports.
        keywords: the keywords of named rules, in the order in which ytt runs the rules, each with the name of
            its rule. `not_null` is the first of them; `when` is a keyword of every form.
        has_pairs: whether its functions come with descriptions, and fail or return True; without, they
            return a verdict.
        has_messages: whether the argument of a named rule may be a pair with a message.
        keeps_default: whether ytt exports defaults that break its rules.
    """

    expected: Phrase
    keywords: Mapping[str, str]
    has_pairs: bool
    has_messages: bool
    keeps_default: bool

    @property
    def all_keywords(self) -> tuple[str, ...]:
        """The keywords that it takes."""
        return ("when", *self.keywords)


SHIPPED_KEYWORDS = MappingProxyType(
    {r.portability.keyword: r.name for r in RULES.values() if r.portability.keyword}
)
PROPOSED_KEYWORDS = MappingProxyType({word: r.name for r in RULES.values() for word in (r.name, *r.aliases)})
VALIDATION = Form(_PAIRS, SHIPPED_KEYWORDS, has_pairs=True, has_messages=False, keeps_default=True)
"""`@schema/validation`, as ytt has it."""
VALIDATION_OF_PROPOSED = Form(
    _PAIRS, PROPOSED_KEYWORDS, has_pairs=True, has_messages=True, keeps_default=True
)
"""`@schema/validation` in a document of the proposed dialect."""
VALIDATE = Form(
    _CHECKS,
    PROPOSED_KEYWORDS,
    has_pairs=False,
    has_messages=True,
    keeps_default=False,
)
"""`@schema/validate` of the proposal, part 7."""
