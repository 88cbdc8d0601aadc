"""What a finished build left behind becomes records: steps, translation units, sums, proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import include_tree, members, paths
from buildprof.analysis.build import tabulate
from buildprof.analysis.include_tree import IncludeNode
from buildprof.analysis.result import BuildAnalysis, Difference
from buildprof.analysis.roots import find_roots
from buildprof.analysis.summary import add_up
from buildprof.analysis.survey import survey
from buildprof.cmake import configure, instrumentation, proc_stat, steps
from buildprof.cmake.step import Step
from buildprof.driver import devices, headers, prove
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
    found = survey(
        build_root, steps=done, since_us=since_us, source_root=source, reader=reader, devices=False
    )
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
    units = devices.with_tools(with_usage(analysis.units, usage), build_root)
    more = devices.untraced(done, units, find_roots(build_root, done, source), build_root)
    return Collected(
        steps=done,
        analysis=msgspec.structs.replace(
            analysis, units=(), differences=_unexplained(analysis.differences, more)
        ),
        units=(*units, *more),
        pch_headers=headers.common(found.units, inclusions, build_root) if baseline else {},
        includes=include_tree.merge(inclusions.values()),
        members=members.shares(found.units, inclusions),
    )


def _unexplained(found: Sequence[Difference], timed: Sequence[Unit]) -> tuple[Difference, ...]:
    """Return the differences without those of compiles that were timed in another way than by a trace."""
    known = {unit.trace for unit in timed}
    return tuple(one for one in found if one.kind != "no-trace" or trace_of(one.path) not in known)


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
        traces = (unit.trace for unit in found.units if unit.trace_bytes is not None)
        folder.save_traces(build_id, roots["build"], traces)
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
    hosts = [unit for unit in units if unit.kind != "device"]
    parts = [(unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us) for unit in hosts]
    kinds = sorted({unit.kind for unit in hosts})
    return Totals(
        units=len(hosts),
        kinds={kind: sum(unit.kind == kind for unit in hosts) for kind in kinds},
        frontend_us=add_up(hosts, "frontend_us"),
        backend_us=add_up(hosts, "backend_us"),
        other_us=add_up(hosts, "other_us"),
        total_us=add_up(hosts, "total_us"),
        unknown=sum(None in part for part in parts),
        devices=devices.totals(units),
    )


def trace_of(output: str) -> str:
    """Return where clang writes the trace of an object: the last extension is replaced."""
    return paths.replace_ending(output, ".json")
