"""`yschema compare`: report what changes between two versions of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from yschema_engine.arguments.compare import CompareArguments
from yschema_engine.cli.output import check_language
from yschema_engine.cli.streams import MIGRATION_OF_SEVERAL, Streams
from yschema_engine.compare.affected_values import affecting
from yschema_engine.compare.changes import Change, Comparison
from yschema_engine.compare.comparison import compare
from yschema_engine.compare.failing_changes import Accepted, failures, read_accepted, split
from yschema_engine.compare.migrate import migrate
from yschema_engine.read.inputs import File, find_files
from yschema_engine.read.kubernetes.words import UNKNOWN_VERSION
from yschema_engine.read.readers import are_same, declared, load_resources
from yschema_engine.read.revisions import files_at, split_revision
from yschema_engine.schema.schema import Schema, resource_group
from yschema_engine.show.changes import as_findings, as_github, as_gitlab, as_json, as_markdown, as_text
from yschema_engine.show.findings import draw
from yschema_engine.show.language import find_language
from yschema_engine.text.findings import UsageError
from yschema_engine.text.nodes import to_plain
from yschema_engine.text.phrases import Listing, Verbatim, phrase
from yschema_engine.text.source import Source
from yschema_engine.values.check import check_files
from yschema_engine.yaml.plain_values import merged
from yschema_engine.yaml.read import read


def run_compare(arguments: CompareArguments, streams: Streams) -> bool:
    """Run the comparison, print the changes, and return whether they are allowed.

    Raises:
        EngineError: one of the schemas is not valid.
        UsageError: a file cannot be read.
    """
    check_language(arguments.language)
    comparison = _comparison(arguments, streams)
    if arguments.migrate:
        return _migrate(comparison, arguments, streams)
    accepted_files = _sources(arguments.accepted, arguments, streams)
    entries = [entry for source in accepted_files for entry in read_accepted(source)]
    changes, accepted, warnings = split(_of_interest(comparison, arguments, streams), entries)
    streams.write(_shown(comparison, changes, accepted, arguments))
    problems = list(failures(changes, arguments.fail_on, arguments.releases))
    streams.report([*warnings, *problems])
    return not problems


def _comparison(arguments: CompareArguments, streams: Streams) -> Comparison:
    """Return the changes between the two versions; equal inputs are not compared."""
    if arguments.against:
        old = [file for path in arguments.files for file in files_at(arguments.against, path)]
        new = [file for path in arguments.files for file in _files(path, arguments, streams)]
    else:
        old = _files(arguments.old, arguments, streams)
        new = _files(arguments.new, arguments, streams)
    before, after = _loaded(old, arguments), _loaded(new, arguments)
    for side, other in ((before, after), (after, before)):
        if isinstance(side, UsageError) and not (isinstance(other, Schema) and other.kinds):
            raise side
    # A version that only one side defines was removed, or added.
    one, other = (resource_group(()) if isinstance(side, UsageError) else side for side in (before, after))
    return Comparison(one, other, ()) if are_same(old, new, arguments.load.kind) else compare(one, other)


def _loaded(files: Sequence[File], arguments: CompareArguments) -> Schema | UsageError:
    """Return the schema of one side, or the error that its version is unknown.

    Raises:
        EngineError: the schema is not valid.
        UsageError: a file cannot be read, or there is no schema.
    """
    try:
        schema = load_resources(files, arguments.load)
    except UsageError as e:
        if any(each.code != UNKNOWN_VERSION for each in e.findings):
            raise
        return e
    return declared(schema)


def _files(argument: str, arguments: CompareArguments, streams: Streams) -> list[File]:
    revision = split_revision(argument)
    if revision is not None:
        return files_at(*revision)
    return find_files(argument, streams.stdin, arguments.load.inputs)


def _of_interest(comparison: Comparison, arguments: CompareArguments, streams: Streams) -> Sequence[Change]:
    """Return all changes, or those that affect the values in files."""
    if not arguments.values:
        return comparison.changes
    sources = _sources(arguments.values, arguments, streams)
    documents = [to_plain(document.value) or {} for source in sources for document in read(source).documents]
    if comparison.old.kinds or comparison.new.kinds:  # each document is a resource
        affected = [each for document in documents for each in affecting(comparison, document)]
        return [change for change in comparison.changes if change in affected]
    return affecting(comparison, reduce(merged, documents, {}))


def _sources(paths: Sequence[str], arguments: CompareArguments, streams: Streams) -> Iterator[Source]:
    for path in paths:
        for file in find_files(path, streams.stdin, arguments.load.inputs):
            yield file.source


def _migrate(comparison: Comparison, arguments: CompareArguments, streams: Streams) -> bool:
    """Print the migrated values, report findings about them, and return whether they are valid."""
    sources = list(_sources(arguments.values, arguments, streams))
    if len(sources) != 1:
        names = [Verbatim(source.name) for source in sources]
        found = Listing(tuple(names)) if names else phrase("no file")
        raise UsageError.of(MIGRATION_OF_SEVERAL, found=found)
    [source] = sources
    migrated, unfollowed = migrate(source, comparison)
    streams.write(migrated)
    file = File(source.path, source.name, migrated.encode())
    checked = check_files(comparison.new, [file], arguments.load)
    streams.report([*unfollowed, *checked.findings])
    return checked.valid


def _shown(
    comparison: Comparison,
    changes: Sequence[Change],
    accepted: Sequence[tuple[Change, Accepted]],
    arguments: CompareArguments,
) -> str:
    words = find_language(arguments.language).of(comparison.new)
    match arguments.output:
        case "json":
            return as_json(changes, accepted)
        case "markdown":
            return as_markdown(changes, words)
        case "github":
            return as_github(changes)
        case "gitlab":
            return as_gitlab(changes)
        case "sarif" | "junit":
            return draw(as_findings(changes), arguments.output)
        case "html":
            from yschema_engine.show.html.standalone import changes_page  # noqa: PLC0415  takes time

            title = words.text(phrase("Changes of {schema}", schema=Verbatim(comparison.new.title)))
            return changes_page(changes, comparison.new, title, arguments.language)
    return as_text(changes, accepted, words)
