"""What single traces say of the kind of their unit, and of its processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.build import analyze
from tests.traces import EC, analyse, header, messages, only, source, span, text, write

if TYPE_CHECKING:
    from pathlib import Path

GCH = "/b/CMakeFiles/t.dir/cmake_pch.hxx.pch"


def test_a_precompiled_header_is_neither_frontend_nor_backend(tmp_path: Path) -> None:
    events = [
        span("Frontend", 1_000, 366_800),
        span("WriteAST", 368_000, 70_800, GCH),
        span("ExecuteCompiler", 0, 440_600),
    ]
    write(tmp_path, text(*events), "CMakeFiles/t.dir/cmake_pch.hxx.json")

    unit = only(analyze(tmp_path))

    assert (unit.kind, unit.target, unit.backend_us) == ("pch", "t", None)
    assert (unit.frontend_us, unit.other_us, unit.total_us) == (366_800, 73_800, 440_600)


def test_a_precompiled_header_of_clang_15_has_no_write_event(tmp_path: Path) -> None:
    events = [span("Frontend", 1_000, 300_000), span("ExecuteCompiler", 0, 440_600)]
    write(tmp_path, text(*events), "CMakeFiles/t.dir/cmake_pch.hxx.json")

    assert only(analyze(tmp_path)).kind == "pch"


def test_a_unit_that_reads_a_precompiled_header(tmp_path: Path) -> None:
    unit = only(analyse(tmp_path, span("ReadAST", 10, 700, GCH), span("Frontend", 800, 9_000), EC))

    assert unit.reads_pch
    assert unit.kind == "source"


def test_a_module_that_writes_its_interface_is_a_source(tmp_path: Path) -> None:
    events = [span("WriteAST", 50, 70, "m.pcm"), span("Backend", 200, 900), EC]

    assert only(analyse(tmp_path, *events)).kind == "source"


def test_members_of_a_unity_file_are_no_headers(tmp_path: Path) -> None:
    events = [
        *source("/s/a.h", 1_100, 1_900),
        *source("/s/one.cpp", 1_000, 5_000),
        *source("/s/two.cpp", 6_000, 9_000),
    ]
    write(tmp_path, text(*events, EC), "CMakeFiles/t.dir/Unity/unity_0_cxx.cxx.json")

    result = analyze(tmp_path)

    unit = only(result)
    assert (unit.kind, unit.members) == ("unity", ("/s/one.cpp", "/s/two.cpp"))
    assert [one.path for one in result.headers] == ["/s/a.h"]
    assert header(result, "/s/a.h").direct == 1


def test_deferred_code_generation_is_said(tmp_path: Path) -> None:
    events = [
        span("Frontend", 0, 50_000),
        span("Optimizer", 60_000, 9_000),
        span("Backend", 55_000, 30_000),
    ]

    assert messages(analyse(tmp_path, *events, EC)) == [
        "code generation is deferred to the link step (LTO)"
    ]


def test_what_save_temps_leaves_is_incomplete(tmp_path: Path) -> None:
    result = analyse(tmp_path, span("Backend", 100, 90_000), EC)

    unit = only(result)
    assert (unit.incomplete, unit.frontend_us, unit.backend_us) == (True, None, 90_000)
    assert "-save-temps" in messages(result)[0]
    assert result.summary.frontend_us is None


def test_a_linker_is_no_unit(tmp_path: Path) -> None:
    """Its threads work at the same time: their functions are not added to the wall time."""
    linker = span("ExecuteLinker", 0, 50_000)
    workers = [span("OptFunction", 10, 40_000, "f", tid=tid) for tid in (2, 3)]
    write(tmp_path, text(linker, *workers), "prog.time-trace")

    result = analyse(tmp_path, EC)

    assert [(link.trace, link.total_us) for link in result.links] == [("prog.time-trace", 50_000)]
    assert result.summary.translation_units == 1
    assert result.summary.total_us == 100_000
    assert result.functions == ()


def test_device_and_host_are_one_unit(tmp_path: Path) -> None:
    """clang 23 writes one trace for every device architecture."""
    names = [f"k-hip-amdgcn-amd-amdhsa-gfx{arch}.json" for arch in (906, 1030)]
    for name in ("k.json", *names):
        write(tmp_path, text(span("Frontend", 0, 10_000), EC), name)

    result = analyze(tmp_path)

    assert result.summary.translation_units == 1
    assert sorted((unit.kind, unit.arch) for unit in result.units if unit.arch) == [
        ("device", "gfx1030"),
        ("device", "gfx906"),
    ]
    assert [unit.trace for unit in result.units if unit.kind == "source"] == ["k.json"]


def test_a_device_trace_of_nvcc(tmp_path: Path) -> None:
    """Its list begins with an empty object, its metadata has no thread, and it has no root."""
    events = [
        {},
        {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "cicc"}},
        span("CUDA C++ Front-End", 0, 4_500, "k.cpp1.ii"),
        span("Processing Header File", 0, 4_000, "/usr/include/math.h"),
        span("LibNVVM", 5_000, 2_000),
        span("Total PTXAS Time", 7_000, 3_000),
    ]

    unit = only(analyse(tmp_path, *events))

    assert (unit.kind, unit.total_us) == ("device", None)
    assert (unit.frontend_us, unit.backend_us) == (4_500, 5_000)


def test_processes_of_one_file_are_units_of_their_own(tmp_path: Path) -> None:
    other = span("ExecuteCompiler", 0, 40_000, pid=2)

    result = analyse(tmp_path, EC, other, span("Frontend", 0, 30_000, pid=2))

    assert [(unit.total_us, unit.frontend_us) for unit in result.units] == [
        (100_000, None),
        (40_000, 30_000),
    ]


def test_events_of_a_process_without_root_belong_to_the_one_that_has_it(tmp_path: Path) -> None:
    """Process numbers are not always right; nothing of a trace may be lost for that."""
    events = [span("Frontend", 0, 30_000, pid=7), *source("/a.h", 10, 90, pid=8), EC]

    result = analyse(tmp_path, *events)

    assert only(result).frontend_us == 30_000
    assert [one.path for one in result.headers] == ["/a.h"]
