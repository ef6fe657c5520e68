"""The codes of findings about code in the input files."""

from __future__ import annotations

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

CODE_FAILED = Code("code-failed", "template", phrase("the code failed: {reason}"))
INVALID_CODE = Code("invalid-code", "template", phrase("the code is not valid: {reason}"))
UNKNOWN_NAME = Code("unknown-name", "template", phrase("the name `{name}` is not defined"))
EXTRA_ARGUMENTS = Code("extra-arguments", "template", phrase("a call has too many arguments: {reason}"))
MISSING_ARGUMENTS = Code(
    "missing-arguments", "template", phrase("a call lacks a required argument: {reason}")
)
FROZEN_VALUE = Code(
    "frozen-value",
    "template",
    phrase("the code changes a list or dict of a loaded file, which is frozen"),
    hint=phrase("copy it first: list(…), dict(…)"),
)
INTEGER_TOO_LARGE = Code(
    "integer-too-large",
    "template",
    phrase("an integer is too large for this operation"),
    expected=phrase("at most {limit}"),
)
TIME_LIMIT = Code(
    "time-limit",
    "template",
    phrase("the code of this run takes more than {limit} s"),
    hint=phrase("if the code needs more time, raise the limit: {option}"),
)
MEMORY_LIMIT = Code(
    "memory-limit",
    "template",
    phrase("the code of this run takes more memory than {limit} MiB"),
    hint=phrase("if the code needs more memory, raise the limit: {option}"),
)
CODE_CRASH = Code(
    "code-crash",
    "template",
    phrase("the code of this file crashes the process that runs it ({signal})"),
)
LESS_NESTING = phrase("nest lists, dicts and calls less deeply")
"""The hint for code that exhausts the stack."""

UNCLOSED_BLOCK = Code(
    "unclosed-block",
    "template",
    phrase("this `{keyword}` block is never closed"),
    expected=phrase("a line `#@ end` below it"),
)
MISSING_COLON = Code(
    "missing-colon",
    "template",
    phrase("this `{keyword}` has no colon"),
    expected=phrase("a colon at the end of the line"),
)
END_WITHOUT_BLOCK = Code(
    "end-without-block",
    "template",
    phrase("`end` without a block"),
    hint=phrase("remove it, or open a block above"),
)
BRANCH_WITHOUT_IF = Code("branch-without-if", "template", phrase("`{keyword}` without `if`"))
WHILE_WITHOUT_BLOCK = Code(
    "while-without-block",
    "template",
    phrase("this `while` has no block"),
    expected=phrase("a colon at the end of the line"),
)
PASS_STATEMENT = Code(
    "pass-statement",
    "template",
    phrase("ytt has no `pass` statement"),
    hint=phrase("remove it: a block may be empty"),
)
UNFINISHED_STATEMENT = Code(
    "unfinished-statement",
    "template",
    phrase("this code is not complete"),
    expected=phrase("every bracket and string closed before the next node"),
)
UNFINISHED_EXPRESSION = Code(
    "unfinished-expression",
    "template",
    phrase("this code is not complete"),
    expected=phrase("every bracket and string closed on this line"),
)
COMMENT_IN_CODE = Code(
    "comment-in-code",
    "template",
    phrase("a comment follows this code"),
    hint=phrase("put the comment on a line of its own, after #!"),
)
RESERVED_NAME = Code(
    "reserved-name",
    "template",
    phrase("names that begin with `{prefix}` are reserved"),
    hint=phrase("choose another name"),
)
NESTED_CODE = Code(
    "nested-code",
    "template",
    phrase("this code is nested too deeply"),
    expected=phrase(
        "at most {brackets} nested brackets, nested blocks or chained calls,"
        " and {operators} operators in a statement"
    ),
)
