"""Conversion of blocks that end with `end` to indented blocks.

ytt ignores indentation and closes each block with `end`; Starlark needs indentation. Every line of the result
has the span of the source line that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

from yschema_engine.evaluate.starlark.scanner import Scanner, Token
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import Code, EngineError, finding, revise, template_code
from yschema_engine.text.phrases import Param, Verbatim
from yschema_engine.text.size_limits import CODE_SIZE, MIB
from yschema_engine.text.source import Span
from yschema_engine.text.suggestions import did_you_mean

UNCLOSED_BLOCK = template_code(
    "unclosed-block", "this `{keyword}` block is never closed", expected="a line `#@ end` below it"
)
MISSING_COLON = template_code(
    "missing-colon", "this `{keyword}` has no colon", expected="a colon at the end of the line"
)
END_WITHOUT_BLOCK = template_code(
    "end-without-block", "`end` without a block", hint="remove it, or open a block above"
)
UNKNOWN_BLOCK = template_code(
    "unknown-block",
    "`{keyword}` does not start a block",
    expected="`if`, `elif`, `else`, `for`, `while` or `def`",
)
BRANCH_WITHOUT_IF = template_code("branch-without-if", "`{keyword}` without `if`")
WHILE_WITHOUT_BLOCK = template_code(
    "while-without-block", "this `while` has no block", expected="a colon at the end of the line"
)
PASS_STATEMENT = template_code(
    "pass-statement", "ytt has no `pass` statement", hint="remove it: a block may be empty"
)
UNFINISHED_STATEMENT = template_code(
    "unfinished-statement",
    "this code is not complete",
    expected="every bracket and string closed before the next node",
)
UNFINISHED_EXPRESSION = template_code(
    "unfinished-expression",
    "this code is not complete",
    expected="every bracket and string closed on this line",
)
COMMENT_IN_CODE = template_code(
    "comment-in-code", "a comment follows this code", hint="put the comment on a line of its own, after #!"
)
RESERVED_NAME = template_code(
    "reserved-name", "names that begin with `{prefix}` are reserved", hint="choose another name"
)
NESTED_CODE = template_code(
    "nested-code",
    "this code is nested too deeply",
    expected=(
        "at most {brackets} nested brackets, nested blocks or chained calls,"
        " {operators} operators in a statement, and {branches} branches"
    ),
)

LARGE_CODE = template_code(
    "large-code",
    "this file contains too much code",
    expected="at most {size} MiB",
    hint="move long values out of the code, such as into YAML",
)


_OPENERS = ("def", "if", "for", "while")
_BRANCHES = ("elif", "else")
TEXT_NAME = "__ytext"
"""The list that holds the pieces of the text that is being built."""
_BRIDGE = "__y"
_ENDLESS = 2**31 - 1
_MAX_DEPTH = 100
_MAX_OPERATORS = 1500
_MAX_BRANCHES = 1000  # each is inside the one before, for the interpreter
_OPERATORS = frozenset((*".+-*/%~|&^", "not", "and", "or", "lambda", "if", "for"))


class LineKind(Enum):
    """The origin of a line of a program."""

    CODE = auto()  # written by the author
    STEP = auto()  # generated from the template
    NODE = auto()  # generated from the template; adds a node to the function around it
    TEXT_START = auto()  # generated; begins a text template
    TEXT = auto()  # generated; adds text to the function around it, if the text template defines that


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a program and the source line that it stands for, if any."""

    text: str
    span: Span | None
    kind: LineKind = LineKind.CODE


@dataclass(slots=True)
class _Block:
    keyword: str
    header: Line
    start: int  # index of the header in the result
    empty: bool = True
    nodes: bool = False
    text: bool = False
    branches: int = 0


def indent(lines: Iterable[Line]) -> list[Line]:
    """Return the program in indented form.

    A `def` that contains nodes is framed by `__ybegin()` and `return __yend()`; one that contains text, by a
    list for the pieces of the text and its return.

    Raises:
        EngineError: a block is not closed, an `end` closes nothing, or a statement is not complete.
    """
    return _Indenter().run(lines)


class _Indenter:
    def __init__(self) -> None:
        self._result: list[Line] = []
        self._blocks: list[_Block] = []
        self._scanner = Scanner()
        self._statement: list[Line] = []
        self._tokens: list[Token] = []
        self._functions: dict[str, None] = {}
        self._text_depth = 0

    def run(self, lines: Iterable[Line]) -> list[Line]:
        size = 0
        for line in lines:
            size += len(line.text)
            check_code_size(size, line)
            if line.kind is LineKind.CODE:
                self._code(line)
            else:
                if self._statement:
                    raise self._unfinished()
                self._step(line)
        if self._statement:
            raise self._unfinished()
        if self._blocks:
            block = self._blocks[-1]
            raise _error(UNCLOSED_BLOCK, block.header, keyword=Verbatim(block.keyword))
        functions = ", ".join(["None", *self._functions])
        self._result.append(Line(f"__yowns({functions})", None, LineKind.STEP))
        return self._result

    def _code(self, line: Line) -> None:
        # Leading space carries no meaning, but for a line that a backslash joins.
        text = line.text if self._scanner.continued else line.text.lstrip()
        tokens = self._scanner.line(text)
        if not tokens and not self._statement and self._scanner.complete:
            return
        self._statement.append(replace(line, text=text))
        self._tokens += tokens
        if self._scanner.complete:
            statement, tokens = self._statement, self._tokens
            _check_size(tokens, statement[0])
            self._statement, self._tokens = [], []
            self._emit(statement, tokens)

    def _emit(self, statement: list[Line], tokens: list[Token]) -> None:
        first = statement[0]
        word = tokens[0].text if tokens and tokens[0].kind == "name" else ""
        if word == "end" and len(tokens) == 1:
            self._close(first)
            return
        if word == "pass" and len(tokens) == 1:
            raise _error(PASS_STATEMENT, first)
        is_header = word in (*_OPENERS, *_BRANCHES)
        colon = _block_colon(tokens)
        opens = colon == len(tokens) - 1
        if opens and not is_header:
            opener, hint = tokens[0].text, did_you_mean(tokens[0].text, (*_OPENERS, *_BRANCHES))
            raise _error(UNKNOWN_BLOCK, first, keyword=Verbatim(opener), hint=hint)
        if word == "while":
            self._while(statement, opens=opens)
            return
        if is_header and colon is None:
            raise _error(MISSING_COLON, first, keyword=Verbatim(word))
        if word in _BRANCHES:
            self._branch(statement, word, opens=opens)
            return
        self._append(statement, self._depth)
        if opens:
            if self._depth == _MAX_DEPTH:
                raise nested_code(first)
            self._blocks.append(_Block(word, first, len(self._result) - 1))
            if word == "def":
                if self._depth == 1:
                    self._functions[tokens[1].text] = None
                # starlark-rust inlines a function that only returns, and errors then lose its lines.
                self._result.append(Line(" " * self._depth + "__yline = 0", first.span, LineKind.STEP))

    def _branch(self, statement: list[Line], word: str, *, opens: bool) -> None:
        first = statement[0]
        if not self._blocks:
            raise _error(BRANCH_WITHOUT_IF, first, keyword=Verbatim(word))
        self._fill(first)
        self._blocks[-1].branches += 1
        if sum(block.branches for block in self._blocks) > _MAX_BRANCHES:
            raise nested_code(first)
        self._append(statement, self._depth - 1)
        if opens:
            self._blocks[-1].empty = True

    def _while(self, statement: list[Line], *, opens: bool) -> None:
        """Add a loop over a practically endless range, since starlark-rust has no `while`."""
        head, *rest = statement
        if not opens:
            raise _error(WHILE_WITHOUT_BLOCK, head)
        self._append([replace(head, text=f"for __ywhile in range({_ENDLESS}):")], self._depth)
        self._blocks.append(_Block("while", head, len(self._result) - 1))
        condition = replace(head, text=head.text.replace("while", "if", 1))
        self._append([condition, *rest], self._depth)
        self._append([Line("pass", head.span, LineKind.STEP)], self._depth + 1)
        self._append([Line("else: break", head.span, LineKind.STEP)], self._depth)

    def _step(self, line: Line) -> None:
        if line.kind is LineKind.TEXT_START:
            self._text_depth = self._depth
        elif line.kind is LineKind.NODE and (function := _function(self._blocks)):
            function.nodes = True
        elif line.kind is LineKind.TEXT and (function := _function(self._blocks[self._text_depth :])):
            function.text = True
        self._append([line], self._depth)

    def _close(self, end: Line) -> None:
        if not self._blocks:
            raise _error(END_WITHOUT_BLOCK, end)
        self._fill(end)
        block = self._blocks.pop()
        if block.nodes:
            self._frame(block, "__ybegin()", "return __yend()", end)
        elif block.text:
            self._frame(block, f"{TEXT_NAME} = []", f'return "".join({TEXT_NAME})', end)

    def _frame(self, block: _Block, first: str, last: str, end: Line) -> None:
        """Add a first and a last statement to a block that is complete."""
        pad = " " * (self._depth + 1)
        self._result.insert(block.start + 1, Line(pad + first, block.header.span, LineKind.STEP))
        self._result.append(Line(pad + last, end.span, LineKind.STEP))

    def _fill(self, line: Line) -> None:
        """Add a statement to an empty block, which needs one."""
        if self._blocks[-1].empty:
            self._result.append(Line(" " * self._depth + "pass", line.span, LineKind.STEP))

    def _append(self, statement: list[Line], depth: int) -> None:
        head, *rest = statement
        self._result.append(replace(head, text=" " * depth + head.text))
        self._result.extend(rest)
        if self._blocks:
            self._blocks[-1].empty = False

    @property
    def _depth(self) -> int:
        return len(self._blocks)

    def _unfinished(self) -> EngineError:
        return _error(UNFINISHED_STATEMENT, self._statement[0])


def check_expression(text: str, span: Span) -> None:
    """Refuse code that would not stay within its line of a program: comments, open brackets and strings.

    Raises:
        EngineError: at the span.
    """
    line = Line(text, span)
    check_code_size(len(text), line)
    scanner = Scanner()
    tokens = scanner.line(text)
    if scanner.comment is not None:
        raise _error(COMMENT_IN_CODE, line)
    if not scanner.complete or scanner.depth:
        raise _error(UNFINISHED_EXPRESSION, line)
    _check_size(tokens, line)


def check_code_size(size: int, line: Line) -> None:
    """Refuse code that takes too much memory to read.

    Raises:
        EngineError: there is too much of it, up to a line.
    """
    if size > CODE_SIZE:
        raise _error(LARGE_CODE, line, size=CODE_SIZE // MIB)


def _check_size(tokens: list[Token], line: Line) -> None:
    """Refuse deep nesting and long chains of operators, which overflow the stack of the parser."""
    depth = deepest = operators = 0
    for token in tokens:
        depth += token.nesting
        deepest = max(deepest, depth)
        if token.text.startswith(_BRIDGE) and token.kind == "name":
            raise _error(RESERVED_NAME, line, prefix=Verbatim(_BRIDGE))
        operators += token.text in _OPERATORS
    if max(deepest, _longest_chain(tokens)) > _MAX_DEPTH or operators > _MAX_OPERATORS:
        raise nested_code(line)


def _longest_chain(tokens: list[Token]) -> int:
    """Return the number of calls and indexes in the longest chain, such as 3 of `f(x)[0]()`."""
    chains, longest, before = [0], 0, ""
    for token in tokens:
        if token.text in ("(", "["):
            # A bracket behind an operator or a comma begins a value.
            is_link = before in (")", "]") or before[-1:].isalnum() or before[-1:] in ("_", '"', "'")
            chains[-1] = chains[-1] + 1 if is_link else 0
            longest = max(longest, chains[-1])
            chains.append(0)
        elif token.text in (")", "]") and token.kind == "sign":
            chains = chains[:-1] or [0]
        elif token.text != "." and before != ".":
            chains[-1] = 0
        before = token.text
    return longest


def nested_code(line: Line) -> EngineError:
    """Return the error for code that is nested too deeply."""
    return _error(NESTED_CODE, line, brackets=_MAX_DEPTH, operators=_MAX_OPERATORS, branches=_MAX_BRANCHES)


def _function(blocks: list[_Block]) -> _Block | None:
    """Return the innermost function among blocks that are open."""
    return next((block for block in reversed(blocks) if block.keyword == "def"), None)


def _block_colon(tokens: list[Token]) -> int | None:
    """Return the index of the statement's own colon (not a lambda's, a slice's or a dict's), or None."""
    depth = lambdas = 0
    for index, token in enumerate(tokens):
        if token.kind == "name" and token.text == "lambda" and depth == 0:
            lambdas += 1
        depth += token.nesting
        if token.kind == "sign" and token.text == ":" and depth == 0:
            if not lambdas:
                return index
            lambdas -= 1
    return None


def _error(code: Code, line: Line, **params: Param | None) -> EngineError:
    return EngineError([revise(finding(code, line.span), **params)])
