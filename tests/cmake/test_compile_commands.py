from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from buildprof.cmake import compile_commands as commands

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.cmake.step import Step


def load(root: Path, **entry: Any) -> Step:
    whole = {"directory": "/b", "file": "/s/a.cpp"} | entry
    (root / "compile_commands.json").write_text(json.dumps([whole]))
    return commands.load(root)[0]


@pytest.mark.parametrize(
    ("entry", "output"),
    [
        ({"command": "c++ -o a.o -c a.cpp"}, "a.o"),
        ({"command": "c++ -oa.o -c a.cpp"}, "a.o"),
        ({"command": 'c++ -o "with space.o" -c a.cpp'}, "with space.o"),
        ({"command": "c++ -o first.o -o last.o"}, "last.o"),
        (
            {"command": "clang-cl /c a.cpp /FoCMakeFiles\\t.dir\\a.cpp.obj"},
            "CMakeFiles/t.dir/a.cpp.obj",
        ),
        ({"arguments": ["c++", "-c", "a.cpp", "-o", "/b/sub/a.o"]}, "sub/a.o"),
        ({"command": "c++ -o x.o", "output": "said.o"}, "said.o"),
        ({"command": "c++ -c a.cpp"}, None),
    ],
)
def test_outputs(tmp_path: Path, entry: dict[str, Any], output: str | None) -> None:
    assert load(tmp_path, **entry).outputs == ((output,) if output else ())


@pytest.mark.parametrize(
    ("source", "command", "language"),
    [
        ("a.c", "", "C"),
        ("a.CPP", "", "CXX"),
        ("a.cu", "", "CUDA"),
        ("a.cpp", "clang++ -x cuda a.cpp", "CUDA"),
        ("a.cpp", "clang++ -x hip a.cpp", "HIP"),
        ("pch.hxx.cxx", "clang++ -x c++-header pch.hxx", "CXX"),
        ("pch.h.c", "clang -x c-header pch.h", "C"),
        ("a.mm", "", "OBJCXX"),
        ("a.unknown", "", None),
    ],
)
def test_languages(source: str, command: str, language: str | None) -> None:
    assert commands.language_of(source, command) == language


def test_targets_and_configurations_are_in_paths() -> None:
    assert commands.target_of("lib/CMakeFiles/my-target.dir/sub/a.cpp.o") == "my-target"
    assert commands.target_of("lib/a.cpp.o") is None
    assert commands.configuration_of("CMakeFiles/t.dir/RelWithDebInfo/a.cpp.o") == "RelWithDebInfo"
    assert commands.configuration_of("Debug/CMakeFiles/t.dir/a.cpp.o") is None


def test_sources_are_absolute(tmp_path: Path) -> None:
    assert load(tmp_path, file="../s/./x.cpp", command="c++").source == "/s/x.cpp"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("clang++ --target=spirv64 -x cl -cl-std=CL1.2 -c k.inl", ("OpenCL", "spirv64")),
        ("clang++ -xcl -target amdgcn -c k.cl", ("OpenCL", "amdgcn")),
        (
            "clang++ --target=spirv64 -x clcpp -D__METAL_VERSION__=300 -c k.inl",
            ("Metal", "spirv64"),
        ),
        ("metal -x metal -c k.metal", ("Metal", None)),
        ("clang++ -x c++ -c k.cpp", None),
        ("clang++ -xcuda -c k.cu", None),
        ("", None),
    ],
)
def test_kernels_are_told_by_the_language_that_they_are_compiled_as(
    command: str, expected: tuple[str, str | None] | None
) -> None:
    assert commands.kernel_of(command) == expected
