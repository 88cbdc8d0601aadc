"""The switches of a call, options and environment alike, and what they mean to a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

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
