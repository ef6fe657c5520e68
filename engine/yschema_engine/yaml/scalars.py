"""Resolution of plain and tagged scalars: words of YAML 1.1, and numbers as ytt reads them."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable, Mapping

from yschema_engine.text.findings import Code, parse_code
from yschema_engine.text.nodes import Scalar

NOT_YAML = parse_code("not-yaml", "this is not valid YAML", hint="check the indentation and the quotes")
NESTED_YAML = parse_code(
    "nested-yaml", "maps and arrays are nested too deeply", expected="at most {levels} levels"
)
COLLECTION_AS_KEY = parse_code("collection-as-key", "a map or an array cannot be a key", expected="a string")
MERGE_OF_NO_MAP = parse_code(
    "merge-of-no-map", "a merge key needs a map", expected="a map, or an alias of one"
)
HALF_CHARACTER = parse_code(
    "half-character",
    "this escape sequence is only half of a character",
    found="a surrogate",
    expected=r"a whole character: \UXXXXXXXX",
)
UNKNOWN_ALIAS = parse_code(
    "unknown-alias",
    "the alias {alias} has no anchor",
    expected="{anchor} above",
    hint="put the anchor above its aliases, in the same document, and not around them",
)
LARGE_ALIASES = parse_code(
    "large-aliases",
    "the aliases of this file expand to too many nodes",
    found="more than {nodes} nodes",
    hint="avoid aliases of aliases",
)
NOT_BASE64 = parse_code(
    "not-base64",
    "this is not a string in base64",
    found="{scalar}",
    expected="a UTF-8 string in base64 after !!binary",
)
WRONG_TAG = parse_code(
    "wrong-tag",
    "the scalar does not match its tag",
    found="{scalar}",
    expected="a scalar that reads as {tag}",
)
AMBIGUOUS_SCALAR = parse_code(
    "ambiguous-scalar",
    "this plain scalar is ambiguous, which the option `strict` does not allow",
    found="{scalar}",
    expected="quotes or a tag",
)
QUESTION_MARK = parse_code(
    "question-mark-in-brackets",
    "a value in brackets has a question mark and no quotes",
    hint="put the value in quotes: ytt refuses it otherwise",
)
YAML_VERSION = parse_code(
    "yaml-version",
    "this version of YAML is not supported",
    expected="1.1, or no directive",
    hint="remove the directive",
)


_WORDS: Mapping[str, Scalar] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
# Only a scalar that starts so can be anything but a string.
_MAYBE_NUMBER = frozenset("+-.0123456789")
_FLOAT_ENDS = frozenset(".0123456789")
_DECIMAL = r"[-+]?(?:0|[1-9][0-9]*)\Z"
_PREFIXED = r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))\Z"
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z"
_TIMESTAMP = (
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"(?:[Tt ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?(?:Z|[-+][0-9]{2}:[0-9]{2})?)?\Z"
)
_YES_AND_NO = frozenset(word for word, value in _WORDS.items() if type(value) is bool) - {
    *("true", "True", "TRUE"),
    *("false", "False", "FALSE"),
}
_SMALLEST, _LARGEST = -(2**63), 2**64 - 1

_TAG = "tag:yaml.org,2002:"
_STRICT_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z"
_STRICT_WORDS = frozenset(("true", "false", ""))
_AMBIGUOUS = r"\s|:|---"


class ScalarError(ValueError):
    """A scalar does not fit its tag, or strict reading refuses it.

    Attributes:
        code: what is wrong.
        tag: the tag, or `""`.
    """

    def __init__(self, code: Code, tag: str = "") -> None:
        super().__init__(code.name)
        self.code = code
        self.tag = tag


def resolve(text: str) -> Scalar:
    """Return the value of an untagged plain scalar.

    Words and numbers are read as ytt reads them (conformance cases `yaml` and `types`): dates and sexagesimal
    numbers stay strings, an integer beyond 64 bits is a float.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAYBE_NUMBER:
        return text
    return _number(text)


def resolve_core(text: str) -> Scalar:
    """Resolve as `resolve` does, but to strings for `yes`, `no`, `on`, `off`, `y` and `n`."""
    return text if text in _YES_AND_NO else resolve(text)


def _number(text: str) -> Scalar:
    if text[0] == ".":
        return float(text) if re.match(_FLOAT, text) else text
    plain = text.replace("_", "")
    number = _whole(plain)
    if number is not None and _SMALLEST <= number <= _LARGEST:
        return number
    if plain[-1:] in _FLOAT_ENDS and re.match(_FLOAT, plain):
        value = float(plain)
        return text if math.isinf(value) else value
    return text


def _whole(plain: str) -> int | None:
    if re.match(_DECIMAL, plain):
        # Longer ones are floats anyway, and int() is slow and limited for them.
        return int(plain) if len(plain) < 24 else None
    prefixed = re.match(_PREFIXED, plain) if "0" in plain[:2] else None
    if prefixed is None:
        return None
    sign, hexadecimal, binary, octal = prefixed.groups()
    digits, base = (hexadecimal, 16) if hexadecimal else (binary, 2) if binary else (octal, 8)
    return int(sign + digits, base)


def resolve_tagged(tag: str, text: str, *, plain: bool) -> Scalar:
    """Return the value of a scalar with an explicit tag.

    Args:
        tag: the tag in its long form; other tags make a string.
        text: of the scalar.
        plain: whether the scalar has no quotes.

    Raises:
        ScalarError: the text does not fit the tag.
    """
    if not tag.startswith(_TAG):
        return text
    kind = tag.removeprefix(_TAG)
    if kind == "binary":
        try:
            return base64.b64decode(text, validate=False).decode()
        except ValueError as e:  # other characters, or bytes that are not UTF-8
            raise ScalarError(NOT_BASE64) from e
    if kind not in _FITS:
        return text
    value = resolve(text) if text or plain or kind == "null" else text
    if kind == "float" and type(value) is int:
        return float(value)
    if not _FITS[kind](value, text):
        raise ScalarError(WRONG_TAG, f"!!{kind}")
    return value if kind not in ("str", "timestamp") else text


_FITS: Mapping[str, Callable[[Scalar, str], bool]] = {
    "str": lambda value, text: True,
    "int": lambda value, text: type(value) is int,
    "float": lambda value, text: type(value) is float,
    "bool": lambda value, text: type(value) is bool,
    "null": lambda value, text: value is None,
    "timestamp": lambda value, text: re.match(_TIMESTAMP, text) is not None,
}


def check_strict(text: str) -> None:
    """Refuse a plain scalar that readers of YAML may read differently.

    Raises:
        ScalarError: the scalar is ambiguous.
    """
    if text in _STRICT_WORDS or re.match(_STRICT_NUMBER, text):
        return
    if resolve(text) is not text or re.search(_AMBIGUOUS, text):
        raise ScalarError(AMBIGUOUS_SCALAR)
