from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.ci import switches
from buildprof.ci.switches import Switches
from buildprof.errors import ToolError, UsageError
from buildprof.project.pipelines import LLAMA_CPP, TERN
from buildprof.project.stage import Backend
from buildprof.project.toolchain import find

if TYPE_CHECKING:
    from pathlib import Path

POSIX = pytest.mark.skipif(os.name == "nt", reason="makes programs that are shell scripts")


def compiler() -> str:
    return find().cxx


def never() -> str:
    raise AssertionError("the compiler is not needed")


def fake(folder: Path, name: str, line: str = "exit 0") -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    (folder / name).chmod(0o755)


def check(*names: str, **changes: str) -> None:
    switches.check(Switches(backends=names, **changes), LLAMA_CPP, compiler)  # type: ignore[arg-type]


def test_nothing_switched_on_needs_nothing() -> None:
    switches.check(Switches(), LLAMA_CPP, never)


def test_a_backend_that_the_project_has_not_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        switches.check(Switches(backends=("sycl",)), TERN, never)

    assert caught.value.what == (
        "the project has no sycl backend to switch on (it has: cuda, vulkan, opencl, metal)"
    )
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("cuda", "nvcc is not on PATH"),
        ("vulkan", "glslc is not on PATH"),
        ("rocm", "no GPU architecture is named"),
        ("sycl", "ONEAPI_ROOT is not set"),
    ],
)
def test_a_missing_toolchain_fails_at_once_and_is_named(
    name: str, missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ONEAPI_ROOT", raising=False)
    with pytest.raises(ToolError, match=missing) as caught:
        switches.check(Switches(backends=(name,)), LLAMA_CPP, never)

    assert caught.value.what.startswith(f"--{name} (GG_BUILD_{name.upper()}) cannot be built here")


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has Metal")
def test_metal_is_on_macos_only() -> None:
    with pytest.raises(ToolError, match="Metal is on macOS only"):
        check("metal")


def test_headers_are_asked_of_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(switches.HEADERS, "blas", ("no/such.h", "nor/this.h"))
    with pytest.raises(ToolError, match=r"finds no no/such\.h or nor/this\.h"):
        check("blas")
    (tmp_path / "nor").mkdir()
    (tmp_path / "nor/this.h").touch()
    monkeypatch.setenv("CPLUS_INCLUDE_PATH", str(tmp_path))
    check("blas")


@POSIX
@pytest.mark.skipif(sys.platform != "linux", reason="libraries are asked for on Linux only")
def test_what_the_project_needs_besides_is_asked_for_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(switches, "_missing", lambda *_: None)
    pipeline = msgspec.structs.replace(
        LLAMA_CPP,
        backends={
            "sycl": Backend(on={}, libraries=("c",)),
            "cuda": Backend(on={}, headers=("no/such.h",)),
            "blas": Backend(on={}, libraries=("no-such-library",)),
        },
    )
    for name, missing in (("cuda", "finds no no/such.h"), ("blas", "no library no-such-library")):
        with pytest.raises(ToolError, match=missing):
            switches.check(Switches(backends=(name,)), pipeline, compiler)
    switches.check(Switches(backends=("sycl",)), pipeline, compiler)


def test_rocm_names_its_compiler_and_targets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake(tmp_path, "hipconfig", "echo /opt/rocm/llvm/bin")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.environ["PATH"]]))
    check("rocm", amdgpu_targets="gfx1100")
    on = Switches(backends=("rocm",), amdgpu_targets="gfx1100")

    entries = switches.cache(on, LLAMA_CPP)
    assert entries["GPU_TARGETS"] == "gfx1100"
    assert entries["CMAKE_HIP_COMPILER"] == "/opt/rocm/llvm/bin/clang"


@POSIX
def test_cuda_is_built_for_the_gpu_that_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake(tmp_path, "nvidia-smi", "echo 9.0; echo 8.6")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert (
        switches.cache(Switches(backends=("cuda",)), LLAMA_CPP)["CMAKE_CUDA_ARCHITECTURES"] == "90"
    )
    (tmp_path / "nvidia-smi").unlink()
    assert "CMAKE_CUDA_ARCHITECTURES" not in switches.cache(Switches(backends=("cuda",)), LLAMA_CPP)


def test_a_variable_that_nothing_knows_is_refused() -> None:
    switches.refuse_unknown({"GG_BUILD_CUDA": "1", "GG_BUILD_MUSA": "", "OTHER": "1"})
    with pytest.raises(UsageError, match="GG_BUILD_MUSA: there is no such switch") as caught:
        switches.refuse_unknown({"GG_BUILD_MUSA": "1", "GG_BUILD_CUDA": "1"})
    assert "GG_BUILD_SYCL" in str(caught.value.hint)


def test_programs_for_sycl_find_its_settings() -> None:
    found = switches.environment(Switches(backends=("sycl", "blas")), LLAMA_CPP)
    assert found["ONEAPI_DEVICE_SELECTOR"] == "level_zero:0"
    assert switches.environment(Switches(), LLAMA_CPP) == {}


def test_cache_entries_follow_the_switches() -> None:
    off = switches.cache(Switches(fatal_warnings=False), LLAMA_CPP)
    on = switches.cache(Switches(backends=("blas",), blas_vendor="Intel10_64lp"), LLAMA_CPP)

    assert off == {"GGML_METAL": "OFF", "GGML_BLAS": "OFF", "LLAMA_FATAL_WARNINGS": "OFF"}
    assert (on["GGML_BLAS"], on["GGML_BLAS_VENDOR"]) == ("ON", "Intel10_64lp")
    assert on["LLAMA_FATAL_WARNINGS"] == "ON"
    assert switches.cache(Switches(), TERN) == {
        "TERN_CUDA": "OFF",
        "TERN_VULKAN": "OFF",
        "TERN_WERROR": "ON",
    }


def test_devices_are_those_of_the_backends_that_are_on() -> None:
    on = Switches(backends=("vulkan", "cuda"))

    assert switches.devices(on, LLAMA_CPP) == [("cuda", "CUDA0"), ("vulkan", "Vulkan0")]
    assert switches.devices(Switches(), LLAMA_CPP) == []


def test_what_is_on_is_described() -> None:
    on = Switches(backends=("cuda",), low_perf=True, fatal_warnings=False)

    assert on.described() == {"cuda": "on", "low_perf": "on"}
    assert on.on("cuda")
    assert not on.on("cloud")
    assert not on.on("blas_vendor")
