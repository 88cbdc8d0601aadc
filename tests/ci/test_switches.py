from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.ci import switches
from buildprof.ci.switches import Switches
from buildprof.errors import UsageError
from buildprof.project.pipelines import LLAMA_CPP, TERN

if TYPE_CHECKING:
    from pathlib import Path

POSIX = pytest.mark.skipif(os.name == "nt", reason="makes programs that are shell scripts")


def fake(folder: Path, name: str, line: str = "exit 0") -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    (folder / name).chmod(0o755)


def test_rocm_names_its_compiler_and_targets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake(tmp_path, "hipconfig", "echo /opt/rocm/llvm/bin")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.environ["PATH"]]))
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
