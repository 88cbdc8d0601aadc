from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from buildprof.analysis import units
from buildprof.analysis.units import Roots, Sidecar
from buildprof.cmake.step import Step
from tests.claims import claim, facts

if TYPE_CHECKING:
    from buildprof.analysis.claims import Claim


def make(one: Claim, **sidecar: Any) -> Any:
    return units.make(one, Roots(sources=("/s",), builds=("/b",)), {one.trace: Sidecar(**sidecar)})


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({}, "source"),
        ({"source": "/b/gen/a.cpp"}, "generated"),
        ({"source": "/b/CMakeFiles/t.dir/Unity/unity_0_cxx.cxx"}, "unity"),
        ({"stem": "CMakeFiles/t.dir/cmake_pch.hxx"}, "pch"),
        ({"arch": "gfx906"}, "device"),
    ],
)
def test_kinds(more: dict[str, Any], kind: str) -> None:
    source = more.pop("source", "/s/a.cpp")

    assert (
        make(claim(step=Step(role="compile", outputs=("a.o",), source=source), **more)).kind == kind
    )


def test_without_a_step_the_compiler_says_the_source() -> None:
    unit = make(claim(facts=facts(module="/s/dir/a.cpp"), trace="CMakeFiles/t.dir/a.cpp.json"))

    assert (unit.name, unit.source, unit.target, unit.language) == (
        "dir/a.cpp",
        "/s/dir/a.cpp",
        "t",
        "CXX",
    )


def test_without_both_the_object_gives_the_name() -> None:
    unit = make(claim(stem="lib/a.cpp"))

    assert (unit.name, unit.source) == ("lib/a.cpp", None)


@pytest.mark.parametrize(
    ("known", "other"),
    [
        ({"total_us": 10, "frontend_us": 4, "backend_us": 5}, 1),
        ({"total_us": 10, "frontend_us": 4}, 6),
        ({"total_us": 10, "frontend_us": None, "unknown": ("Frontend",)}, None),
        ({"total_us": 10, "frontend_us": 8, "backend_us": 3}, 0),
        ({"frontend_us": 4}, None),
    ],
)
def test_the_rest_of_the_total(known: dict[str, Any], other: int | None) -> None:
    assert make(claim(facts=facts(**known))).other_us == other


def test_what_lies_beside_the_trace() -> None:
    unit = make(claim(), object_bytes=5, user_us=6, peak_kib=7, configuration="Debug")

    assert (unit.object_bytes, unit.user_us, unit.peak_kib, unit.configuration) == (
        5,
        6,
        7,
        "Debug",
    )
