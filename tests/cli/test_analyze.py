from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.traces import EC, source, span, text, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_json_is_one_object_and_nothing_else(buildprof: Callable[..., Any], tmp_path: Path) -> None:
    write(tmp_path / "b", text(*source("/a.h", 0, 9), EC))
    write(tmp_path / "b", "", "empty.json")

    done = buildprof("analyze", "b", "--json")

    assert (done.code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["summary"]["translation_units"] == 1
    assert done.stdout.count("\n") == 1


def test_strict_ends_with_4_after_the_report(buildprof: Callable[..., Any], tmp_path: Path) -> None:
    write(tmp_path / "b", text(EC))
    write(tmp_path / "b", "", "empty.json")

    done = buildprof("analyze", "b", "--json", "--strict")

    assert done.code == 4
    assert json.loads(done.stdout)["unreadable"] == [{"path": "empty.json", "message": "is empty"}]
    assert "1 traces are unreadable" in done.stderr


def test_a_folder_without_traces_ends_with_4(buildprof: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()

    done = buildprof("analyze", "b")

    assert done.code == 4
    assert "b: holds no traces" in done.stderr


def test_what_is_neither_folder_nor_run_ends_with_2(buildprof: Callable[..., Any]) -> None:
    assert buildprof("analyze", "nothing").code == 2


def test_a_report_goes_to_a_file(buildprof: Callable[..., Any], tmp_path: Path) -> None:
    write(tmp_path / "b", text(span("Frontend", 0, 50_000), EC))

    done = buildprof("analyze", "b", "--format", "cba", "-o", "out.txt")

    assert (done.code, done.stdout) == (0, "")
    assert (tmp_path / "out.txt").read_text().startswith("**** Time summary:\n")


def test_names_are_relative_to_what_is_asked_for(
    buildprof: Callable[..., Any], tmp_path: Path
) -> None:
    write(tmp_path / "b", text(span("OptModule", 0, 5, "/s/x/a.cpp"), EC))

    done = buildprof("analyze", "b", "--json", "--source-root", "/s")

    assert json.loads(done.stdout)["units"][0]["name"] == "x/a.cpp"
