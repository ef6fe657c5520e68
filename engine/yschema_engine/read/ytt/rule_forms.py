"""The arguments of the annotations that contain rules, and rules that no value can satisfy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from yschema_engine.read.ytt.annotation_findings import RULE_NAMES_UNKNOWN_KEY, RULE_OF_ANOTHER_TYPE
from yschema_engine.schema.fields import ValueType
from yschema_engine.schema.rule_registry import RULES
from yschema_engine.schema.rules import Rule
from yschema_engine.schema.types import kinds_phrase
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import Finding, finding
from yschema_engine.text.paths import Path, key_text
from yschema_engine.text.phrases import Phrase, Verbatim, phrase
from yschema_engine.text.suggestions import suggest

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


_LENGTHS = MappingProxyType({"min_len": "min", "max_len": "max"})
_WITH_LENGTH = frozenset(("string", "array", "map", "any"))


def check_targets(rules: Iterable[Rule], type_: ValueType, path: Path) -> Iterator[Finding]:
    """Yield warnings about rules that do not fit the type of their field.

    Args:
        rules: of the field.
        type_: of the field.
        path: of the field.
    """
    for rule in rules:
        if rule.name in _LENGTHS and _WITH_LENGTH.isdisjoint(type_.kinds):
            yield _of_another_type(rule, type_, path, _LENGTHS[rule.name])
        elif rule.name == "one_not_null" and not {"map", "any"} & {*type_.kinds}:
            yield _of_another_type(rule, type_, path)
        elif rule.name == "one_not_null" and "map" in type_.kinds and not type_.is_open:
            yield from _unknown_keys(rule, type_, path)


def _of_another_type(rule: Rule, type_: ValueType, path: Path, instead: str = "") -> Finding:
    hint = phrase("write `{code}`", code=Verbatim(f"{instead}={rule.argument}")) if instead else None
    return finding(
        RULE_OF_ANOTHER_TYPE,
        rule.span,
        path=path,
        rule_name=Verbatim(f"{rule.keyword or rule.name}="),
        found=kinds_phrase(type_),
        expected=phrase("a string, an array or a map") if instead else phrase("a map"),
        hint=hint,
    )


def _unknown_keys(rule: Rule, type_: ValueType, path: Path) -> Iterator[Finding]:
    known = [field.key for field in type_.fields if field.removed is None]
    for key in rule.argument if isinstance(rule.argument, list) else ():
        if key not in known:
            near = suggest(key_text(key), map(key_text, known))
            hint = phrase("did you mean `{key}`?", key=Verbatim(near)) if near else None
            name, span = Verbatim(key_text(key)), rule.span
            yield finding(RULE_NAMES_UNKNOWN_KEY, span, path=path, key=name, declared=type_.span, hint=hint)
