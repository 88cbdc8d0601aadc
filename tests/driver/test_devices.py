from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.units import Roots
from buildprof.cmake.step import Step
from buildprof.driver import devices
from buildprof.runs.schema import Times
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path


def unit(name: str, arch: str | None, total_us: int | None, **more: str) -> Unit:
    kind = "device" if arch else "source"
    trace = f"{arch}/{name}-cuda-nvptx64-nvidia-cuda-{arch}.json" if arch else f"{name}.json"
    values = {"source": f"/s/{name}", "language": "CUDA"} | more
    return Unit(name=name, trace=trace, kind=kind, arch=arch, total_us=total_us, **values)  # type: ignore[arg-type]


def times(units: int, total_us: int | None) -> Times:
    return Times(units=units, frontend_us=None, backend_us=None, other_us=None, total_us=total_us)


def test_a_source_counts_once_and_is_timed_per_architecture() -> None:
    units = [unit(name, arch, 10) for name in ("a.cu", "b.cu") for arch in ("sm_80", "sm_90")]
    units += [unit("a.cu", None, 1_000), unit("c.hip", "gfx90a", None, language="HIP")]
    found = devices.totals(units)
    assert list(found) == ["CUDA", "HIP"]
    assert found["CUDA"].whole == times(2, 40)
    assert found["CUDA"].archs == {"sm_80": times(2, 20), "sm_90": times(2, 20)}
    assert found["HIP"].archs == {"gfx90a": times(1, None)}


def test_assemblers_of_a_device_count_as_other(tmp_path: Path) -> None:
    (tmp_path / "sm_80").mkdir()
    lines = ["clang,k.o,900,700,5,sm_80", "ptxas,k.o,50,30,9,sm_80", "ptxas,k.o,1,1,1,sm_90", "cut"]
    (tmp_path / "sm_80/k.cu.stat").write_text("\n".join(lines), "utf-8")
    made, host = devices.with_tools([unit("k.cu", "sm_80", 1_000), unit("k.cu", None, 7)], tmp_path)
    assert (made.total_us, made.other_us, made.user_us, made.peak_kib) == (1_050, 1_050, 730, 9)
    assert host.total_us == 7


def test_the_host_of_such_a_compile_has_what_its_process_used(tmp_path: Path) -> None:
    lines = ["clang,k.o,900,700,5,sm_80", "fatbinary,k.o,9,8,7,", "clang,k.o,600,500,6,"]
    (tmp_path / "k.cu.stat").write_text("\n".join(lines), "utf-8")
    (host,) = devices.with_tools([unit("k.cu", None, 600)], tmp_path)
    assert (host.total_us, host.user_us, host.peak_kib) == (600, 508, 7)


def test_without_a_report_nothing_is_added(tmp_path: Path) -> None:
    before = unit("k.cu", "sm_80", 1_000)
    assert devices.with_tools([before], tmp_path) == (before,)


ROOTS = Roots(sources=("/s",), builds=("/b",))


def compile_by_nvcc(folder: Path, *lines: str) -> Step:
    (folder / "k.cu.stat").write_text("\n".join(lines), "utf-8")
    return Step(role="compile", outputs=("k.cu.o",), source="/s/k.cu", language="CUDA", target="t")


def test_what_nvcc_did_for_the_host_is_a_source_without_a_trace(tmp_path: Path) -> None:
    lines = ("cudafe++,k.o,400,,,", "gcc (compiling),k.o,50,,,", "cicc,k.o,300,,,sm_80")
    step = compile_by_nvcc(tmp_path, *lines)
    traced = unit("k.cu", "sm_80", None)
    traced = msgspec.structs.replace(traced, trace=traced.trace.removeprefix("sm_80/"))
    (host,) = devices.untraced([step], [traced], ROOTS, tmp_path)
    assert (host.name, host.kind, host.language, host.total_us) == ("k.cu", "source", "CUDA", 450)
    assert (host.frontend_us, host.trace_bytes) == (None, None)


def test_an_nvcc_that_writes_no_traces_tells_times(tmp_path: Path) -> None:
    step = compile_by_nvcc(tmp_path, "cudafe++,k.o,400,,,", "cicc,k.o,300,,,sm_70")
    found = devices.untraced([step], [], ROOTS, tmp_path)
    assert [(one.kind, one.arch, one.total_us) for one in found] == [
        ("source", None, 400),
        ("device", "sm_70", 300),
    ]


def test_a_compile_by_clang_has_its_traces(tmp_path: Path) -> None:
    step = compile_by_nvcc(tmp_path, "clang,k.o,400,1,1,", "fatbinary,k.o,300,1,1,")
    assert devices.untraced([step], [], ROOTS, tmp_path) == []


def test_a_shader_is_timed_by_its_step(tmp_path: Path) -> None:
    command = "glslc -o n.spv /s/glsl/n.comp"
    step = Step(role="custom", outputs=("n.spv",), command=command, duration_us=70_000)
    (shader,) = devices.untraced([step], [], ROOTS, tmp_path)
    assert shader.title == "glsl/n.comp (GLSL, SPIR-V)"
    assert (shader.kind, shader.total_us, shader.trace) == ("device", 70_000, "n.spv")
