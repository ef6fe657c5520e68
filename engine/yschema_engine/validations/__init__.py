"""Validation rules: what they are, reading them from annotations, their words, running them."""

from yschema_engine.stdlib.formats import FORMATS, Format
from yschema_engine.validations.arguments import Misuse, argument_sources, check_pattern
from yschema_engine.validations.parse import implied_validation, parse_validate, parse_validation
from yschema_engine.validations.rules import Callback, NamedRule, Rule, Validation
from yschema_engine.validations.run import Place, run_validation, violated
from yschema_engine.validations.values import written
from yschema_engine.validations.words import Words, words_of

__all__ = [
    "FORMATS",
    "Callback",
    "Format",
    "Misuse",
    "NamedRule",
    "Place",
    "Rule",
    "Validation",
    "Words",
    "argument_sources",
    "check_pattern",
    "implied_validation",
    "parse_validate",
    "parse_validation",
    "run_validation",
    "violated",
    "words_of",
    "written",
]
