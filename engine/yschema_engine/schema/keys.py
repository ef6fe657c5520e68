"""Which keys a map takes: the schema's own, and those that a `@schema/key` opens it to (proposal, part 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yschema_engine.diagnostics import Diagnostic, EngineError
from yschema_engine.nodes import MapItem, Scalar, key_id, to_yaml
from yschema_engine.source import Position
from yschema_engine.starlark import LimitError
from yschema_engine.stdlib.regexp import compiled
from yschema_engine.validations import Callback, written

if TYPE_CHECKING:
    from yschema_engine.schema.types import Declaration, Type


@dataclass(frozen=True, slots=True)
class Count:
    """A number of keys that is as expected.

    Attributes:
        least: the smallest one.
        most: the largest one; None for no limit.
        check: a function that says so instead.
        source: its source text.
    """

    least: int = 1
    most: int | None = 1
    check: Callback | None = None
    source: str = ""

    def __str__(self) -> str:
        """The number in words: `1`, `at least 1`."""
        if self.check is not None:
            return f"a number that {self.source or 'a function'} accepts"
        return str(self.least) if self.least == self.most else f"at least {self.least}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """Which keys an item of the schema is open to.

    Attributes:
        pattern: what a key has to match somewhere (RE2); empty for any key.
        function: says it instead, of the key or of the key and the schema's own.
        source: the function's source text.
    """

    pattern: str = ""
    function: Callback | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Keys:
    """What a `@schema/key` says.

    Attributes:
        position: the annotation's line.
        allowed: the keys; None for the schema's own key alone.
        expects: the numbers of keys that may be there, one of which has to be met.
    """

    position: Position
    allowed: Allowed | None = None
    expects: tuple[Count, ...] = (Count(),)

    def takes(self, key: Scalar, own: Scalar) -> bool:
        """Whether a key is one of those that the item `own` of the schema is open to.

        Raises:
            EngineError: the function failed, or gives neither True nor False.
        """
        allowed = self.allowed
        if allowed is None or not isinstance(key, str):  # names are strings
            return False
        if allowed.function is None:
            return not allowed.pattern or bool(compiled(allowed.pattern).search(key))
        try:
            result = allowed.function.fits(key, own)
        except LimitError:
            raise
        except EngineError as e:
            raise self._failed(e.diagnostics[0].message, f"allowed=, called for the key {key!r}") from e
        if not isinstance(result, bool):
            raise self._failed(f"{written(result)}, for the key {key!r}", "allowed=")
        return result

    def is_met(self, count: int) -> bool:
        """Whether so many keys may be there.

        Raises:
            EngineError: the function failed, or gives neither True nor False.
        """
        return any(self._accepts(one, count) for one in self.expects)

    def _accepts(self, one: Count, count: int) -> bool:
        if one.check is None:
            return one.least <= count and (one.most is None or count <= one.most)
        try:
            result = one.check(count)
        except LimitError:
            raise
        except EngineError as e:
            raise self._failed(e.diagnostics[0].message, f"expects=, called for {count} keys") from e
        if not isinstance(result, bool):
            raise self._failed(f"{written(result)}, for {count} keys", "expects=")
        return result

    def _failed(self, found: str, what: str) -> EngineError:
        message = f"the function of {what.partition(',')[0]} in @schema/key gives no answer"
        at = self.position
        return EngineError([Diagnostic(message, "schema", at, found=found, expected="True or False")])

    @property
    def number(self) -> str:
        """How many keys may be there, in words: `exactly 1 key`, `0 or 1 keys`, `any number of keys`."""
        if any(c.check is None and c.least == 0 and c.most is None for c in self.expects):
            return "any number of keys"
        *others, last = map(str, self.expects)
        words = f"{', '.join(others)} or {last}" if others else last
        if words.isdigit():
            words = f"exactly {words}"
        return f"{words} key" + ("" if words.endswith(" 1") else "s")

    @property
    def words(self) -> str:
        """Which keys are meant, in words: `any name`, ``names that match `^x` ``."""
        allowed = self.allowed
        if allowed is None:
            return "the name itself"
        if allowed.function is not None:
            return (
                f"names such that `{allowed.source}`" if allowed.source else "names that a function accepts"
            )
        return f"names that match `{allowed.pattern}`" if allowed.pattern else "any name"


def key_text(key: Scalar) -> str:
    """A key as text."""
    return key if isinstance(key, str) else to_yaml(key).strip()


def assign(items: Iterable[MapItem], type_: Type) -> Iterator[tuple[MapItem, Declaration | None]]:
    """The items of a map, each with the declaration that it comes under; None where the schema has none.

    Keys of the schema's own come first, then what it is open to, in its order.
    """
    own = {key_id(d.key): d for d in type_.items if d.keys is None or d.keys.allowed is None}
    for item in items:
        declared = own.get(key_id(item.key))
        if declared is None:
            declared = _open_to(item.key, type_)
        yield item, declared


def _open_to(key: Scalar, type_: Type) -> Declaration | None:
    for declared in type_.items:
        if declared.keys is not None and declared.keys.takes(key, declared.key):
            return declared
    return None
