"""What must be the same for times of two runs to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from buildprof.runs.schema import Run

MACHINE = ("name", "cpu", "cores", "memory_mib", "system", "architecture")


def of(run: Run) -> dict[str, str | int]:
    """Return the facts that move times for reasons of their own, each with what it is called."""
    tool = run.toolchain
    return {
        "project": run.project.name,
        "build type": run.project.build_type,
        **{f"machine, {field}": getattr(run.machine, field) for field in MACHINE},
        "compiler": tool.title,
        "target": tool.target,
        "standard library": tool.standard_library,
        "-j": run.plan.jobs,
    }
