"""The metadata of a chart: the content of `Chart.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from yschema_engine.compiled.documents import get_text, get_texts, get_value, get_values, read_document
from yschema_engine.merge.charts import Dependency
from yschema_engine.schema.metadata import InputFact, Property, Table, facts, listed
from yschema_engine.text.deferred_classes import dataclass
from yschema_engine.text.findings import EngineError
from yschema_engine.text.nodes import Map, Value
from yschema_engine.text.phrases import Listing, Param, Verbatim, phrase
from yschema_engine.text.source import Source, Span

_LINKS = "artifacthub.io/links"
_LABELS = (
    ("version", phrase("Version")),
    ("appVersion", phrase("Version of the application")),
    ("kubeVersion", phrase("Kubernetes")),
    ("type", phrase("Type")),
)


@dataclass(frozen=True, slots=True)
class ChartMetadata:
    """The metadata of a chart.

    Attributes:
        texts: the values that are scalars, as text, by their keys.
        span: of the file.
        dependencies: in order.
        maintainers: the name and the address of each.
        sources: the addresses of the source code.
        license: its name.
        links: the name and the address of each.
    """

    texts: Mapping[str, str]
    span: Span
    dependencies: tuple[Dependency, ...] = ()
    maintainers: tuple[tuple[str, str], ...] = ()
    sources: tuple[str, ...] = ()
    license: str = ""
    links: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of the chart; may be empty."""
        return self.texts.get("name", "")

    @property
    def version(self) -> str:
        """The version of the chart; may be empty."""
        return self.texts.get("version", "")

    @property
    def is_library(self) -> bool:
        """Whether the chart only has templates for others."""
        return self.texts.get("type") == "library"

    @property
    def is_deprecated(self) -> bool:
        """Whether the chart is deprecated."""
        return self.texts.get("deprecated") == "true"

    def facts(self) -> Iterator[InputFact]:
        """Yield what pages show about the chart, in order."""
        yield from facts(
            *((key, label, Verbatim(self.texts.get(key, ""))) for key, label in _LABELS),
            ("license", phrase("License"), Verbatim(self.license)),
        )
        if home := self.texts.get("home"):
            yield Property("home", phrase("Home page"), home, home)
        for source in self.sources:
            yield Property("sources", phrase("Source code"), source, source)
        for name, address in self.links:
            yield Property("links", phrase("Link"), name, address)
        names = [f"{name} ({address})" if address else name for name, address in self.maintainers]
        yield from facts(("maintainers", phrase("Maintainers"), listed(names)))
        if self.dependencies:
            yield _dependency_table(self.dependencies)


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


def read_metadata(chart: Source, requirements: Source | None) -> ChartMetadata:
    """Return the metadata in `Chart.yaml`.

    Args:
        chart: the file.
        requirements: `requirements.yaml`, in which older charts have their dependencies.

    Raises:
        EngineError: a file is not valid YAML.
    """
    value = read_document(chart)
    entries = get_values(value, "dependencies")
    if requirements is not None:
        entries += get_values(read_document(requirements), "dependencies")
    people = (
        (get_text(each, "name"), get_text(each, "email") or get_text(each, "url"))
        for each in get_values(value, "maintainers")
    )
    annotations = get_value(value, "annotations")
    items = value.items if isinstance(value, Map) else []
    return ChartMetadata(
        {str(item.key): text for item in items if (text := get_text(item.value))},
        Span(chart, 1),
        tuple(_dependency(entry, Span(chart, 1)) for entry in entries if get_text(entry, "name")),
        tuple((name, address) for name, address in people if name),
        get_texts(value, "sources"),
        get_text(annotations, "artifacthub.io/license") or get_text(annotations, "licenses"),
        tuple(_links(get_text(annotations, _LINKS))),
    )


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
