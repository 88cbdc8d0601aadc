"""Whether the toolchains of the backends that are switched on are there."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from buildprof import process
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from buildprof.ci.switches import Switches
    from buildprof.project.stage import Backend, Pipeline

PROGRAMS = {"cuda": "nvcc", "rocm": "hipconfig", "vulkan": "glslc", "sycl": "icpx"}
HEADERS = {
    "vulkan": ("vulkan/vulkan.h",),
    "opencl": ("CL/cl.h", "OpenCL/opencl.h"),
    "blas": ("cblas.h", "openblas/cblas.h", "mkl.h", "Accelerate/Accelerate.h"),
}


def check(switches: Switches, pipeline: Pipeline, compiler: Callable[[], str]) -> None:
    """Raise where a backend cannot be built: the project has none such, or its toolchain is missing.

    `compiler` gives the C++ compiler, which is asked for headers.
    """
    for name in switches.backends:
        if name not in pipeline.backends:
            known = ", ".join(pipeline.backends) or "none"
            raise UsageError(
                f"the project has no {name} backend to switch on (it has: {known})",
                hint=f"Leave out --{name}, and GG_BUILD_{name.upper()}.",
            )
        more = pipeline.backends[name]
        lacking = _missing(name, switches, compiler) or _lacks(more, compiler)
        if lacking:
            raise ToolError(
                f"--{name} (GG_BUILD_{name.upper()}) cannot be built here: {lacking}",
                hint="Install what is missing, or leave the switch out.",
            )


def _missing(name: str, switches: Switches, compiler: Callable[[], str]) -> str | None:
    """Say what of a backend's toolchain is missing, or None."""
    if name == "metal":
        return None if sys.platform == "darwin" else "Metal is on macOS only"
    if name == "sycl" and not os.environ.get("ONEAPI_ROOT"):
        return "ONEAPI_ROOT is not set; source the setvars.sh of oneAPI"
    if name == "rocm" and not switches.amdgpu_targets:
        return (
            "no GPU architecture is named; --amdgpu-targets (GG_BUILD_AMDGPU_TARGETS) gfx1100, say"
        )
    return _no_program(name) or _no_header(name, compiler)


def _lacks(backend: Backend, compiler: Callable[[], str]) -> str | None:
    """Say what is missing of that which this project needs besides."""
    for header in backend.headers:
        if not _compiles(compiler(), f"#include <{header}>\n"):
            return f"{compiler()} finds no {header}"
    if sys.platform != "linux":
        return None
    for library in backend.libraries:
        if not _links(compiler(), library):
            return f"{compiler()} finds no library {library} to link with"
    return None


def _no_program(name: str) -> str | None:
    """Say which program of a toolchain is missing; CUDACXX names another nvcc."""
    wanted = (os.environ.get("CUDACXX") if name == "cuda" else None) or PROGRAMS.get(name)
    return f"{wanted} is not on PATH" if wanted and not shutil.which(wanted) else None


def _no_header(name: str, compiler: Callable[[], str]) -> str | None:
    """Say which headers of a toolchain the compiler does not find."""
    if name not in HEADERS:
        return None
    has = " || ".join(f"__has_include(<{header}>)" for header in HEADERS[name])
    text = f"#if !({has})\n#error\n#endif\n"
    return (
        None
        if _compiles(compiler(), text)
        else f"{compiler()} finds no {' or '.join(HEADERS[name])}"
    )


def _compiles(compiler: str, text: str) -> bool:
    command = [compiler, "-x", "c++", "-fsyntax-only", "-"]
    return process.capture(command, stdin=text, timeout_s=60).returncode == 0


def _links(compiler: str, library: str) -> bool:
    command = [compiler, "-x", "c++", "-", f"-l{library}", "-o", os.devnull]
    return process.capture(command, stdin="int main() {}\n", timeout_s=60).returncode == 0
