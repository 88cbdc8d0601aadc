from __future__ import annotations

import pytest

from buildprof.analysis import paths
from buildprof.cmake.step import Step


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("d/x.cpp.o", "d/x.cpp.json"),
        ("x.y.o", "x.y.json"),
        ("plain", "plain.json"),
        ("a.b/plain", "a.b/plain.json"),
        (".hidden", ".hidden.json"),
        ("cmake_pch.hxx.pch", "cmake_pch.hxx.json"),
    ],
)
def test_the_last_ending_is_replaced(path: str, expected: str) -> None:
    assert paths.replace_ending(path, ".json") == expected


@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        ("k-hip-amdgcn-amd-amdhsa-gfx906.json", ("k", "gfx906", "HIP")),
        ("a/k-hip-amdgcn-amd-amdhsa-gfx90a:xnack+.json", ("a/k", "gfx90a:xnack+", "HIP")),
        ("k.cu-cuda-nvptx64-nvidia-cuda-sm_90.json", ("k.cu", "sm_90", "CUDA")),
        ("my-hip-file-openmp-amdgcn-amd-amdhsa-gfx1100.json", ("my-hip-file", "gfx1100", None)),
        ("k.json", None),
        ("hip-notes.json", None),
        ("k-hip-backup.json", None),
    ],
)
def test_device_traces_are_told_by_their_names(
    trace: str, expected: tuple[str, str, str | None] | None
) -> None:
    assert paths.device_of(trace) == expected


@pytest.mark.parametrize(
    ("path", "unity"),
    [
        ("/b/CMakeFiles/t.dir/Unity/unity_0_cxx.cxx", True),
        ("CMakeFiles/t.dir/Unity/unity_12_c.c", True),
        ("Unity/unity_0_cu.cu", True),
        ("src/unity_tests.cpp", False),
        ("src/opportunity_0_cxx.cxx", False),
    ],
)
def test_unity_files_are_told_by_their_names(path: str, unity: bool) -> None:
    assert paths.is_unity(path) is unity


@pytest.mark.parametrize(
    ("path", "pch"),
    [
        ("CMakeFiles/t.dir/cmake_pch.hxx", True),
        ("CMakeFiles/t.dir/cmake_pch.h.pch", True),
        ("CMakeFiles/t.dir/cmake_pch_arm64.hxx.cxx", True),
        ("stdafx.h.gch", True),
        ("src/cmake_pch_notes.cpp", False),
        ("src/pch.cpp", False),
    ],
)
def test_precompiled_headers_are_told_by_their_names(path: str, pch: bool) -> None:
    assert paths.is_pch(path) is pch


def test_the_place_of_a_trace_is_said_or_beside_or_a_copy() -> None:
    step = Step(
        role="compile", outputs=("a/b.o",), command="c++ -ftime-trace -c b.c", trace="kept.json"
    )

    assert paths.traces_of(step) == ["a/b.json", "kept.json"]
    assert paths.traces_of(Step(role="compile", outputs=())) == []


@pytest.mark.parametrize("option", ['-ftime-trace="out dir"', "-ftime-trace=/b/out"])
def test_a_folder_for_traces(option: str) -> None:
    step = Step(role="compile", outputs=("a/b.o",), command=f"c++ {option}", directory="/b")

    assert paths.traces_of(step)[0] in {"out dir/b.json", "out/b.json"}


def test_objects_beside_a_trace() -> None:
    assert paths.objects_of("d/x.cpp.json") == ["d/x.cpp.o", "d/x.cpp.obj"]
    assert paths.stem_of("prog.time-trace") == "prog"
