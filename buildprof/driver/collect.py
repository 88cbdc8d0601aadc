"""What a finished build left behind becomes records: steps, translation units, sums, proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import include_tree, members, paths
from buildprof.analysis.build import tabulate
from buildprof.analysis.include_tree import IncludeNode
from buildprof.analysis.result import BuildAnalysis
from buildprof.analysis.survey import survey
from buildprof.cmake import configure, instrumentation, proc_stat, steps
from buildprof.cmake.step import Step
from buildprof.driver import headers, prove
from buildprof.errors import TraceError
from buildprof.runs.schema import Totals
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from buildprof.project.variant import Variant
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build
    from buildprof.trace.reader import Reader


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """All that was read of one build."""

    steps: tuple[Step, ...]
    analysis: BuildAnalysis
    units: tuple[Unit, ...]
    pch_headers: dict[str, tuple[str, ...]]
    includes: tuple[IncludeNode, ...]
    members: dict[str, dict[str, int]] = {}


def collect(
    build_root: Path,
    source: Path,
    *,
    since_us: int,
    reader: Reader | None,
    baseline: bool,
    done: tuple[Step, ...] | None = None,
) -> Collected:
    """Read the traces of a build that began at `since_us`, and its steps unless `done` holds them.

    `reader` holds what was read while the build went on. From a `baseline` the headers are chosen that
    a PCH would hold. Raises TraceError where the build left no traces.
    """
    done = steps_of(build_root) if done is None else done
    found = survey(build_root, steps=done, since_us=since_us, source_root=source, reader=reader)
    if not found.units:
        compiles = sum(step.role == "compile" for step in done)
        raise TraceError(
            f"no usable traces: {compiles} compiles ran, and none left one",
            where=build_root,
            hint="Does the project build anything in this scope, and with the clang that was given?",
        )
    analysis = tabulate(found)
    inclusions = found.inclusions()
    usage = proc_stat.read(build_root / configure.STAT_REPORT, build_root)
    return Collected(
        steps=done,
        analysis=msgspec.structs.replace(analysis, units=()),
        units=with_usage(analysis.units, usage),
        pch_headers=headers.common(found.units, inclusions, build_root) if baseline else {},
        includes=include_tree.merge(inclusions.values()),
        members=members.shares(found.units, inclusions),
    )


def steps_of(build_root: Path) -> tuple[Step, ...]:
    """Return the steps of a build: CMake's record of them, else what the ninja log tells."""
    return instrumentation.steps(build_root) or tuple(steps.load(build_root))


def save(
    found: Collected, folder: RunFolder, build_id: str, roots: Mapping[str, Path], *, keep: bool
) -> None:
    """Write the records of a build, and on request its traces; `roots` has `source` and `build`."""
    folder.save_record(build_id, "steps", found.steps, roots)
    folder.save_record(build_id, "analysis", found.analysis, roots)
    folder.save_record(build_id, include_tree.RECORD, found.includes, roots)
    if found.pch_headers:
        # later builds of this run are made with these, on this machine
        folder.save_record(build_id, headers.RECORD, found.pch_headers)
    if found.members:
        folder.save_record(build_id, members.RECORD, found.members, roots)
    if keep:
        folder.save_traces(build_id, roots["build"], (unit.trace for unit in found.units))
    folder.save_record(build_id, "units", found.units, roots)


def described(record: Build, variant: Variant, found: Collected) -> Build:
    """Return the record of a build that succeeded, with its sums and its proof."""
    analysis = found.analysis
    return msgspec.structs.replace(
        record,
        state="built",
        totals=totals(found.units),
        proof=prove.prove(variant, found.units),
        differences=tuple(f"{one.path}: {one.message}" for one in analysis.differences),
        warnings=tuple(f"{warning.path}: {warning.message}" for warning in analysis.warnings),
    )


def with_usage(units: Sequence[Unit], usage: Mapping[str, proc_stat.Usage]) -> tuple[Unit, ...]:
    """Return units with the user time and peak memory of the compile that wrote their trace."""
    by_trace = {trace_of(output): entry for output, entry in usage.items()}

    def joined(unit: Unit) -> Unit:
        entry = by_trace.get(unit.trace)
        if entry is None:
            return unit
        return msgspec.structs.replace(unit, user_us=entry.user_us, peak_kib=entry.peak_kib)

    return tuple(joined(unit) for unit in units)


def totals(units: Sequence[Unit]) -> Totals:
    """Add up units; what is unknown of a unit is left out of the sum and counted."""
    parts = [(unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us) for unit in units]
    frontend, backend, other, total = zip(*parts, strict=True) if parts else ((), (), (), ())
    kinds = sorted({unit.kind for unit in units})
    return Totals(
        units=len(units),
        kinds={kind: sum(unit.kind == kind for unit in units) for kind in kinds},
        frontend_us=_sum(frontend),
        backend_us=_sum(backend),
        other_us=_sum(other),
        total_us=_sum(total),
        unknown=sum(None in part for part in parts),
    )


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def trace_of(output: str) -> str:
    """Return where clang writes the trace of an object: the last extension is replaced."""
    return paths.replace_ending(output, ".json")
