"""Data classes and regular expressions that are complete when they are first used."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any, ClassVar

import pytest

from yschema_engine.text.deferred_classes import dataclass, field, fields, replace


@dataclass(frozen=True, slots=True)
class _Point:
    """A point."""

    AXES: ClassVar[int] = 2

    x: int
    y: int = 0
    note: str = field(default="", compare=False)


@dataclass(slots=True)
class _Bag:
    """A class with all kinds of attributes."""

    name: str
    items: list[int] = field(default_factory=list)
    size: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        self.size = len(self.items)


@dataclass(frozen=True)
class _Labelled(_Point):
    """A subclass without slots."""

    label: str = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A class whose attributes have to be named."""

    name: str


@dataclass(frozen=True, eq=False)
class _Unique:
    """A class whose objects are all different."""

    name: str


class _Heir(_Bag):
    """A subclass that is not a data class."""


def test_constructors_take_positions_names_and_defaults() -> None:
    assert (_Point(1).x, _Point(1).y, _Point(1, y=2).y, _Point(1, 2, "n").note) == (1, 0, 2, "n")
    bag = _Bag("b", [1, 2])
    assert (bag.items, bag.size) == ([1, 2], 2)
    assert _Bag("a").items is not _Bag("a").items
    assert _Heir("h", [1]).size == 1
    assert _Labelled(1, label="l").label == "l"
    assert _Named(name="n").name == "n"


@pytest.mark.parametrize("call", [lambda: _Point(z=0), lambda: _Point(1, w=1), lambda: _Bag("b", size=1)])
def test_constructors_refuse_other_arguments(call: Any) -> None:
    with pytest.raises(TypeError):
        call()


def test_attributes_that_have_to_be_named_take_no_position() -> None:
    with pytest.raises(TypeError):
        _Named("n")  # type: ignore[misc]


def test_slots_refuse_other_attributes() -> None:
    with pytest.raises(AttributeError):
        _Point(1).z = 1  # type: ignore[attr-defined]


def test_objects_are_compared_by_value() -> None:
    assert _Point(1, 2, "a") == _Point(1, 2, "b")
    assert hash(_Point(1, 2, "a")) == hash(_Point(1, 2, "b"))
    assert _Point(1) != _Point(2)
    assert _Point(1) != _Labelled(1)
    assert _Bag("a") == _Bag("a")
    with pytest.raises(TypeError):
        hash(_Bag("a"))


def test_unique_objects_are_equal_to_themselves_only() -> None:
    unique = _Unique("u")
    assert unique == unique  # noqa: PLR0124
    assert unique != _Unique("u")
    assert len({unique, _Unique("u")}) == 2


def test_representations_name_the_attributes() -> None:
    assert repr(_Point(1)) == "_Point(x=1, y=0, note='')"
    assert repr(_Bag("b", [1])) == "_Bag(name='b', items=[1])"
    bag: Any = _Bag("b")
    bag.items.append(bag)
    assert repr(bag) == "_Bag(name='b', items=[...])"


def test_patterns_match_the_attributes() -> None:
    match _Point(1, 2):
        case _Point(x, y):
            assert (x, y) == (1, 2)


def test_copies() -> None:
    point = _Point(1, 2, "a")
    assert replace(point, y=5) == _Point(1, 5)
    assert replace(point, y=5).note == "a"
    assert copy.deepcopy(point) == point
    assert pickle.loads(pickle.dumps(point)).note == "a"  # noqa: S301
    with pytest.raises(TypeError):
        replace(point, z=1)


def test_functions_of_dataclasses_accept_the_classes() -> None:
    assert dataclasses.is_dataclass(_Point)
    assert [each.name for each in dataclasses.fields(_Point)] == [each.name for each in fields(_Point)]
    assert dataclasses.replace(_Point(1), y=3) == _Point(1, 3)
    assert dataclasses.asdict(_Bag("b", [1])) == {"name": "b", "items": [1], "size": 1}
