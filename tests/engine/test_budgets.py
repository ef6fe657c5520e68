"""Budgets of code: each load and each check of values has all of the time."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from yschema_engine.evaluate.limits import Limits, NoCode, guarded_by, new_budget
from yschema_engine.evaluate.starlark import session
from yschema_engine.schema.functions import CodeNeeded
from yschema_engine.text.findings import LimitError


class _Clock:
    now = 0.0

    def monotonic(self) -> float:
        return self.now


def _is_late(watch: session.Watch, clock: _Clock, seconds: float) -> bool:
    with watch.running("s.yml"):
        clock.now += seconds
        return watch.cancelled()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Clock:
    clock = _Clock()
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def test_runs_of_a_check_share_a_budget(clock: _Clock) -> None:
    watch = session.Watch(Limits(seconds=10))
    with new_budget():
        assert [_is_late(watch, clock, 6) for _ in range(2)] == [False, True]
        assert watch.is_exceeded


def test_each_check_has_a_budget(clock: _Clock) -> None:
    watch = session.Watch(Limits(seconds=10))
    late = [_is_late(watch, clock, 6)]
    for _ in range(5):
        with new_budget():
            late.append(_is_late(watch, clock, 6))
    assert not any(late)


def test_a_check_after_an_exceeded_limit_runs(clock: _Clock) -> None:
    watch = session.Watch(Limits(seconds=10))
    for seconds in (11, 1):
        with new_budget():
            assert _is_late(watch, clock, seconds) == (seconds > 10)
    assert not watch.is_exceeded


def test_memory_that_the_system_refuses_is_a_limit() -> None:
    watch = session.Watch(Limits())
    with pytest.raises(LimitError, match="memory"), watch.running("s.yml"):
        raise MemoryError
    assert watch.is_exceeded


def test_time_of_a_loaded_file_counts_once(clock: _Clock) -> None:
    watch = session.Watch(Limits(seconds=10))
    with watch.running("outer.yml"):
        assert not _is_late(watch, clock, 6)
        clock.now += 3
        assert not watch.cancelled()
        clock.now += 2
        assert watch.cancelled()


def test_code_that_is_refused_leaves_no_trace(clock: _Clock) -> None:
    watch = session.Watch(Limits(seconds=10))
    with guarded_by(NoCode()), pytest.raises(CodeNeeded), watch.running("s.yml"):
        pass
    for _ in range(3):
        with new_budget():
            assert not _is_late(watch, clock, 6)
