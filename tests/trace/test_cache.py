from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from buildprof.trace import cache
from tests.traces import EC, source, span, text, write

if TYPE_CHECKING:
    from pathlib import Path


def large() -> str:
    """A trace that is worth keeping, with something for every table."""
    events = [span("InstantiateClass", 10 * i, 9, f"T{i}<int, é>") for i in range(500)]
    more = [*source("/a.h", 1, 9), span("OptFunction", 6_000, 9, "f<g>"), span("GVNPass", 7_000, 5)]
    return text(*events, *more, span("Frontend", 0, 5_500), EC, beginningOfTime=7)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BUILDPROF_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_second_analysis_finds_the_same(kept: Path, tmp_path: Path) -> None:
    write(tmp_path / "b", large())
    first = analyze(tmp_path / "b")
    [record] = kept.iterdir()
    changed = record.stat().st_mtime_ns

    assert analyze(tmp_path / "b") == first
    assert record.stat().st_mtime_ns == changed


def test_what_is_kept_is_used_and_by_content(kept: Path, tmp_path: Path) -> None:
    """The same bytes under another name are known; other bytes under the same name are not."""
    write(tmp_path / "b", large(), "a.json")
    analyze(tmp_path / "b")
    write(tmp_path / "c", large(), "moved.json")
    write(tmp_path / "c", large().replace("T499", "U499"), "a.json")
    before = set(kept.iterdir())

    result = analyze(tmp_path / "c")

    assert [unit.trace for unit in result.units] == ["a.json", "moved.json"]
    assert len(set(kept.iterdir()) - before) == 1
    assert {row.count for row in result.templates if row.name.startswith("U499")} == {1}


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 4_000])
def test_a_damaged_record_is_read_anew(kept: Path, tmp_path: Path, damage: bytes) -> None:
    write(tmp_path / "b", large())
    first = analyze(tmp_path / "b")
    [record] = kept.iterdir()
    sound = record.read_bytes()
    record.write_bytes(damage)

    assert analyze(tmp_path / "b") == first
    assert record.read_bytes() == sound


def test_a_changed_byte_is_noticed(kept: Path, tmp_path: Path) -> None:
    write(tmp_path / "b", large())
    first = analyze(tmp_path / "b")
    [record] = kept.iterdir()
    sound = record.read_bytes()
    for at in range(0, len(sound), len(sound) // 20):
        record.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        assert analyze(tmp_path / "b") == first


def test_small_and_broken_traces_are_not_kept(kept: Path, tmp_path: Path) -> None:
    write(tmp_path / "b", text(EC), "small.json")
    write(tmp_path / "b", large()[:-9], "broken.json")

    analyze(tmp_path / "b")

    assert list(kept.iterdir()) == []


def test_the_cache_can_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUILDPROF_CACHE", "off")

    assert cache.folder() is None


@pytest.mark.skipif(os.name == "nt", reason="folders of other systems")
def test_it_stands_where_caches_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / "buildprof" / "traces")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / ".cache" / "buildprof" / "traces")


def test_a_place_that_cannot_be_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BUILDPROF_CACHE", str(tmp_path / "file"))

    assert cache.folder() is None


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    for index in range(10):
        path = tmp_path / f"{index}"
        path.write_bytes(b"x" * 100)
        os.utime(path, (1_000 + index, 1_000 + index))

    cache.prune(str(tmp_path), largest=1_000)
    assert len(list(tmp_path.iterdir())) == 10
    cache.prune(str(tmp_path), largest=500)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["6", "7", "8", "9"]
