"""Trial runs of data values against one version of a schema; results are computed when they are read."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cached_property
from itertools import tee

from yschema_engine.compare.field_pairs import FieldLookup
from yschema_engine.schema.fields import UNSET, Field, Unset, complete
from yschema_engine.schema.keys import UNKNOWN_KEY
from yschema_engine.schema.rule_check import broken_whatever_condition, validate_at
from yschema_engine.schema.rules import CUSTOM, Context, Rule
from yschema_engine.schema.schema import Schema
from yschema_engine.schema.types import check
from yschema_engine.text.findings import EngineError, Finding, LimitError, found_by
from yschema_engine.text.nodes import Array, Map, MapItem, Value, from_plain, key_id, to_plain
from yschema_engine.text.paths import ROOT, Path
from yschema_engine.values.check import Checked, check_plain
from yschema_engine.values.minimal import least_map
from yschema_engine.values.samples import candidates
from yschema_engine.yaml.plain_values import Plain


class Trial:
    """One version of a schema, which documents are run against."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.fields = FieldLookup(schema.root)
        self._candidates: dict[Field, Iterator[Plain]] = {}
        self._least: dict[Field, Plain] = {}
        self._outcomes: dict[str, Checked] = {}

    def run(self, document: Plain) -> Checked:
        """Return the outcome of a document, read as with `--data-values-file`, with the errors alone."""
        identity = repr(document)
        if identity not in self._outcomes:
            try:
                checked = check_plain(self.schema, document)
                errors = tuple(each for each in checked.findings if each.severity == "error")
                self._outcomes[identity] = Checked(checked.value, errors)
            except LimitError:
                raise
            except EngineError as e:
                self._outcomes[identity] = Checked(None, e.findings)
        return self._outcomes[identity]

    def refused(self, document: Plain) -> tuple[Path, ...]:
        """Return the paths of the values in a document that the version refuses."""
        return tuple(error.path or ROOT for error in self.run(document).findings)

    def broken_by(self, base: Plain, own: Plain) -> frozenset[Path] | None:
        """Return the paths of the values that break rules if a document sets some besides those of a base.

        Only these values and the maps around them are checked, which takes a fraction of the time of a run.

        Args:
            base: the values of a document that has been run.
            own: the values to set besides.

        Returns:
            The paths; None if only a run of the whole document can tell.
        """
        outcome = self.run(base)
        if self.schema.own_check is not None or outcome.findings:
            return None
        root = self.schema.root
        value = self._with(outcome.value, own, root)
        if isinstance(value, Unset):
            return None
        broken = found_by(validate_at(root, value, Context(ROOT, root.span, None, value), own))
        return frozenset(each.path or ROOT for each in broken)

    def _with(self, value: Value, own: Plain, field: Field | None) -> Value | Unset:
        """Return a complete value with others in it; `UNSET` if they do more than replace some."""
        if field is None or field.is_open:
            return UNSET
        if not isinstance(own, dict):
            new = from_plain(own, field.span)
            is_same_kind = isinstance(value, Array) == isinstance(new, Array) and not isinstance(value, Map)
            if not is_same_kind or any(True for _ in check(new, field.type, field.span)):
                return UNSET
            complete(new, field.type)
            return new
        if not isinstance(value, Map):
            return UNSET
        items = {key_id(item.key): item for item in value.items}
        for key, inner in own.items():
            if not isinstance(key, str) or key not in items:
                return UNSET
            changed = self._with(items[key].value, inner, self.fields.below(field, key))
            if isinstance(changed, Unset):
                return UNSET
            items[key] = MapItem(key, changed, items[key].span)
        return Map(list(items.values()), value.span)

    def accepts(self, field: Field, value: Plain) -> bool:
        """Return whether a field accepts a value, judged without the document around it."""
        return not self.type_errors(field, value) and not any(self._broken(field, value))

    def may_break(self, field: Field, rule: Rule, value: Plain) -> bool:
        """Return whether a value breaks a rule, whatever its condition, or only a run can decide that."""
        if self.type_errors(field, value):
            return False
        if self.is_run_by_schema(rule):
            return True
        node = from_plain(value, field.span)
        complete(node, field.type)
        return any(True for _ in broken_whatever_condition([rule], node))

    def is_run_by_schema(self, rule: Rule | None) -> bool:
        """Return whether only the check of the whole schema can run a rule, such as `not` of JSON Schema."""
        return self.schema.own_check is not None and rule is not None and rule.name == CUSTOM

    def type_errors(self, field: Field, value: Plain) -> list[Finding]:
        """Return the findings about the types in a value of a field, and about its keys."""
        found = check(from_plain(value, field.span), field.type, field.span)
        is_lenient = self.schema.own_check is not None
        return [each for each in found if not (is_lenient and each.code == UNKNOWN_KEY)]

    def candidates(self, field: Field) -> Iterator[Plain]:
        """Return values to try for a field; several readers share what one of them has computed."""
        if field not in self._candidates:
            (self._candidates[field],) = tee(candidates(field), 1)
        return copy(self._candidates[field])

    def valid(self, field: Field) -> Iterator[Plain]:
        """Yield those of them that the field accepts."""
        return (value for value in self.candidates(field) if self.accepts(field, value))

    def least(self, field: Field) -> Plain:
        """Return minimal values of a map, if they can be found."""
        if field not in self._least:
            self._least[field] = to_plain(least_map(self.schema, field))
        return self._least[field]

    @cached_property
    def base(self) -> Plain:
        """The least document: of a resource, without a `spec` that can be left out."""
        least = self.least(self.schema.root)
        if self.schema.resource is None or not isinstance(least, dict):
            return least
        shorter = {key: value for key, value in least.items() if key != "spec"}
        return shorter if self.run(shorter).valid else least

    @cached_property
    def base_outcome(self) -> Checked:
        """The outcome of the minimal document."""
        return self.run(self.base)

    @cached_property
    def has_local_rules(self) -> bool:
        """Whether the verdict on a value depends on nothing but the value and the maps around it."""
        if self.schema.own_check is not None:
            return False
        root = self.schema.root
        fields = (level for field in (root, *root.walk()) for level in field.levels)
        return not any(rule.condition is not None for field in fields for rule in field.rules)

    def _broken(self, field: Field, value: Plain) -> Iterator[Finding]:
        node = from_plain(value, field.span)
        complete(node, field.type)
        try:
            yield from validate_at(field, node, Context(field.path, field.span, None, node))
        except LimitError:
            raise
        except EngineError:
            return  # a condition that needs the whole document
