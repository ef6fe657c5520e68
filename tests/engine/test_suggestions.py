"""Suggestions for names that people have mistyped."""

from __future__ import annotations

import pytest

from support import CASES, load_yaml
from yschema_engine.text.suggestions import suggest

SLIPS = load_yaml((CASES / "slips.yaml").read_text("utf-8"))["slips"]
LEAST_SHARE = 0.95


def test_suggestions_are_right_nineteen_times_out_of_twenty() -> None:
    answers = [(slip["slip"], suggest(slip["slip"], slip["names"]), slip["wanted"]) for slip in SLIPS]
    wrong = [(slip, answer, wanted) for slip, answer, wanted in answers if answer != wanted]
    assert len({slip["from"] for slip in SLIPS}) >= 80 and len(answers) >= 100
    assert len(wrong) <= (1 - LEAST_SHARE) * len(answers), wrong


@pytest.mark.parametrize(
    ("name", "known", "suggestion"),
    [
        ("", ["a"], None),
        ("a", [], None),
        ("a", ["a"], None),
        ("ab", ["ac"], None),
        ("serviceMonitor", ["service"], None),
        ("replicas", ["replicaCount"], "replicaCount"),
        ("service", ["serviceName"], "serviceName"),
        ("pool", ["poll", "tool"], "poll"),
        ("pool", ["polo", "poll"], None),
        ("Größe", ["größe", "name"], "größe"),
    ],
)
def test_a_suggestion_is_nearly_certain(name: str, known: list[str], suggestion: str | None) -> None:
    assert suggest(name, known) == suggestion
