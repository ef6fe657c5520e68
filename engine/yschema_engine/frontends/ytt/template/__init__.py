"""Annotated nodes in, evaluated nodes out."""

from yschema_engine.frontends.ytt.template.template import EvaluateOptions, Evaluator, evaluate

__all__ = ["EvaluateOptions", "Evaluator", "evaluate"]
