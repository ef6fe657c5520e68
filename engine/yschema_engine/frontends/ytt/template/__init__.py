"""Annotated nodes in, evaluated nodes out."""

from types import MappingProxyType

from yschema_engine.text.lazy_import import lazy_names

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from yschema_engine.frontends.ytt.template.template import EvaluateOptions, Evaluator, evaluate

__all__ = [
    "EvaluateOptions",
    "Evaluator",
    "evaluate",
]

__getattr__ = lazy_names(
    __name__,
    MappingProxyType(
        {
            "EvaluateOptions": "yschema_engine.frontends.ytt.template.template",
            "Evaluator": "yschema_engine.frontends.ytt.template.template",
            "evaluate": "yschema_engine.frontends.ytt.template.template",
        }
    ),
)
