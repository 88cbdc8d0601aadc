"""The switches of a call, options and environment alike, and whether their toolchains are there."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from buildprof.project.stage import Backend, Pipeline

BACKENDS = ("cuda", "rocm", "vulkan", "opencl", "metal", "sycl", "blas")


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """What was switched on. `backends` are names of BACKENDS; `amdgpu_targets` belong to rocm."""

    backends: tuple[str, ...] = ()
    blas_vendor: str = "OpenBLAS"
    amdgpu_targets: str = ""
    low_perf: bool = False
    high_perf: bool = False
    cloud: bool = False
    no_bf16: bool = False
    fatal_warnings: bool = True

    def on(self, name: str) -> bool:
        """Tell whether a switch is on, by its name."""
        return name in self.backends or getattr(self, name, False) is True

    def described(self) -> dict[str, str]:
        """Return what is on, for the record."""
        named = dict.fromkeys(self.backends, "on")
        flags = ("low_perf", "high_perf", "cloud", "no_bf16", "fatal_warnings")
        return named | {flag: "on" for flag in flags if self.on(flag)}


KNOWN = frozenset(
    f"GG_BUILD_{name}"
    for name in (
        *(backend.upper() for backend in BACKENDS),
        *("BLAS_VENDOR", "AMDGPU_TARGETS", "LOW_PERF", "HIGH_PERF", "CLOUD", "NO_BF16", "NINJA"),
    )
)


def refuse_unknown(environment: Mapping[str, str]) -> None:
    """Raise where the environment asks for something that is not there: a pass would not mean it."""
    given = [name for name in environment if name.startswith("GG_BUILD_") and environment[name]]
    unknown = sorted(set(given) - KNOWN)
    if unknown:
        raise UsageError(
            f"{', '.join(unknown)}: there is no such switch",
            hint=f"There are: {', '.join(sorted(KNOWN))}.",
        )


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


def environment(switches: Switches, pipeline: Pipeline) -> dict[str, str]:
    """Return what the programs of the backends that are on find in their environment."""
    rows = [row for name, row in pipeline.backends.items() if name in switches.backends]
    return {name: value for row in rows for name, value in row.environment.items()}


def cache(switches: Switches, pipeline: Pipeline) -> dict[str, str]:
    """Return the cache entries that the switches ask for."""
    entries: dict[str, str] = {}
    for name, backend in pipeline.backends.items():
        on = name in switches.backends
        entries |= (backend.on | _more(name, switches)) if on else backend.off
    if pipeline.fatal_warnings:
        entries[pipeline.fatal_warnings] = "ON" if switches.fatal_warnings else "OFF"
    return entries


def devices(switches: Switches, pipeline: Pipeline) -> list[tuple[str, str]]:
    """Return the backends that are on, in the project's order, each with its first device."""
    rows: dict[str, Backend] = pipeline.backends
    return [(name, row.device) for name, row in rows.items() if name in switches.backends]


def _more(name: str, switches: Switches) -> dict[str, str]:
    if name == "blas":
        return {"GGML_BLAS_VENDOR": switches.blas_vendor}
    if name == "rocm":
        return {
            "GPU_TARGETS": switches.amdgpu_targets,
            "CMAKE_HIP_COMPILER": f"{_output('hipconfig', '-l')}/clang",
        }
    if name == "sycl":
        return {"CMAKE_C_COMPILER": "icx", "CMAKE_CXX_COMPILER": "icpx"}
    if name == "cuda" and (architecture := _cuda_architecture()):
        return {"CMAKE_CUDA_ARCHITECTURES": architecture}
    return {}


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


PROGRAMS = {"cuda": "nvcc", "rocm": "hipconfig", "vulkan": "glslc", "sycl": "icpx"}
HEADERS = {
    "vulkan": ("vulkan/vulkan.h",),
    "opencl": ("CL/cl.h", "OpenCL/opencl.h"),
    "blas": ("cblas.h", "openblas/cblas.h", "mkl.h", "Accelerate/Accelerate.h"),
}


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


def _cuda_architecture() -> str | None:
    """Return the architecture of the first GPU, or None where none answers."""
    try:
        lines = _output(
            "nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader,nounits"
        ).splitlines()
    except ToolError:
        return None
    first = lines[0].replace(".", "") if lines else ""
    return first if first.isdigit() else None


def _output(*command: str) -> str:
    return process.capture(command, timeout_s=60).output.strip()
