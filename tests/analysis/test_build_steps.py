"""Which traces belong to which step of a build."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from buildprof.cmake.proc_stat import Usage
from tests.traces import EC, OBJECT, TRACE, differences, only, source, step, text, write

if TYPE_CHECKING:
    from pathlib import Path


STARTED = 1_700_000_000_000_000


def test_a_step_without_trace_is_a_difference(tmp_path: Path) -> None:
    """From a compiler cache, from a remote machine, or into a folder that cannot be written."""
    write(tmp_path, text(EC), TRACE)

    result = analyze(tmp_path, steps=[step(), step("lib/b.o", result=0)])

    assert differences(result) == [("no-trace", "lib/b.o")]


@pytest.mark.parametrize("language", ["ASM", "Fortran", "ISPC", "Swift"])
def test_languages_without_traces_are_no_difference(tmp_path: Path, language: str) -> None:
    write(tmp_path, text(EC), TRACE)

    assert differences(analyze(tmp_path, steps=[step(), step("x.s.o", language=language)])) == []


def test_traces_of_the_build_before_unity_are_left_out(tmp_path: Path) -> None:
    unity = "CMakeFiles/app.dir/Unity/unity_0_cxx.cxx"
    write(tmp_path, text(EC), f"{unity}.json")
    write(tmp_path, text(EC), TRACE)

    result = analyze(tmp_path, steps=[step(f"{unity}.o", source=f"/b/{unity}")])

    assert (only(result).kind, only(result).target) == ("unity", "app")
    assert differences(result) == [("unclaimed-trace", TRACE)]


def test_members_of_a_unity_file_come_from_the_file(tmp_path: Path) -> None:
    unity = "CMakeFiles/app.dir/Unity/unity_0_cxx.cxx"
    write(tmp_path, text(*source("/s/a.cpp", 0, 900), EC), f"{unity}.json")
    write(tmp_path, '/* generated */\n#include "/s/a.cpp"\n#include "/s/short.cpp"\n', unity)

    found = only(analyze(tmp_path, steps=[step(f"{unity}.o", source=str(tmp_path / unity))]))

    assert found.members == ("/s/a.cpp", "/s/short.cpp")


@pytest.mark.parametrize(("began", "stale"), [(STARTED - 9_000_000, True), (STARTED + 5, False)])
def test_a_trace_older_than_the_step_is_of_an_earlier_build(
    tmp_path: Path, began: int, stale: bool
) -> None:
    write(tmp_path, text(EC, beginningOfTime=began), TRACE)

    result = analyze(tmp_path, steps=[step(started_us=STARTED, duration_us=100_000)])

    assert (differences(result) == [("stale-trace", TRACE)]) is stale
    assert len(result.units) == (0 if stale else 1)


def test_since_goes_by_the_beginning_of_the_trace_not_by_the_file(tmp_path: Path) -> None:
    """A restored file is new, and what it holds is old; to the microsecond."""
    write(tmp_path, text(EC, beginningOfTime=STARTED), "new.json")
    write(tmp_path, text(EC, beginningOfTime=STARTED - 1), "old.json")

    result = analyze(tmp_path, since_us=STARTED)

    assert only(result).trace == "new.json"
    assert differences(result) == [("stale-trace", "old.json")]


def test_since_goes_by_the_file_where_the_trace_does_not_say(tmp_path: Path) -> None:
    for name, second in (("new.json", 2_000), ("old.json", 1_000)):
        os.utime(write(tmp_path, text(EC), name), (second, second))

    assert only(analyze(tmp_path, since_us=1_500_000_000)).trace == "new.json"


def test_steps_of_another_tree_do_not_hide_traces(tmp_path: Path) -> None:
    write(tmp_path, text(EC))

    result = analyze(tmp_path, steps=[step("elsewhere/x.o")])

    assert only(result).trace == "a.cpp.json"
    assert result.differences == ()


def test_a_trace_without_object_is_a_difference(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path, text(EC), f"{name}.cpp.json")
    write(tmp_path, b"12345", "a.cpp.o")

    result = analyze(tmp_path, steps=[step("a.cpp.o"), step("b.cpp.o")])

    assert differences(result) == [("no-object", "b.cpp.o")]
    assert {unit.trace: unit.object_bytes for unit in result.units} == {
        "a.cpp.json": 5,
        "b.cpp.json": None,
    }


def test_a_copy_that_an_instrumented_build_kept_counts_once(tmp_path: Path) -> None:
    copy = ".cmake/instrumentation/v1/data/trace/a.json"
    write(tmp_path, text(EC), copy)
    write(tmp_path, text(EC), TRACE)

    result = analyze(tmp_path, steps=[step(trace=copy)])

    assert only(result).trace == TRACE
    assert differences(result) == []


def test_a_kept_copy_stands_in_for_a_trace_that_is_gone(tmp_path: Path) -> None:
    copy = ".cmake/instrumentation/v1/data/trace/a.json"
    write(tmp_path, text(EC), copy)

    assert only(analyze(tmp_path, steps=[step(trace=copy)])).target == "app"


@pytest.mark.parametrize(
    ("option", "place"),
    [
        ("-ftime-trace=out/", "out/a.cpp.json"),
        ("-ftime-trace=out", "out/a.cpp.json"),
        ("-ftime-trace=x/y.json", "x/y.json"),
        ("-ftime-trace=/b/x.json", "x.json"),
        ("-ftime-trace", TRACE),
    ],
)
def test_the_command_says_where_its_trace_is(tmp_path: Path, option: str, place: str) -> None:
    write(tmp_path, text(EC), place)

    result = analyze(tmp_path, steps=[step(command=f"clang++ {option} -c a.cpp", directory="/b")])

    assert only(result).source == "/s/a.cpp"
    assert differences(result) == []


@pytest.mark.parametrize(
    ("output", "trace"),
    [("x.y.o", "x.y.json"), ("plain", "plain.json"), ("d.d/plain", "d.d/plain.json")],
)
def test_only_the_last_ending_is_replaced(tmp_path: Path, output: str, trace: str) -> None:
    write(tmp_path, text(EC), trace)

    assert differences(analyze(tmp_path, steps=[step(output)])) == []


def test_what_compilers_used_is_told_by_output(tmp_path: Path) -> None:
    write(tmp_path, text(EC), TRACE)

    found = only(analyze(tmp_path, steps=[step()], usage={OBJECT: Usage(90_000, 5_000)}))

    assert (found.user_us, found.peak_kib) == (90_000, 5_000)


def test_names_are_relative_to_sources_or_build(tmp_path: Path) -> None:
    for name in ("a", "g"):
        write(tmp_path, text(EC), f"{name}.cpp.json")
    steps = [
        step("a.cpp.o", source="/s/deep/a.cpp", directory="/s/build"),
        step("g.cpp.o", source="/s/build/gen/g.cpp", directory="/s/build"),
    ]

    result = analyze(tmp_path, steps=steps, source_root=None)

    assert {(unit.name, unit.kind) for unit in result.units} == {
        ("a.cpp", "source"),
        ("gen/g.cpp", "generated"),
    }
