"""The keys that a map accepts: those of its fields, and others if it is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from yschema_engine.text.deferred_classes import dataclass, field, replace
from yschema_engine.text.findings import EngineError, finding, reason_of, schema_code, values_code
from yschema_engine.text.node_values import written
from yschema_engine.text.nodes import Scalar
from yschema_engine.text.paths import key_text
from yschema_engine.text.phrases import Listing, Param, Phrase, Verbatim, counted, phrase
from yschema_engine.text.source import Span

ANY_NAME = phrase("any name")


def _limits(counts: Sequence[Count]) -> Iterator[Param]:
    if not counts:
        return
    *others, last = counts
    for count in others:
        yield count.least if _is_exact(count) else phrase("at least {limit}", limit=count.least)
    if not _is_exact(last):
        yield counted("at least {count} key", "at least {count} keys", last.least)
    elif others:
        yield counted("{count} key", "{count} keys", last.least)
    else:
        yield counted("exactly {count} key", "exactly {count} keys", last.least)


def _is_exact(count: Count) -> bool:
    return count.least == count.most


TYPE_MISMATCH = values_code("type-mismatch", "the value has the wrong type")
UNKNOWN_KEY = values_code("unknown-key", "the schema does not declare this key")
REMOVED_FIELD_SET = values_code(
    "removed-field-set", "this field has been removed", expected="no such key", hint="remove the key"
)
# The same for values that the schema itself holds.
DECLARED_UNKNOWN_KEY = replace(UNKNOWN_KEY, name="declared-unknown-key", stage="schema")
DECLARED_REMOVED_FIELD = replace(REMOVED_FIELD_SET, name="declared-removed-field", stage="schema")
KEY_FUNCTION_FAILED = schema_code(
    "key-function-failed",
    "the function {argument} of @schema/key does not return True or False",
    found="{problem}, {about}",
    expected="True or False",
)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of keys that is as expected.

    Attributes:
        least: the smallest one.
        most: the largest one; None for no limit.
        check: the author's function, if it decides; returns a boolean.
        words: the numbers that the function accepts.
    """

    least: int = 1
    most: int | None = 1
    check: Callable[[int], Any] | None = field(default=None, compare=False)
    words: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    """The keys that an open field stands for.

    Attributes:
        words: which keys they are: `any name`, `names that match ^x`.
        pattern: what a key has to match somewhere, in the syntax of RE2; empty for any key.
        is_ecma: whether the pattern is one of ECMA-262.
        check: the author's function, if it decides; receives a key and the one that the schema shows, and
            returns a boolean.
        overlaps: whether values at these keys have to match all fields that stand for the key, as in JSON
            Schema; else, the first field that stands for it counts.
    """

    words: Phrase = ANY_NAME
    pattern: str = ""
    is_ecma: bool = False
    check: Callable[[str, Scalar], Any] | None = field(default=None, compare=False)
    overlaps: bool = False

    def matches(self, key: str) -> bool:
        """Return whether the pattern matches somewhere in a key; not if that takes too long to find out."""
        from yschema_engine.schema import re2_patterns  # noqa: PLC0415  few schemas have patterns

        if not self.is_ecma:
            return not self.pattern or re2_patterns.matches(self.pattern, key)
        from yschema_engine.schema import ecma_search  # noqa: PLC0415  takes time to import

        try:
            return ecma_search.ecma_search(self.pattern, key)
        except re2_patterns.PatternError:
            return True
        except ecma_search.SearchTimeout:
            return False

    def placeholder(self, sample_key: Scalar) -> str:
        """Return the placeholder in paths for the keys, such as `<any name>`.

        Args:
            sample_key: the key that the schema shows in their place.
        """
        text = key_text(sample_key)
        if self.check is not None and len(text) > 1 and text.startswith(("_", "-", ".")):
            return f"<name>{text}"  # an ending, which the function receives
        return "<name>" if self.check or self.pattern else "<any name>"


@dataclass(frozen=True, slots=True)
class KeyPolicy:
    """The keys that an open field stands for, and their number.

    Attributes:
        span: where that is declared.
        allowed: the keys; None for the field's own key alone.
        expects: the numbers of keys that may be present, one of which has to be met.
        optional: whether there may be none.
    """

    span: Span = field(compare=False)
    allowed: Allowed | None = None
    expects: tuple[Count, ...] = (Count(),)
    optional: bool = False

    def takes(self, key: Scalar, sample_key: Scalar) -> bool:
        """Return whether an open field accepts a key.

        Args:
            key: the key.
            sample_key: the key of the field in the schema.

        Raises:
            EngineError: the function failed, or gives neither True nor False.
        """
        allowed = self.allowed
        if allowed is None or not isinstance(key, str):  # names are strings
            return False
        check = allowed.check
        if check is None:
            return allowed.matches(key)
        about = phrase("for the key `{key}`", key=Verbatim(written(key)))
        return self._ask(lambda: check(key, sample_key), "allowed=", about)

    def is_met(self, count: int) -> bool:
        """Return whether so many keys may be present.

        Raises:
            EngineError: the function failed, or gives neither True nor False.
        """
        return any(self._accepts(one, count) for one in self.expects)

    def _accepts(self, one: Count, count: int) -> bool:
        check = one.check
        if check is None:
            return one.least <= count and (one.most is None or count <= one.most)
        about = phrase("for a number of {number}", number=count)
        return self._ask(lambda: check(count), "expects=", about)

    def _ask(self, ask: Callable[[], Any], argument: str, about: Phrase) -> bool:
        """Return the verdict of the author's function, or raise an `EngineError` if it gives none."""
        span = None
        try:
            result = ask()
        except EngineError as e:
            problem, span = reason_of(e), e.findings[0].span
        else:
            if isinstance(result, bool):
                return result
            problem = phrase("it returns {value}", value=Verbatim(written(result)))
        related = ((phrase("it fails here"), span),) if span is not None and span != self.span else ()
        words: dict[str, Any] = {"argument": Verbatim(argument), "problem": problem, "about": about}
        raise EngineError([finding(KEY_FUNCTION_FAILED, self.span, related=related, **words)])

    @property
    def takes_any_number(self) -> bool:
        """Whether a map may have any number of the keys."""
        return any(count.words is None and count.least == 0 and count.most is None for count in self.expects)

    @property
    def number(self) -> Param:
        """The number of keys in words: `exactly 1 key`, `0 or 1 key`, `any number of keys`."""
        if self.takes_any_number:
            return phrase("any number of keys")
        limits = [count for count in self.expects if count.words is None]
        functions = [count.words for count in self.expects if count.words is not None]
        parts = (*_limits(limits), *functions)
        return parts[0] if len(parts) == 1 else Listing(parts, "or")

    @property
    def words(self) -> Phrase:
        """The keys in words: `any name`, `names that match ^x`."""
        return phrase("the name itself") if self.allowed is None else self.allowed.words
