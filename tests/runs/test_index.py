from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.runs import index
from buildprof.runs.schema import DeviceTotals, Times
from tests import comparing, records
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder


def made(reports: Path, name: str, total_us: int, day: int = 1) -> RunFolder:
    builds = [("baseline", [unit("a.cpp", total_us, user_us=total_us - 1)])]
    return comparing.run(reports, builds, id=name, created=f"2026-12-{day:02d}T12:00:00+00:00")


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    made(tmp_path, "b", 2_000_000, day=2)
    made(tmp_path, "a", 1_000_000, day=3)
    return tmp_path


def names(reports: Path) -> list[str]:
    return [entry.run for entry in index.load(reports)]


def test_devices_have_a_figure_of_their_own(tmp_path: Path) -> None:
    times = Times(units=1, frontend_us=1, backend_us=1, other_us=1, total_us=4_000_000)
    cuda = DeviceTotals(whole=times, archs={"sm_90": times})
    totals = msgspec.structs.replace(records.TOTALS, devices={"CUDA": cuda, "GLSL": cuda})
    build = records.build("minimal", "baseline", totals=totals)
    folder = records.stored(tmp_path, records.run(build))
    kernel = msgspec.structs.replace(records.UNITS[0], kind="device", user_us=9)
    folder.save_record(build.id, "units", (records.UNITS[0], kernel))
    found = index.figures(build, folder)
    assert (found["device"], found["user"]) == (8_000_000, records.UNITS[0].user_us)


def test_builds_with_their_figures_oldest_first(reports: Path) -> None:
    first, second = index.load(reports)
    assert (first.run, second.run) == ("b", "a")
    assert (first.scope, first.variant, first.repetition) == ("minimal", "baseline", 1)
    assert first.figures["total"] == 2_000_000
    assert first.figures["user"] == 1_999_999
    assert first.figures["peak-rss"] == 204_800
    assert first.setting == index.key(made(reports, "c", 1).load())


def test_failed_builds_are_left_out(tmp_path: Path) -> None:
    failed = records.build("minimal", "baseline", state="failed", totals=None)
    records.stored(tmp_path, records.run(failed))
    assert index.load(tmp_path) == []


def test_what_is_unknown_is_left_out(reports: Path) -> None:
    folder = made(reports, "c", 1)
    build = msgspec.structs.replace(folder.load().builds[0], cpu_us=None, totals=None)
    folder.save_record(build.id, "units", (unit("a.cpp", 1),))
    assert index.figures(build, folder) == {"wall": 2_100_000, "peak-rss": 204_800}


def test_it_follows_the_folders(reports: Path) -> None:
    assert names(reports) == ["b", "a"]
    made(reports, "c", 3, day=4)
    shutil.rmtree(reports / "runs" / "a")
    assert names(reports) == ["b", "c"]
    folder = made(reports, "d", 5, day=5)
    folder.save(msgspec.structs.replace(folder.load(), builds=()))
    assert names(reports) == ["b", "c"]


def test_it_can_be_rebuilt(reports: Path) -> None:
    before = index.load(reports)
    (reports / index.FILE).unlink()
    assert index.load(reports) == before


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_a_file_that_cannot_be_used_is_replaced(reports: Path, content: bytes) -> None:
    before = index.load(reports)
    (reports / index.FILE).write_bytes(content)
    assert index.load(reports) == before


def test_an_index_of_another_version_is_made_again(
    reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = index.load(reports)
    monkeypatch.setattr(index, "VERSION", index.VERSION + 1)
    assert index.load(reports) == before


def test_a_folder_that_cannot_be_written_needs_no_file(tmp_path: Path) -> None:
    assert index.load(tmp_path / "missing") == []
    assert not (tmp_path / "missing").exists()


def test_a_run_that_cannot_be_read_hides_no_other(reports: Path) -> None:
    (reports / "runs" / "b" / "run.json").write_text("{", "utf-8")
    assert names(reports) == ["a"]


def test_a_run_that_did_not_change_is_not_read_again(
    reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = index.load(reports)
    monkeypatch.setattr(index, "_rows", None)
    assert index.load(reports) == before


def test_an_index_that_is_locked_or_read_only_is_made_in_memory(
    reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = index.load(reports)
    monkeypatch.setattr(index, "WAIT_S", 0.0)
    with closing(sqlite3.connect(reports / index.FILE)) as other:
        other.execute("BEGIN EXCLUSIVE")
        made(reports, "c", 3, day=4)
        assert [entry.run for entry in index.load(reports)] == ["b", "a", "c"]
    assert len(before) == 2


def test_rounds_in_lockstep_teach_nothing_of_whole_builds(reports: Path) -> None:
    units = [unit("a.cpp", 3)]
    folder = comparing.run(reports, [("baseline", units)] * 2, id="c")
    comparing.in_rounds(folder, {2: "c/minimal/1"})
    assert [entry.repetition for entry in index.load(reports) if entry.run == "c"] == [1]
