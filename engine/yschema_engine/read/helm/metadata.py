"""The metadata of a chart: the content of `Chart.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yschema_engine.compiled.documents import get_text, get_texts, get_value, get_values, read_document
from yschema_engine.merge.chart_values import Dependency, with_text_keys
from yschema_engine.schema.metadata import InputFact, Property, Table, facts, listed
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.text.source import Source, Span

_LINKS = "artifacthub.io/links"


@dataclass(frozen=True, slots=True)
class ChartMetadata:
    """The metadata of a chart.

    Attributes:
        value: the content of the file.
        span: of the file.
        dependencies: in order.
    """

    value: Value
    span: Span
    dependencies: tuple[Dependency, ...]

    def text(self, key: str) -> str:
        """Return the scalar at a key as text; empty without one."""
        return get_text(self.value, key)

    @property
    def name(self) -> str:
        """The name of the chart; may be empty."""
        return self.text("name")

    @property
    def version(self) -> str:
        """The version of the chart; may be empty."""
        return self.text("version")

    @property
    def is_library(self) -> bool:
        """Whether the chart only has templates for others."""
        return self.text("type") == "library"

    @property
    def is_deprecated(self) -> bool:
        """Whether the chart is deprecated."""
        return self.text("deprecated") == "true"

    def facts(self) -> Iterator[InputFact]:
        """Yield what pages show about the chart, in order."""
        annotations = get_value(self.value, "annotations")
        license_ = get_text(annotations, "artifacthub.io/license") or get_text(annotations, "licenses")
        yield from facts(
            ("version", phrase("Version"), Verbatim(self.version)),
            ("appVersion", phrase("Version of the application"), Verbatim(self.text("appVersion"))),
            ("kubeVersion", phrase("Kubernetes"), Verbatim(self.text("kubeVersion"))),
            ("type", phrase("Type"), Verbatim(self.text("type"))),
            ("license", phrase("License"), Verbatim(license_)),
        )
        if home := self.text("home"):
            yield Property("home", phrase("Home page"), home, home)
        for source in get_texts(self.value, "sources"):
            yield Property("sources", phrase("Source code"), source, source)
        for name, address in _links(get_text(annotations, _LINKS)):
            yield Property("links", phrase("Link"), name, address)
        maintainers = map(_maintainer, get_values(self.value, "maintainers"))
        yield from facts(("maintainers", phrase("Maintainers"), listed([*filter(None, maintainers)])))
        if self.dependencies:
            yield _dependency_table(self.dependencies)


def _maintainer(person: Value) -> str:
    """Return the name of a person, with the address if there is one; empty without a name."""
    name, address = get_text(person, "name"), get_text(person, "email") or get_text(person, "url")
    return f"{name} ({address})" if name and address else name


def _dependency_table(dependencies: Sequence[Dependency]) -> Table:
    columns = (
        ("name", phrase("Chart")),
        ("version", phrase("Version")),
        ("key", phrase("Values")),
        ("condition", phrase("Condition")),
        ("imports", phrase("Imported values")),
        ("repository", phrase("Repository")),
    )
    rows = tuple(map(_row, dependencies))
    return Table("dependencies", phrase("Dependencies"), columns, rows).without_empty_columns


def _row(dependency: Dependency) -> tuple[Param, ...]:
    conditions: tuple[Param, ...] = tuple(map(Verbatim, dependency.conditions))
    conditions += tuple(Verbatim(f"tags.{tag}") for tag in dependency.tags)
    imports = tuple(
        phrase("{child} as {parent}", child=Verbatim(child), parent=Verbatim(parent or "(values)"))
        for child, parent in dependency.imports
    )
    return (
        Verbatim(dependency.name),
        Verbatim(dependency.version) if dependency.version else "",
        Verbatim(dependency.key) if dependency.key != dependency.name else "",
        Listing(conditions, "or") if conditions else "",
        listed(imports),
        dependency.repository,
    )


def read_metadata(chart: Source, requirements: Source) -> ChartMetadata:
    """Return the metadata in `Chart.yaml`.

    Args:
        chart: the file.
        requirements: `requirements.yaml`, in which older charts have their dependencies; may be empty.

    Raises:
        EngineError: a file is not valid YAML.
    """
    value = read_document(chart)
    if isinstance(value, Map):
        value = with_text_keys(value)
    entries = get_values(value, "dependencies") + get_values(read_document(requirements), "dependencies")
    span = Span(chart, 1)
    dependencies = (_dependency(entry, span) for entry in entries if get_text(entry, "name"))
    return ChartMetadata(value, span, tuple(dependencies))


def _links(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses in an annotation of Artifact Hub, which has YAML as text."""
    try:
        value = read_document(Source(_LINKS, text))
    except EngineError:
        return
    for each in get_values(value):
        if (name := get_text(each, "name")) and (address := get_text(each, "url")):
            yield name, address


def _dependency(entry: Value, span: Span) -> Dependency:
    condition = get_text(entry, "condition")
    items = entry.items if isinstance(entry, Map) else []
    return Dependency(
        get_text(entry, "name"),
        items[0].span if items else span,
        get_text(entry, "version"),
        get_text(entry, "repository"),
        get_text(entry, "alias"),
        tuple(path.strip() for path in condition.split(",") if path.strip()),
        get_texts(entry, "tags"),
        tuple(filter(None, map(_import, get_values(entry, "import-values")))),
    )


def _import(value: Value) -> tuple[str, str] | None:
    """Return the paths of an entry of `import-values`; a name stands for a path below `exports`."""
    if isinstance(value, Map):
        child, parent = get_text(value, "child"), get_text(value, "parent")
        return (child, "" if parent == "." else parent) if child else None
    name = get_text(value)
    return (f"exports.{name}", "") if name else None
