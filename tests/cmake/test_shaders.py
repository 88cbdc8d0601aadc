from __future__ import annotations

import pytest

from buildprof.cmake import shaders
from buildprof.cmake.step import Step


def step(command: str | None, role: str = "custom") -> Step:
    return Step(role=role, outputs=("vulkan/norm.spv",), command=command)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            "/usr/bin/glslc -O -I/s/glsl -MF norm.spv.d -o norm.spv /s/glsl/norm.comp",
            ("/s/glsl/norm.comp", "GLSL", "SPIR-V"),
        ),
        ("cd /b && glslangValidator -V a.frag -o a.spv", ("a.frag", "GLSL", "SPIR-V")),
        ("dxc -T cs_6_0 -spirv a.hlsl", ("a.hlsl", "HLSL", "SPIR-V")),
        ("xcrun -sdk macosx metal -c a.metal -o a.air", ("a.metal", "Metal", "AIR")),
        ("clang-22 -x cl -c add.cl -o add.spv", ("add.cl", "OpenCL", "SPIR-V")),
        ("nvcc -cubin -arch=sm_90 -o n.cubin n.cu", ("n.cu", "CUDA by nvcc", "sm_90")),
        ("cmake -P embed.cmake norm.comp", None),
        ("glslc --version", None),
        ("unclosed 'quote glslc a.comp", None),
        (None, None),
    ],
)
def test_a_shader_is_told_by_its_compiler_and_its_source(
    command: str | None, expected: tuple[str, str, str] | None
) -> None:
    assert shaders.compiled(step(command)) == expected


def test_a_compile_with_a_trace_is_none() -> None:
    assert shaders.compiled(step("clang -c a.cl", role="compile")) is None
