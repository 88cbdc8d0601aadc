"""Which traces belong to steps that compile for devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.build import analyze
from tests.traces import EC, differences, step, text, write

if TYPE_CHECKING:
    from pathlib import Path


def test_device_traces_belong_to_the_step_of_their_host(tmp_path: Path) -> None:
    write(tmp_path, text(EC), "k.hip.json")
    write(tmp_path, text(EC), "k.hip-hip-amdgcn-amd-amdhsa-gfx906.json")

    result = analyze(tmp_path, steps=[step("k.hip.o", source="/s/k.hip", language="HIP")])

    assert [(unit.source, unit.arch) for unit in result.units] == [
        ("/s/k.hip", "gfx906"),
        ("/s/k.hip", None),
    ] or [unit.arch for unit in result.units] == [None, "gfx906"]
    assert result.summary.translation_units == 1
    assert differences(result) == []


def test_what_is_compiled_for_devices_only_needs_no_trace_of_a_host(tmp_path: Path) -> None:
    steps = []
    for arch in (80, 90):
        write(tmp_path, text(EC), f"sm_{arch}/k.cu-cuda-nvptx64-nvidia-cuda-sm_{arch}.json")
        steps.append(step(f"sm_{arch}/k.cu.o", source="/s/k.cu", language="CXX"))

    result = analyze(tmp_path, steps=steps)

    assert [(unit.source, unit.language, unit.arch) for unit in result.units] == [
        ("/s/k.cu", "CUDA", "sm_80"),
        ("/s/k.cu", "CUDA", "sm_90"),
    ]
    assert result.summary.translation_units == 1
    assert differences(result) == []


def test_a_kernel_of_opencl_is_a_device_by_its_command(tmp_path: Path) -> None:
    write(tmp_path, text(EC), "k.inl.json")
    command = "clang++ --target=spirv64 -x cl -c k.inl"

    result = analyze(tmp_path, steps=[step("k.inl.o", source="/s/k.inl", command=command)])

    assert [(unit.kind, unit.language, unit.arch) for unit in result.units] == [
        ("device", "OpenCL", "spirv64")
    ]
    assert differences(result) == []
