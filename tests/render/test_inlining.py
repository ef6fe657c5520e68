"""Templates that contain those that they include show what they would without."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from yschema_engine.show.html.environment import InliningEnvironment

_ROW = "{% block row scoped %}<{{ n }}{% block mark %}!{% endblock %}>{% endblock %}"
_CASES = {
    "a block of an included template": {
        "page": "{% for n in numbers %}{% include 'row' %}{% endfor %}",
        "row": _ROW,
    },
    "an included template that extends another one": {
        "page": "{% for n in numbers %}{% include 'row' %}{% endfor %}",
        "row": "{% extends 'base' %}{% block mark %}?{{ super() }}{% endblock %}",
        "base": _ROW,
    },
    "a page that extends one with a loop": {
        "page": "{% extends 'base' %}{% block row scoped %}[{{ n }}]{% endblock %}",
        "base": "{% for n in numbers %}{% block row scoped %}{% endblock %}{% endfor %}",
    },
    "a template that includes itself": {
        "page": "{% for n in numbers %}{% include 'tree' %}{% endfor %}",
        "tree": "{{ n }}{% for n in range(n) %}({% include 'tree' %}){% endfor %}",
    },
    "templates that include each other": {
        "page": "{% for n in numbers %}{% include 'odd' %}{% endfor %}",
        "odd": "o{{ n }}{% for n in range(n) %}{% include 'even' %}{% endfor %}",
        "even": "e{{ n }}{% for n in range(n) %}{% include 'odd' %}{% endfor %}",
    },
    "variables that a template sets": {
        "page": "{% set m = 1 %}{% for n in numbers %}{% include 'row' %}{{ m }}{% endfor %}",
        "row": "{% set m = m | default(0) + n %}{{ m }}{{ loop is defined }}",
    },
    "a macro that includes a template": {
        "page": "{% macro row(n) %}{% include 'row' %}{{ m is defined }}{% endmacro %}{% set k = 7 %}"
        "{% for n in numbers %}{{ row(n) }}{% endfor %}",
        "row": "{% set m = n + k | default(0) %}{{ m }}" + _ROW,
    },
    "a template that calls its own block": {
        "page": "{% for n in numbers %}{% include 'row' %}{% endfor %}",
        "row": "{% block a %}a{% endblock %}{{ self.a() }}",
    },
    "a template that is missing, but not needed": {
        "page": "{% for n in numbers %}{% if n > 9 %}{% include 'none' %}{% endif %}{{ n }}{% endfor %}",
    },
    "a template in the other part of a loop": {
        "page": "{% for n in [] %}{% else %}{% include 'row' %}{% endfor %}",
        "row": "{% set n = 5 %}" + _ROW,
    },
    "a template without the variables around it": {
        "page": "{% for n in numbers %}{% include 'row' without context %}{% endfor %}",
        "row": "{{ n is defined }}",
    },
    "the first of several templates": {
        "page": "{% for n in numbers %}{% include ['none', 'row'] %}{% endfor %}",
        "row": _ROW,
    },
}


@pytest.mark.parametrize("templates", _CASES.values(), ids=_CASES)
def test_the_text_is_the_same(templates: dict[str, str]) -> None:
    plain, inlining = (kind(loader=DictLoader(templates)) for kind in (Environment, InliningEnvironment))
    expected = plain.get_template("page").render(numbers=[1, 2, 3])
    assert expected
    assert inlining.get_template("page").render(numbers=[1, 2, 3]) == expected


def test_an_error_names_the_template_that_is_included() -> None:
    environment = InliningEnvironment(
        loader=DictLoader({"page": "{% for n in [1] %}{% include 'row' %}{% endfor %}", "row": "\n{% if %}"})
    )
    with pytest.raises(TemplateSyntaxError) as caught:
        environment.get_template("page")
    assert (caught.value.name, caught.value.lineno) == ("row", 2)
