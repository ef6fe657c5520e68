"""The check of one block: its data values or its calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from yschema_engine.docs.accepted_findings import SuppressionComments, in_yaml
from yschema_engine.docs.called_programs import PROGRAMS
from yschema_engine.docs.calls import CallContext, check_call, find_calls
from yschema_engine.docs.excerpts import ExcerptCheck, expect_invalid, without_ellipses
from yschema_engine.docs.fences import AT, FRAGMENT, INVALID, BlockOptions, Fence
from yschema_engine.docs.manifests import EmbeddedValues, check_embedded, find_values
from yschema_engine.docs.places import display_path, find_part, unknown_path
from yschema_engine.docs.source_map import Location
from yschema_engine.read.inputs import File
from yschema_engine.read.options import LoadOptions
from yschema_engine.schema.schema import Schema
from yschema_engine.text.deferred_classes import dataclass, replace
from yschema_engine.text.findings import EngineError, Finding, LimitError, UsageError, revise, usage_code
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.source import Source, Span
from yschema_engine.yaml.read import ReadOptions, read

EMPTY_BLOCK = usage_code(
    "empty-block",
    "the block is empty",
    expected="data values",
    hint="if it includes a file, check the path; `{empty}` stands for no data values",
)
FRAGMENT_OF_SHELL_BLOCK = usage_code(
    "fragment-of-shell-block", "`{option}` is for blocks of YAML", expected="no path"
)
MANIFEST_WITHOUT_PLACE = usage_code(
    "manifest-without-place",
    "the block is a manifest, not values",
    expected="values of the schema {schema}",
    hint="if the manifest contains values, add `yschema.at`, or `yschema.at=PATH` with their path",
)
NOTHING_TO_CHECK = usage_code(
    "nothing-to-check",
    "nothing in the block can be checked",
    found="no command that sets values by {programs}",
    expected="one that does, such as `ytt -f config --data-value key=text`",
    hint="remove `yschema` if nothing is to be checked",
)

YAML = ("yaml", "yml")
VALUES = (*YAML, "json", "toml")
_KEYS_OF_MANIFEST = ("apiVersion", "kind")


@dataclass(frozen=True, slots=True)
class BlockHost:
    """The facts that a host contributes to the checks of a page.

    Attributes:
        locate: where the line with an index (from 0) of the page, as fences have it, is written.
        accept: takes in what comments in a block accept, before its findings.
        folders: where files may be that calls name, the likeliest first.
        names: of the schemas.
        schema: returns the schema with a name; raises an `EngineError` if it cannot be used.
        ask: runs a check where code may run.
        options: how to read values.
    """

    locate: Callable[[int], Location]
    accept: Callable[[SuppressionComments], None]
    folders: Sequence[Path]
    names: Sequence[str]
    schema: Callable[[str], Schema]
    ask: Callable[[Callable[[], list[Finding]]], list[Finding]]
    options: LoadOptions


@dataclass(frozen=True, slots=True)
class BlockCheck:
    """The question for the findings about the values in a block.

    Attributes:
        schema: the schema of the values.
        schema_name: its name in the page.
        options: of the block.
        file: the text of the block.
        embedded: the values in its manifests; None if the block holds calls of programs, and not YAML.
        context: the lines of these calls, and how to read values.
    """

    schema: Schema
    schema_name: str
    options: BlockOptions
    file: File
    embedded: Sequence[EmbeddedValues] | None
    context: CallContext

    def findings(self) -> list[Finding]:
        """Return the findings, at lines of the block.

        Raises:
            EngineError: the block cannot be checked.
        """
        return list(self._of_calls() if self.embedded is None else self._of_values(self.embedded))

    def _of_values(self, embedded: Sequence[EmbeddedValues]) -> Iterable[Finding]:
        part = find_part(self.schema.root, self.options.fragment)
        if part is None:
            known = [str(field.path) for field in self.schema.root.walk()]
            raise unknown_path(self.schema_name, self.options.fragment, known)
        if not self.file.data.strip():
            raise UsageError.of(EMPTY_BLOCK, empty=Verbatim("{}"))
        check = ExcerptCheck(self.schema, part, self.options.complete, self.context.options)
        if embedded:
            return check_embedded(check, self.file, embedded)
        if not part.path and not self.schema.kinds and _is_manifest(self.schema, self.file):
            raise UsageError.of(MANIFEST_WITHOUT_PLACE, schema=Verbatim(self.schema_name))
        return check.of_file(self.file)

    def _of_calls(self) -> Iterator[Finding]:
        for option, value in ((FRAGMENT, self.options.fragment), (AT, self.options.at)):
            if value or (option == AT and value is not None):
                found = Verbatim(f"{option}={value}" if value else option)
                raise UsageError.of(FRAGMENT_OF_SHELL_BLOCK, option=Verbatim(option), found=found)
        calls = find_calls(self.file.source.text)
        if not calls:
            raise UsageError.of(NOTHING_TO_CHECK, programs=Listing(tuple(map(Verbatim, PROGRAMS)), "or"))
        for call in calls:
            yield from check_call(self.schema, call, self.context, complete=self.options.complete)


@dataclass(frozen=True, slots=True)
class Block:
    """A checked block of a page.

    Attributes:
        host: the host of the page.
        fence: the block in it.
        options: of the block.
        schema_name: the name of its schema.
        header: where its first line is written.
    """

    host: BlockHost
    fence: Fence
    options: BlockOptions
    schema_name: str
    header: Span | None

    def findings(self, schema: Schema) -> Iterable[Finding]:
        """Return the findings about the block."""
        host, header = self.host, self.header
        text = "\n".join(self.fence.body)
        is_yaml = self.fence.header.language in VALUES
        if is_yaml:
            text = without_ellipses(text)
        path = "values.toml" if self.fence.header.language == "toml" else "values.yaml"
        file = File(path, header.file if header else "values", text.encode())
        host.accept(self._comments(file.source))
        try:
            embedded = self._embedded(file) if is_yaml else None
            context = CallContext(file.source, tuple(map(display_path, host.folders)), host.options)
            check = BlockCheck(schema, self.schema_name, self.options, file, embedded, context)
            findings = [self._in_page(finding_, file.source) for finding_ in host.ask(check.findings)]
        except LimitError as e:
            related = ((phrase("called from here"), header),) if header else ()
            findings = [revise(each, related=related, kind="blocks") for each in e.findings]
        except EngineError as e:
            return [self._in_page(each, file.source) for each in e.findings]
        if self.options.invalid is not None:
            declared = (header or Span(file.source, 1)).narrowed_to(INVALID)
            return expect_invalid(findings, self.options.invalid, declared)
        return findings

    def _embedded(self, file: File) -> Sequence[EmbeddedValues]:
        """Return the values in the manifests of the block, after taking in what comments in them accept.

        Raises:
            EngineError: the manifests are not YAML, or have no values.
        """
        if self.options.at is None:
            return ()
        documents = read(file.source, ReadOptions(strict=self.host.options.strict)).documents
        embedded = find_values(file, documents, self.options.at)
        for each in embedded:
            if each.file is not None and each.keeps_lines:
                self.host.accept(self._comments(each.file.source))
        return embedded

    def _comments(self, source: Source) -> SuppressionComments:
        """Return the findings accepted by comments in the block; other comments are for included files."""
        comments = in_yaml(source)
        suppressions = []
        for suppression in comments.suppressions:
            spans = [self._location(Span(source, line), source).span for line in suppression.lines]
            lines = [span.line for span in spans if span is not None]
            span = self._location(suppression.span, source).span
            if suppression.kind == "blocks" and span is not None and lines:
                covered = range(min(lines), max(lines) + 1)
                suppressions.append(replace(suppression, span=span, lines=covered))
        problems = (self._in_page(problem, source) for problem in comments.findings)
        return SuppressionComments(
            tuple(suppressions), tuple(problem for problem in problems if not problem.related)
        )

    def _in_page(self, finding: Finding, source: Source) -> Finding:
        """Return the finding with lines of the page for those of the block."""
        related = tuple((words, self._location(span, source).span or span) for words, span in finding.related)
        if finding.span is None:
            return replace(finding, related=related)
        location = self._location(finding.span, source)
        included = ((phrase("included from"), location.included),) if location.included is not None else ()
        return revise(finding, span=location.span, related=(*included, *related))

    def _location(self, span: Span, source: Source) -> Location:
        if span.source != source:
            return Location(span)
        location = self.host.locate(self.fence.start + min(span.line, len(self.fence.body)))
        return replace(location, span=location.span and span.moved_to(location.span))


def _is_manifest(schema: Schema, file: File) -> bool:
    """Return whether a text has the keys of a manifest, and the schema does not declare them."""
    declared = {field.key for field in schema.root.type.fields}
    keys = {line.partition(":")[0] for line in file.source.lines}
    return all(key in keys and key not in declared for key in _KEYS_OF_MANIFEST)
