"""Data classes whose constructors are compiled when the first object is made.

The standard `dataclasses` compiles up to seven functions for each class when its module is imported, and
imports `inspect`. With two hundred classes, of which a run uses a few, this takes a third of the time that
the command line needs to start. Type checkers read these classes as standard ones, and the functions of
`dataclasses` accept them.

Frozen classes are frozen for type checkers only: a check at run time would triple the time to make an object.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes time to import


__all__ = ["dataclass", "field", "fields", "replace"]
if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
else:
    from operator import attrgetter
    from reprlib import recursive_repr

    _NOTHING = object()

    class field:  # noqa: N801  named as in `dataclasses`
        """The options of an attribute, as `dataclasses.field` has them."""

        def __init__(self, **options):
            self.options = options
            self.init = options.get("init", True)
            self.repr = options.get("repr", True)
            compare = options.get("compare", True)
            self.compare = compare
            self.hash = options.get("hash", compare)
            self.metadata = options.get("metadata", {})

        @property
        def is_optional(self):
            """Whether calls may leave the attribute out."""
            return "default" in self.options or "default_factory" in self.options

    class _StandardFields:
        """What the functions of `dataclasses` look for, made for the first of them."""

        def __get__(self, _, owner):
            from dataclasses import field as standard_field  # noqa: PLC0415
            from dataclasses import make_dataclass  # noqa: PLC0415

            parts = owner.__parts__.values()
            parameters = [(part.name, "object", standard_field(**part.options)) for part in parts]
            made = make_dataclass(owner.__name__, parameters, kw_only=True)
            owner.__dataclass_fields__ = made.__dataclass_fields__
            return owner.__dataclass_fields__

    def fields(class_or_object):
        """Return the attributes of a class in order."""
        return tuple(class_or_object.__parts__.values())

    def replace(original, /, **changes):
        """Return a copy with other values of some attributes."""
        class_ = type(original)
        for part in class_.__parts__.values():
            if part.init and part.name not in changes:
                changes[part.name] = getattr(original, part.name)
        return class_(**changes)

    def dataclass(class_=None, /, *, frozen=False, slots=False, eq=True, kw_only=False):
        """Add the methods of a data class, which compile themselves when they are first called."""

        def complete(class_):
            annotations = class_.__annotations__.items()
            own = [part for name, text in annotations if (part := _part(class_, name, text))]
            inherited = {}
            for base in reversed(class_.__mro__[1:]):
                inherited.update(getattr(base, "__parts__", {}))
            if slots:
                class_ = _with_slots(class_, [part.name for part in own if part.name not in inherited])
            class_.__parts__ = inherited | {part.name: part for part in own}
            class_.__dataclass_fields__ = _StandardFields()
            class_.__match_args__ = (
                () if kw_only else tuple(part.name for part in class_.__parts__.values() if part.init)
            )
            _add_methods(class_, frozen, eq, kw_only)
            return class_

        return complete if class_ is None else complete(class_)

    def _part(class_, name, text):
        """Return an attribute, and leave its default value, if any, in the class."""
        if text.startswith(("ClassVar", "typing.ClassVar")):
            return None
        default = class_.__dict__.get(name, _NOTHING)
        if isinstance(default, field):
            part = default
            delattr(class_, name)
        else:
            part = field() if default is _NOTHING else field(default=default)
        part.name = name
        if "default" in part.options:
            setattr(class_, name, part.options["default"])
        return part

    def _with_slots(class_, names):
        namespace = {
            key: value
            for key, value in class_.__dict__.items()
            if key not in names and key not in ("__dict__", "__weakref__")
        }
        namespace["__slots__"] = tuple(names)
        made = type(class_)(class_.__name__, class_.__bases__, namespace)
        made.__qualname__ = class_.__qualname__
        return made

    def _add_methods(class_, frozen, eq, kw_only):
        def __init__(self, *arguments, **named):  # noqa: N807
            class_.__init__ = compiled = _compiled_init(class_, kw_only)
            compiled(self, *arguments, **named)

        class_.__init__ = __init__
        own = class_.__dict__
        if "__repr__" not in own:
            class_.__repr__ = _repr
        if not eq:
            return
        parts = class_.__parts__.values()
        if "__eq__" not in own:
            class_.__eq__ = _equality(_getter([part.name for part in parts if part.compare]))
        if own.get("__hash__") is None:
            class_.__hash__ = _hash(_getter([part.name for part in parts if part.hash])) if frozen else None

    @recursive_repr()
    def _repr(self):
        shown = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def _getter(names):
        return attrgetter(*names) if names else lambda _: ()

    def _equality(values):
        def __eq__(self, other):  # noqa: N807
            if self.__class__ is not other.__class__:
                return NotImplemented
            return self is other or values(self) == values(other)

        return __eq__

    def _hash(values):
        return lambda self: hash(values(self))

    def _compiled_init(class_, kw_only):
        """Return the constructor of a class."""
        names = {"_NOTHING": _NOTHING}
        parameters, lines = [], []
        for part in class_.__parts__.values():
            name, value = part.name, part.name
            if "default_factory" in part.options:
                names[f"_make_{name}"] = part.options["default_factory"]
                value = (
                    f"_make_{name}() if {name} is _NOTHING else {name}" if part.init else f"_make_{name}()"
                )
            elif "default" in part.options:
                names[f"_default_{name}"] = part.options["default"]
            if part.init:
                default = "_NOTHING" if "default_factory" in part.options else f"_default_{name}"
                parameters.append(f"{name}={default}" if part.is_optional else name)
            elif "default" in part.options:
                value = f"_default_{name}"
            elif "default_factory" not in part.options:
                continue  # `__post_init__` sets it
            lines.append(f" self.{name} = {value}")
        if hasattr(class_, "__post_init__"):
            lines.append(" self.__post_init__()")
        if kw_only and parameters:
            parameters.insert(0, "*")
        text = f"def __init__(self, {', '.join(parameters)}):\n" + ("\n".join(lines) or " pass")
        exec(text, names)  # noqa: S102  the text consists of names in classes
        return names["__init__"]
