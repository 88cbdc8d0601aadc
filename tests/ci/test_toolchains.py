from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.ci import toolchains
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


def check(*names: str, **changes: str) -> None:
    toolchains.check(Switches(backends=names, **changes), LLAMA_CPP, compiler)  # type: ignore[arg-type]


def test_nothing_switched_on_needs_nothing() -> None:
    toolchains.check(Switches(), LLAMA_CPP, never)


def test_a_backend_that_the_project_has_not_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        toolchains.check(Switches(backends=("sycl",)), TERN, never)

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
        toolchains.check(Switches(backends=(name,)), LLAMA_CPP, never)

    assert caught.value.what.startswith(f"--{name} (GG_BUILD_{name.upper()}) cannot be built here")


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has Metal")
def test_metal_is_on_macos_only() -> None:
    with pytest.raises(ToolError, match="Metal is on macOS only"):
        check("metal")


def test_headers_are_asked_of_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(toolchains.HEADERS, "blas", ("no/such.h", "nor/this.h"))
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
    monkeypatch.setattr(toolchains, "_missing", lambda *_: None)
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
            toolchains.check(Switches(backends=(name,)), pipeline, compiler)
    toolchains.check(Switches(backends=("sycl",)), pipeline, compiler)


def test_rocm_is_there_with_its_program_and_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", {"hipconfig": "/opt/rocm/bin/hipconfig"}.get)
    check("rocm", amdgpu_targets="gfx1100")
