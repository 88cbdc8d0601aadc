"""What is compiled for GPUs: units of architectures, and their sums apart from those of the C++."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import paths, summary
from buildprof.cmake import proc_stat, shaders
from buildprof.runs.schema import DeviceTotals, Times
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from buildprof.analysis.units import Roots
    from buildprof.cmake.step import Step

UNKNOWN = "unknown"


def with_tools(units: Sequence[Unit], build_root: Path) -> tuple[Unit, ...]:
    """Return units with what else is known of compiles for devices: assemblers, user time, memory."""
    return tuple(_with_tools(unit, build_root) for unit in units)


def _with_tools(unit: Unit, build_root: Path) -> Unit:
    device = paths.device_of(unit.trace)
    stem, arch = (device.stem, device.arch) if device else (paths.stem_of(unit.trace), "")
    used = proc_stat.devices(build_root / f"{stem}.stat").get(arch)
    if used is None:
        return unit
    if device is None:
        return msgspec.structs.replace(unit, user_us=used.user_us, peak_kib=used.peak_kib)
    # traces of nvcc have no total: all that its programs took is in the report
    total = (unit.total_us or 0) + used.tools_us
    return msgspec.structs.replace(
        unit,
        other_us=max(0, total - (unit.frontend_us or 0) - (unit.backend_us or 0)),
        total_us=total,
        user_us=used.user_us,
        peak_kib=used.peak_kib,
    )


def untraced(
    steps: Sequence[Step], units: Sequence[Unit], roots: Roots, build_root: Path
) -> list[Unit]:
    """Return units of what left no trace, and whose time is known all the same.

    These are the host's part of compiles by nvcc, and custom commands that compile shaders.
    """
    traced = {unit.trace for unit in units}
    compiles = [step for step in steps if step.role == "compile" and step.outputs]
    shaders = [unit for step in steps if (unit := _of_shader(step, roots))]
    return [
        *(unit for step in compiles for unit in _of_report(step, roots, build_root, traced)),
        *shaders,
    ]


def _of_report(step: Step, roots: Roots, build_root: Path, traced: set[str]) -> Iterator[Unit]:
    stem = paths.replace_ending(step.outputs[0], "")
    for arch, used in proc_stat.devices(build_root / f"{stem}.stat").items():
        trace = f"{stem}-cuda-nvptx64-nvidia-cuda-{arch}.json" if arch else f"{stem}.json"
        if trace not in traced and not used.clang_us:
            yield Unit(
                name=roots.shorten(step.source or stem),
                trace=trace,
                kind="device" if arch else "source",
                source=step.source,
                target=step.target,
                configuration=step.configuration,
                language=step.language,
                arch=arch or None,
                total_us=used.tools_us,
                started_us=step.started_us,
            )


def _of_shader(step: Step, roots: Roots) -> Unit | None:
    found = shaders.compiled(step)
    if found is None:
        return None
    return Unit(
        name=roots.shorten(found.source),
        trace=step.outputs[0],
        kind="device",
        source=found.source,
        target=step.target,
        configuration=step.configuration,
        language=found.language,
        arch=found.arch,
        total_us=step.duration_us,
        started_us=step.started_us,
    )


def totals(units: Sequence[Unit]) -> dict[str, DeviceTotals]:
    """Return the sums of each language, and of each architecture in it."""
    ours = [unit for unit in units if unit.kind == "device"]
    return {
        language: _of(ours, language) for language in sorted({_place_of(unit)[0] for unit in ours})
    }


def _of(units: Sequence[Unit], language: str) -> DeviceTotals:
    mine = [unit for unit in units if _place_of(unit)[0] == language]
    archs: dict[str, list[Unit]] = {}
    for unit in sorted(mine, key=lambda unit: _place_of(unit)[1]):
        archs.setdefault(_place_of(unit)[1], []).append(unit)
    sources = len({unit.source or unit.name for unit in mine})
    return DeviceTotals(
        whole=_times(mine, sources),
        archs={arch: _times(members, len(members)) for arch, members in archs.items()},
    )


def _place_of(unit: Unit) -> tuple[str, str]:
    """Return the language and the architecture of a unit, as tables call them."""
    return unit.language or UNKNOWN, unit.arch or UNKNOWN


def _times(units: Sequence[Unit], count: int) -> Times:
    return Times(
        units=count,
        frontend_us=summary.add_up(units, "frontend_us"),
        backend_us=summary.add_up(units, "backend_us"),
        other_us=summary.add_up(units, "other_us"),
        total_us=summary.add_up(units, "total_us"),
    )
