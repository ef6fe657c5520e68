"""The memo: results in memory for two builds, and in a folder that several runs use."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import yschema_engine.site.memo as memos
from yschema_engine.site.memo import Kind, Memo

TEXT, STORED = Kind("text", is_text=True), Kind("stored", str)


def _memo(folder: Path | None = None, *, keeps_texts: bool = True) -> Memo:
    memo = Memo(keeps_texts=keeps_texts)
    memo.use(folder)
    return memo


def _is_kept(memo: Memo, kind: Kind, identity: object = "a") -> bool:
    """Return whether a memo has a result, and note one."""
    made: list[str] = []

    def make() -> str:
        made.append("made")
        return f"{kind.name} {identity}"

    assert memo.get(kind, identity, make) == f"{kind.name} {identity}"
    return not made


def test_results_are_kept_for_the_next_build() -> None:
    memo, kind = _memo(), Kind("kind")
    assert not _is_kept(memo, kind)
    assert _is_kept(memo, kind)
    assert memo.has(kind, "a")
    memo.start_build()
    memo.start_build()  # after a build that ended before it asked for anything
    assert _is_kept(memo, kind)
    memo.start_build()
    assert not _is_kept(memo, kind, "b")
    memo.start_build()
    assert not memo.has(kind, "a")
    assert not _is_kept(memo, kind)


def test_results_of_any_content_are_kept() -> None:
    memo = _memo()
    results: list[object] = [None, False, (), ""]
    for result in results:
        assert memo.get(TEXT, result, lambda result=result: result) is result  # type: ignore[misc]
        assert memo.has(TEXT, result)


def test_an_error_is_not_kept() -> None:
    memo = _memo()
    with pytest.raises(ZeroDivisionError):
        memo.get(TEXT, "a", lambda: 1 // 0)
    assert not memo.has(TEXT, "a")


def test_texts_are_not_held_without_a_next_build(tmp_path: Path) -> None:
    memo = _memo(keeps_texts=False)
    assert [_is_kept(memo, kind) for kind in (TEXT, TEXT, STORED, STORED)] == [False, False, False, True]
    stored = Kind("text", str, is_text=True)
    memo = _memo(tmp_path, keeps_texts=False)
    assert [_is_kept(memo, stored) for _ in range(2)] == [False, True]


def test_another_run_finds_what_is_data(tmp_path: Path) -> None:
    folder = tmp_path / "new/cache"
    assert not _is_kept(_memo(folder), STORED)
    assert _memo(folder).has(STORED, "a")
    assert _is_kept(_memo(folder), STORED)
    assert not _is_kept(_memo(folder), TEXT)
    assert not _is_kept(_memo(folder), TEXT)


def test_only_results_of_the_type_of_their_kind_are_stored(tmp_path: Path) -> None:
    memo = _memo(tmp_path)
    memo.get(STORED, "a", lambda: ("an error",))
    assert memo.has(STORED, "a")
    assert not _is_kept(_memo(tmp_path), STORED)
    assert _memo(tmp_path).get(Kind("stored", int), "a", lambda: 1) == 1


def test_a_result_that_is_not_data_is_not_stored(tmp_path: Path) -> None:
    kind = Kind("objects", tuple)
    result = _memo(tmp_path).get(kind, "a", lambda: (object(),))
    assert _memo(tmp_path).get(kind, "a", lambda: (1,)) != result


def test_other_inputs_kinds_and_programs_have_other_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _is_kept(_memo(tmp_path), STORED)
    assert not _is_kept(_memo(tmp_path), STORED, "b")
    assert not _is_kept(_memo(tmp_path), Kind("other", str))
    monkeypatch.setattr(memos, "program", lambda *_: "another version")
    assert not _is_kept(_memo(tmp_path), STORED)


def test_the_files_of_several_processes_are_read_once_and_deleted() -> None:
    memo = Memo(keeps_texts=False)
    memo.use(None, is_shared=True)
    kind = Kind("text", str, is_text=True)
    assert memo.has_folder
    assert [_is_kept(memo, kind) for _ in range(3)] == [False, True, False]
    memo.end_build()
    assert _is_kept(memo, kind)
    memo.end_run()
    assert not memo.has_folder


@pytest.mark.parametrize(
    "change", [lambda data: data[:-1], lambda data: data + b" ", lambda _: b"", bytes.swapcase]
)
def test_a_broken_file_counts_as_missing(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    _is_kept(_memo(tmp_path), STORED)
    (file,) = tmp_path.iterdir()
    file.write_bytes(change(file.read_bytes()))
    assert not _is_kept(_memo(tmp_path), STORED)
    assert _is_kept(_memo(tmp_path), STORED)


def test_a_file_under_the_name_of_another_counts_as_missing(tmp_path: Path) -> None:
    _is_kept(_memo(tmp_path), STORED, "a")
    (one,) = tmp_path.iterdir()
    _is_kept(_memo(tmp_path), STORED, "b")
    (other,) = set(tmp_path.iterdir()) - {one}
    one.replace(other)
    assert not _is_kept(_memo(tmp_path), STORED, "b")


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    memo = _memo(tmp_path / "cache")
    assert not _is_kept(memo, STORED)
    memo.end_build()
    assert not _is_kept(_memo(tmp_path / "cache"), STORED)


def _refuse_access(*_: object, **__: object) -> object:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_folder_that_cannot_be_read_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memo = _memo(tmp_path)
    _is_kept(memo, STORED)
    for name in ("stat", "open", "iterdir"):  # modes do not count for the superuser
        monkeypatch.setattr(Path, name, _refuse_access)
    other = _memo(tmp_path)
    assert not other.has(STORED, "a")
    assert not _is_kept(other, STORED)
    other.end_build()


def test_results_in_a_read_only_folder_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _is_kept(_memo(tmp_path), STORED)
    (file,) = tmp_path.iterdir()
    os.utime(file, (0, 0))
    monkeypatch.setattr(os, "utime", _refuse_access)
    assert _is_kept(_memo(tmp_path), STORED)


def test_unused_results_are_deleted_and_used_ones_stay(tmp_path: Path) -> None:
    memo = _memo(tmp_path)
    for name in ("old", "used"):
        _is_kept(memo, STORED, name)
    for file in tmp_path.iterdir():
        os.utime(file, (0, 0))
    _is_kept(memo, STORED, "new")
    memo = _memo(tmp_path)
    assert _is_kept(memo, STORED, "used")
    memo.end_build()
    assert [_is_kept(_memo(tmp_path), STORED, name) for name in ("old", "used", "new")] == [False, True, True]
