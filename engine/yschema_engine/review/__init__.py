"""Judging a schema: what its documentation lacks, how much is there, and what its authors accept."""

from yschema_engine.review.accept import (
    Acceptance,
    Accepted,
    Comments,
    in_file,
    in_markdown,
    in_starlark,
    in_yaml,
    without_accepted,
)
from yschema_engine.review.coverage import Coverage, Part, coverage
from yschema_engine.review.documentation import review

__all__ = [
    "Acceptance",
    "Accepted",
    "Comments",
    "Coverage",
    "Part",
    "coverage",
    "in_file",
    "in_markdown",
    "in_starlark",
    "in_yaml",
    "review",
    "without_accepted",
]
