from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from buildprof.cmake.step import Step
from buildprof.errors import TraceError
from tests.traces import EC, analyse, messages, only, source, span, text, total, write

if TYPE_CHECKING:
    from pathlib import Path


def test_a_phase_without_duration_is_unknown(tmp_path: Path) -> None:
    result = analyse(tmp_path, {"pid": 1, "tid": 1, "ph": "X", "ts": 0, "name": "Frontend"}, EC)

    unit = only(result)
    assert (unit.total_us, unit.frontend_us, unit.other_us) == (100_000, None, None)
    assert messages(result) == ["Frontend has no duration: it is unknown"]
    assert result.warnings[0].path == "a.cpp.json"


def test_two_frontends_are_one_unit(tmp_path: Path) -> None:
    result = analyse(
        tmp_path,
        span("Frontend", 5_953, 333_830),
        span("Frontend", 339_784, 21_586),
        span("ExecuteCompiler", 0, 400_000),
    )

    assert only(result).frontend_us == 355_416
    assert result.summary.translation_units == 1


def test_a_short_frontend_is_known_from_its_total(tmp_path: Path) -> None:
    result = analyse(
        tmp_path,
        span("Backend", 1_695, 794, pid=9, tid=9),
        span("ExecuteCompiler", 0, 2_526, pid=9, tid=9),
        span("Total Frontend", 0, 416, pid=9, tid=10, args={"count": 2, "avg ms": 0}),
    )

    unit = only(result)
    assert (unit.frontend_us, unit.backend_us, unit.other_us) == (416, 794, 1_316)


def test_totals_count_once(tmp_path: Path) -> None:
    events = [span("Frontend", 10, 60_000), span("Backend", 70_000, 20_000), EC]
    totals = [total("Frontend", 60_000, tid=2), total("Backend", 20_000, tid=3)]

    result = analyse(tmp_path, *events, *totals, total("ExecuteCompiler", 100_000, tid=4))

    unit = only(result)
    assert (unit.frontend_us, unit.backend_us, unit.total_us) == (60_000, 20_000, 100_000)


def test_traces_belong_to_steps(tmp_path: Path) -> None:
    write(tmp_path, text(EC), "CMakeFiles/app.dir/a.cpp.json")
    write(tmp_path, text(EC), "CMakeFiles/app.dir/old.cpp.json")
    steps = [
        Step(role="compile", outputs=("CMakeFiles/app.dir/a.cpp.o",), source="/src/a.cpp"),
        Step(role="compile", outputs=("CMakeFiles/app.dir/b.cpp.o",), source="/src/b.cpp"),
    ]

    result = analyze(tmp_path, steps=steps)

    unit = only(result)
    assert (unit.source, unit.target, unit.language) == ("/src/a.cpp", "app", "CXX")
    assert [(one.kind, one.path) for one in result.differences] == [
        ("no-trace", "CMakeFiles/app.dir/b.cpp.o"),
        ("unclaimed-trace", "CMakeFiles/app.dir/old.cpp.json"),
    ]


def test_other_json_is_ignored_and_counted(tmp_path: Path) -> None:
    write(tmp_path, json.dumps([{"directory": "/", "file": "a.cpp"}]), "compile_commands.json")
    write(tmp_path, json.dumps({"version": 1}), "package.json")

    result = analyse(tmp_path, EC)

    assert result.ignored == 2
    assert result.unreadable == result.warnings == ()


def test_include_self_time(tmp_path: Path) -> None:
    result = analyse(
        tmp_path, *source("/a/inner.h", 2_000, 31_000), *source("/a/outer.h", 1_000, 90_000), EC
    )

    assert {one.path: (one.inclusive_us, one.self_us) for one in result.headers} == {
        "/a/outer.h": (89_000, 60_000),
        "/a/inner.h": (29_000, 29_000),
    }


def test_a_missing_root_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="does not exist"):
        analyze(tmp_path / "none")
