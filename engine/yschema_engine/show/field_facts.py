"""The facts about the fields of a schema, in the order in which every output shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from yschema_engine.compiled.keyword_phrases import code, listed, with_keys
from yschema_engine.schema.alternatives import Shape
from yschema_engine.schema.fields import UNSET, Field, Unset, complete, with_items
from yschema_engine.schema.formats import FORMATS
from yschema_engine.schema.keys import ANY_NAME
from yschema_engine.schema.rule_check import citation_of, phrase_of
from yschema_engine.schema.rule_record import Subject, in_yaml
from yschema_engine.schema.rule_registry import RULES, problem_of
from yschema_engine.schema.rules import CUSTOM, by_condition, unconditional
from yschema_engine.schema.rules import Rule as ModelRule
from yschema_engine.schema.schema import Schema, shown_value
from yschema_engine.schema.titles import is_echo, title_of
from yschema_engine.show import fact_kinds
from yschema_engine.text.nodes import Map, Value, content_id, copy_value
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import FieldLink, Listing, Markdown, Param, Phrase, phrase
from yschema_engine.values.minimal import minimal_of, valid_value
from yschema_engine.values.samples import fits

_ACCESS: Mapping[str, Phrase] = {"read-only": phrase("read-only"), "write-only": phrase("write-only")}
_NAMING_VALUES = ("format", "one_of")
"""Rules whose words tell readers whether a string may be empty."""


def in_order(  # noqa: PLR0913  what varies is named
    field: Field,
    default: fact_kinds.Default | None,
    rules: Sequence[fact_kinds.Rule],
    combined: Sequence[fact_kinds.Combined] = (),
    *,
    is_required: bool,
    is_described: Callable[[Field], bool] = attrgetter("is_described"),
) -> Iterator[fact_kinds.Fact]:
    """Yield the facts about a field, in order.

    Args:
        field: the field.
        default: the default to show.
        rules: the rules of the field.
        combined: the rules of the map around the field that name the field.
        is_required: whether users have to set the field.
        is_described: whether there is more to say about the items of an array than their type.
    """
    if title := title_of(field):
        yield fact_kinds.Title(title, is_echo(field))
    if field.removed is not None:
        yield fact_kinds.Removed(field.removed)
    if field.deprecated is not None:
        yield fact_kinds.Deprecated(field.deprecated)
    if field.description:
        yield fact_kinds.Description(field.description)
    yield fact_kinds.Type(field.type, is_required, field.has_inferred_type)
    yield from labelled(field)
    yield from alternatives(field)
    if default is not None:
        yield default
    elif field.is_optional:
        yield fact_kinds.Absent()
    grouped: dict[Param, list[fact_kinds.Rule]] = {"": []}  # those without a condition first
    for rule in rules:
        grouped.setdefault(rule.condition_words, []).append(rule)
    yield from (fact_kinds.Rules(condition, tuple(group)) for condition, group in grouped.items() if group)
    yield from combined
    if field.comment:
        yield fact_kinds.Comment(field.comment)
    below = [(depth, item) for depth, item in enumerate(field.levels) if depth and is_described(item)]
    yield from (fact_kinds.Items(item, depth) for depth, item in below)
    holders = (field, *(item for _, item in below))
    if examples := tuple((holder, each) for holder in holders for each in holder.examples):
        yield fact_kinds.Examples(examples)


def labelled(field: Field) -> Iterator[fact_kinds.Labelled]:
    """Return the facts about a field that are a label and a text, in order."""
    if field.is_open and field.keys is not None:
        keys: Param = field.keys.words
        if not field.keys.takes_any_number:
            keys = phrase("{keys}; {number}", keys=keys, number=field.keys.number)
        if keys != ANY_NAME:
            yield fact_kinds.Labelled("keys", phrase("Keys"), keys)
    if field.access is not None:
        yield fact_kinds.Labelled("access", phrase("Access"), _ACCESS[field.access])
    if field.default_text:
        yield fact_kinds.Labelled("default_text", phrase("Default in words"), Markdown(field.default_text))
    for detail in field.details:
        if detail.label:
            yield fact_kinds.Labelled(detail.name, detail.label, detail.text)


def in_a_line(fact: fact_kinds.Labelled | fact_kinds.Alternatives) -> Phrase:
    """Return a fact as its label and a text on one line."""
    if isinstance(fact, fact_kinds.Labelled):
        return phrase("{label}: {text}", label=fact.label, text=fact.text)
    labels = tuple(shape.label for shape in fact.shapes)
    return phrase("{label}: {text}", label=fact.heading, text=Listing(labels, "or"))


def alternatives(field: Field) -> Iterator[fact_kinds.Alternatives | fact_kinds.Labelled]:
    """Yield the alternatives for the values of a field; those that only require keys have one line."""
    is_told = any(below.is_conditional for below in field.type.fields)  # which alternative declares it
    for each in field.alternatives:
        label = phrase("One of") if each.exactly_one else phrase("At least one of")
        if not is_told and all(map(_only_requires, each.shapes)):
            label = phrase("Exactly one of") if each.exactly_one else label
            groups = tuple(listed(list(map(code, shape.required)), "and") for shape in each.shapes)
            yield fact_kinds.Labelled("required_keys", label, Listing(groups))
        else:
            heading = phrase("One of these values") if each.are_values else label
            yield fact_kinds.Alternatives(heading, each.shapes)


def _only_requires(shape: Shape) -> bool:
    """Return whether the phrase for a shape lists the keys that it requires, and nothing else."""
    says_keys = shape.words in [Listing((with_keys(shape.required, type_),)) for type_ in (None, "object")]
    return says_keys and not (shape.title or shape.description or shape.inner)


def rules_of(field: Field) -> Iterator[fact_kinds.Rule]:
    """Yield the rules of a field in words, in the order of its annotations; some phrases cover two rules."""
    below = {below.key: below for below in field.type.fields}
    links = {key: FieldLink(below.path, key_text(key)) for key, below in below.items()}
    subject = Subject(field.type.main, links)
    for condition, together in by_condition(_not_implied(field.rules)):
        covered: set[int] = set()
        for rule in together:
            if id(rule) in covered:
                continue
            rules, words = _with_partner(rule, together, subject)
            covered.update(map(id, rules))
            if rule.strings_only and field.type.is_mixed and len(rules) == 1:
                words = phrase("if a string: {rule}", rule=words)
            names_keys = rule.name == "one_not_null" and rule.argument is not True
            keys = rule.argument if names_keys else rule.keys
            is_named = not rule.message and rule.name != CUSTOM
            citation = citation_of(rule)
            yield fact_kinds.Rule(
                words,
                rules,
                condition,
                tuple(below[key] for key in keys if key in below),
                tuple(map(in_yaml, RULES[rule.name].values(rule.argument))) if is_named else (),
                FORMATS[rule.argument].samples if rule.name == "format" else (),
                *((citation.title, citation.url) if citation else ()),
            )


def _not_implied(rules: Sequence[ModelRule]) -> Sequence[ModelRule]:
    """Return the rules without one for strings that a dialect adds, if the words of others imply it."""
    others = (rule for rule in unconditional(rules) if rule.name in _NAMING_VALUES)
    if any(problem_of(rule, "") is not None for rule in others):
        return [rule for rule in rules if not rule.strings_only]
    return rules


def _with_partner(
    rule: ModelRule, rules: Sequence[ModelRule], subject: Subject
) -> tuple[tuple[ModelRule, ...], Phrase | str]:
    """Return a rule, with the other one that its phrase covers as well, and the phrase.

    Two such rules are arguments of one annotation, or keywords in one file.
    """
    partner = RULES[rule.name].partner if rule.name in RULES else None
    alone = (rule,), phrase_of(rule, subject)
    if partner is None or rule.message:
        return alone
    for other in rules:
        are_keywords = rule.keywords and other.keywords and other.span.source == rule.span.source
        if other.name == partner.name and (other.span == rule.span or are_keywords) and not other.message:
            return (rule, other), partner.phrase(rule.argument, other.argument, subject)
    return alone


def _other_keys(field: Field, *, is_open: bool | None) -> Iterator[fact_kinds.Rule]:
    """Yield whether a map takes other keys, in words, unless its fields or its rules say so."""
    if is_open is False:
        yield fact_kinds.Rule(phrase("no additional keys"), ())
    elif is_open and field.type.takes_other_keys and all(r.keyword != "propertyNames" for r in field.rules):
        others = phrase("other keys are allowed, of any type")
        all_keys = phrase("any keys are allowed, of any type")
        yield fact_kinds.Rule(others if field.type.fields else all_keys, ())


def _is_open(field: Field) -> bool | None:
    """Return whether a map takes keys that it does not name; None for values that are no maps."""
    is_map = "map" in field.type.kinds or bool(field.type.fields)
    if not is_map or any(detail.name == "same_as" for detail in field.details):
        return None
    names = (each.keys.allowed for each in field.type.fields if each.keys is not None)
    return field.type.takes_other_keys or any(each is not None and not each.pattern for each in names)


_MANY_BELOW, _OFTEN = 4, 3
_ABOVE = ("title", "removed", "deprecated", "description", "type")


class Facts:
    """The facts about the fields of one schema, each worked out once.

    Attributes:
        schema: the schema.
        values_lines: the lines of its values file, by layout: pages show them, and have them as a file.
    """

    def __init__(self, schema: Schema) -> None:
        """Facts about the fields of a schema."""
        self.schema = schema
        self.values_lines: dict[Any, tuple[Any, ...]] = {}
        self._facts: dict[Field, tuple[fact_kinds.Fact, ...]] = {}
        self._rules: dict[Field, tuple[fact_kinds.Rule, ...]] = {}

    def of(self, field: Field) -> tuple[fact_kinds.Fact, ...]:
        """Return the facts about a field, in order."""
        if field not in self._facts:
            value = self.default(field)
            facts = in_order(
                field,
                None if value is UNSET else fact_kinds.Default(value, self.schema.has_broken_default(field)),
                self.rules(field),
                self.combined.get(field, ()),
                is_required=self.schema.is_required(field),
                is_described=lambda item: item.is_described or item in self.takes_other_keys,
            )
            self._facts[field] = tuple(facts)
        return self._facts[field]

    def get(self, field: Field, name: str) -> fact_kinds.Fact | None:
        """Return the first fact of a field that has a name."""
        return next((fact for fact in self.of(field) if fact.name == name), None)

    def details(self, field: Field) -> list[fact_kinds.Fact]:
        """Return the facts of a field that are lists of names and values: no title, no notices, no type."""
        return [fact for fact in self.of(field) if fact.name not in _ABOVE]

    def default(self, field: Field) -> Value | Unset:
        """Return the default to show for a field; `UNSET` if its fields have theirs, or if it has none."""
        if field.is_item or (field.absent and field.default is UNSET):
            return UNSET
        value = self.schema.default_of(field)
        is_shown_below = isinstance(value, Map) and field.type.main == "map"
        return UNSET if is_shown_below and (field.type.fields or field.is_document) else value

    def start(self, field: Field) -> Value:
        """Return the value of a field that a values file starts with.

        That is its default, or without one, what users have to set.

        Raises:
            LimitError: the schema's code took more time or memory than it may.
        """
        value: Value | Unset = self._start
        for step in field.path:
            items = value.items if isinstance(value, Map) else []
            value = next((item.value for item in items if item.key == step), UNSET)
        return self.schema.default_of(field) if value is UNSET else value

    @cached_property
    def _start(self) -> Value:
        schema, default = self.schema, self.schema.default_of(self.schema.root)
        if not any(field.absent and schema.is_required(field) for field in schema.root.walk()):
            return default
        least = copy_value(shown_value(minimal_of(schema.whole or schema).value, schema.root))
        complete(least, schema.root.type)
        return least

    def placeholder(self, field: Field) -> Value:
        """Return the default of a field. If an absent field has none that is valid, return a valid value."""
        default = self.schema.default_of(field)
        if not field.absent or fits(field, default):
            return default
        if field.type.main == "string" and not field.rules and not field.examples:
            return "<string>"
        value = valid_value(self.schema, field)
        return default if value is UNSET else value

    def rules(self, field: Field) -> tuple[fact_kinds.Rule, ...]:
        """Return the rules of a field, in the order of its annotations."""
        if field not in self._rules:
            other_keys = _other_keys(field, is_open=self.takes_other_keys.get(field))
            self._rules[field] = (*rules_of(field), *other_keys)
        return self._rules[field]

    @cached_property
    def takes_other_keys(self) -> dict[Field, bool]:
        """Whether maps take keys that no field stands for, of those that differ from the map around them.

        A document that refuses other keys is one of them.
        """
        differing: dict[Field, bool] = {}
        stack = [(self.schema.root, True)] if self.schema.says_other_keys else []
        while stack:
            field, is_around_open = stack.pop()
            is_open = _is_open(field)
            if is_open is None:
                is_open = is_around_open
            elif is_open != is_around_open:
                differing[field] = is_open
            stack += [(each, is_open) for each in field.type.parts]
        return differing

    def choices(
        self, fields: Sequence[Field]
    ) -> Iterator[tuple[fact_kinds.Choice | None, tuple[Field, ...]]]:
        """Yield the fields in order: those of which users set exactly one together, others one by one."""
        for rule, group in groupby(fields, self._exclusive):
            members = tuple(group)
            if rule is not None and len(members) == len(rule.fields) > 1:
                yield fact_kinds.Choice(rule, members), members
            else:
                yield from ((None, (field,)) for field in members)

    def _exclusive(self, field: Field) -> fact_kinds.Rule | None:
        """Return the rule that allows one of several fields, with this one among them."""
        rules = [fact.rule for fact in self.combined.get(field, ()) if fact.rule.condition is None]
        return next((rule for rule in rules if rule.rules[0].name == "one_not_null"), None)

    def shown_at(self, field: Field) -> Field | None:
        """Return the first of several fields with the same fields below; None for that one, and for others.

        Definitions that several fields share look like this, whether an input names them or repeats them.
        """
        first = self._repeated.get(field)
        return None if first is field else first

    def rows_below(self, field: Field) -> int:
        """Return the number of fields below a field, without removed ones, and those of folded copies."""
        shown = (each for each in field.children if each.removed is None)
        return sum(1 if self.shown_at(each) else 1 + self.rows_below(each) for each in shown)

    @cached_property
    def _repeated(self) -> dict[Field, Field]:
        if self.schema.own_check is None or self.schema.own_merging is not None:
            return {}
        alike: dict[int, list[Field]] = {}
        _note_contents(self.schema.root, alike)
        repeated = (fields for fields in alike.values() if len(fields) >= _OFTEN)
        return {field: fields[0] for fields in repeated for field in fields}

    @cached_property
    def required_later(self) -> int:
        """The number of fields that users have to set once they add the map or the item around them."""
        return sum(map(self.schema.is_required, self.needed_with))

    @cached_property
    def needed_with(self) -> dict[Field, Field]:
        """The nearest field around each that is not there by default, of those that have one."""
        return dict(_fields_in_absent(self.schema, self.schema.root, None))

    @cached_property
    def combined(self) -> dict[Field, list[fact_kinds.Combined]]:
        """The rules of the maps around fields that name the fields."""
        combined: dict[Field, list[fact_kinds.Combined]] = {}
        for field in with_items(self.schema.root):
            for rule in self.rules(field) if field.rules and field.type.fields else ():
                for named in rule.fields:
                    combined.setdefault(named, []).append(fact_kinds.Combined(field, rule))
        return combined


def _note_contents(field: Field, alike: dict[int, list[Field]]) -> tuple[int, int]:
    """Collect the fields with many fields below, by what these are, in the order of the page.

    Returns:
        A hash of the fields below the field, and their number.
    """
    contents, number = [], 0
    for below in field.children:
        inner, count = _note_contents(below, alike)
        facts = (below.name, below.type.kinds, below.description, below.required, below.deprecated)
        default = None if isinstance(below.default, Unset) else content_id(below.default)
        rules = tuple((rule.name, repr(rule.argument)) for rule in below.rules)
        contents.append((facts, default, rules, inner))
        number += 1 + count
    content = hash(tuple(contents))
    if number >= _MANY_BELOW:
        alike.setdefault(content, []).append(field)
    return content, number


def _fields_in_absent(schema: Schema, field: Field, around: Field | None) -> Iterator[tuple[Field, Field]]:
    """Yield the fields that are there only with a field around them, each with the nearest such field."""
    is_there = isinstance(schema.default_of(field), Map) or field.type.main != "map"
    inner = around if (is_there and not field.absent) or schema.is_required(field) else field
    for below in field.children:
        if inner is not None:
            yield below, inner
        yield from _fields_in_absent(schema, below, inner)
