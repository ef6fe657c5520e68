"""References as HTML and Markdown. The only user of jinja2, markdown and nh3."""

from yschema_engine.outputs.findings.excerpt import Excerpt
from yschema_engine.outputs.html.environment import Templates
from yschema_engine.outputs.html.headings import Heading
from yschema_engine.outputs.html.renderer import MENTIONED, Rendered, Renderer
from yschema_engine.outputs.html.schema_index import IndexRow
from yschema_engine.outputs.html.theme import Theme, ThemeError, find_theme
from yschema_engine.outputs.html.view import (
    Documented,
    Download,
    LinesFile,
    Link,
    MyValues,
    MyValuesInPage,
    RequiredSummary,
    Sample,
    SampleFile,
    ShownFinding,
    View,
)

__all__ = [
    "MENTIONED",
    "Documented",
    "Download",
    "Excerpt",
    "Heading",
    "IndexRow",
    "LinesFile",
    "Link",
    "MyValues",
    "MyValuesInPage",
    "Rendered",
    "Renderer",
    "RequiredSummary",
    "Sample",
    "SampleFile",
    "ShownFinding",
    "Templates",
    "Theme",
    "ThemeError",
    "View",
    "find_theme",
]
