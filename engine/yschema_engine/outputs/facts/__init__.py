"""What is said about a field, and in which order."""

from yschema_engine.outputs.facts.kinds import (
    Absent,
    Alternatives,
    Choice,
    Combined,
    Comment,
    Default,
    Deprecated,
    Description,
    Examples,
    Fact,
    Items,
    Labelled,
    Removed,
    Rule,
    Rules,
    Title,
    Type,
    yaml_text,
)
from yschema_engine.outputs.facts.of_field import in_order, labelled, rules_of
from yschema_engine.outputs.facts.of_schema import Facts

__all__ = [
    "Absent",
    "Alternatives",
    "Choice",
    "Combined",
    "Comment",
    "Default",
    "Deprecated",
    "Description",
    "Examples",
    "Fact",
    "Facts",
    "Items",
    "Labelled",
    "Removed",
    "Rule",
    "Rules",
    "Title",
    "Type",
    "in_order",
    "labelled",
    "rules_of",
    "yaml_text",
]
