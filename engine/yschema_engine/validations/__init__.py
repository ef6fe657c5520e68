"""Validation rules: what they are, reading them from annotations, their words, running them."""

from yschema_engine.validations.parse import parse_validation
from yschema_engine.validations.rules import NamedRule, Rule, Validation
from yschema_engine.validations.run import Place, run_validation, violated
from yschema_engine.validations.words import Words, words_of

__all__ = [
    "NamedRule",
    "Place",
    "Rule",
    "Validation",
    "Words",
    "parse_validation",
    "run_validation",
    "violated",
    "words_of",
]
