"""The codes of findings about the markers of documents."""

from yschema_engine.text.findings import Code
from yschema_engine.text.phrases import phrase

NESTED_SCHEMA = Code(
    "nested-schema",
    "template",
    phrase("the code of the schema creates maps and arrays that are nested too deeply"),
)
NO_SCHEMA = Code(
    "no-schema",
    "schema",
    phrase("the inputs contain no schema document"),
    expected=phrase(
        "a YAML document marked `#@data/values-schema`; or a chart, a JSON Schema, a"
        " `CustomResourceDefinition` or a Carvel `Package`"
    ),
    hint=phrase("write the lines `#@data/values-schema` and `---` above the first key"),
    severity="warning",
)
COMPOSITE = "CompositeResourceDefinition"
# Crossplane adds fields, without which the schema would refuse valid resources.
CREATED_BY_CROSSPLANE = phrase(
    "give the `CustomResourceDefinition` that Crossplane creates: `kubectl get crd NAME -o yaml`"
)
CHART = "Chart.yaml"
NO_VERSION_OF_CHART = phrase(
    "add `apiVersion: v2` to `Chart.yaml`: without it, the folder is not read as a chart"
)

WRONG_LIBRARY = Code(
    "wrong-library",
    "schema",
    phrase("@library/ref names no library"),
    expected=phrase('a string that starts with @, such as "@example.com/labels"'),
)

MALFORMED_REFERENCE = Code(
    "malformed-library-reference",
    "schema",
    phrase("`{reference}` cannot refer to a library"),
    expected=phrase("a path, an alias, or both: `@app`, `@~first` or `@app~first`"),
)
NOT_VALUES = Code(
    "not-data-values",
    "usage",
    phrase("this is a schema, not data values"),
    expected=phrase("data values for a schema"),
)
TWO_MARKERS = Code(
    "two-markers",
    "schema",
    phrase("a document can have only one marker"),
    hint=phrase("is a line `---` missing between two documents?"),
)
MISSPELT_MARKER = Code(
    "misspelt-marker",
    "schema",
    phrase("unknown document marker"),
    expected=phrase("a known marker"),
    hint=phrase("did you mean `{marker}`? Arguments follow after a space"),
)
REPEATED_ANNOTATION = Code(
    "repeated-annotation",
    "schema",
    phrase("{annotation} appears twice on this node: the first one has no effect"),
    hint=phrase("combine both in one annotation"),
    severity="warning",
)
MARKER_WITHOUT_DOCUMENT = Code(
    "marker-without-document",
    "schema",
    phrase("no document follows {marker}"),
    expected=phrase("a line `---` and the schema"),
)
MISPLACED_MARKER = Code(
    "misplaced-marker",
    "schema",
    phrase("{marker} is not above a document"),
    expected=phrase("a line `---` below the annotation"),
    hint=phrase("add the line `---` between the annotation and the first key"),
)
UNMARKED_DOCUMENT = Code(
    "unmarked-document",
    "schema",
    phrase("a file with a schema document also contains another kind of document"),
    found=phrase("a document that is not marked as a schema"),
    expected=phrase("only schema documents"),
    hint=phrase("move the document to a file of its own"),
)
WRONG_MARKER = Code(
    "wrong-marker",
    "schema",
    phrase("{marker} does not mark a schema of data values"),
    hint=phrase("schemas of other documents are not supported"),
)
MIXED_DOCUMENTS = Code(
    "data-values-mixed-documents",
    "template",
    phrase("a file with a data values document also contains another kind of document"),
    found=phrase("a document without @data/values"),
    expected=phrase("only data values documents"),
    hint=phrase("move the document to a file of its own"),
)
MISPLACED_VALUES = Code(
    "data-values-misplaced",
    "template",
    phrase("@data/values is not above a document"),
    expected=phrase("a line `---` below the annotation"),
    hint=phrase("add the line `---` between the annotation and the first key"),
)
