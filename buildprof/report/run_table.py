"""What `buildprof run` prints: a table of its builds, where they were made, and their heaviest units.

Everything comes from the run folder, so that `buildprof show` prints the same.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from buildprof.report import quantity, run_rows, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.report.run_rows import TableRow
    from buildprof.report.table import Sink
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Run
    from buildprof.trace.unit import Unit

HEADER = ("Build", "TUs", "Frontend", "Backend", "Other", "Total", "CPU", "Wall", "Peak RSS")
LARGEST, SLOWEST = 20, 10
FAILURE_LINES = 40


def render(run: Run, folder: RunFolder, sink: Sink = "text", width: int | None = None) -> str:
    """Return the whole report of a run; tables in text fit `width` where it is given."""
    rows = run_rows.rows(run)
    name = table.cell(run.project.name, sink)
    parts = [f"# {name}, run {run.id}\n", _builds(rows, sink), _spread(run, rows, sink)]
    parts += [_notes(run), _facts(run), _legend(run)]
    for row in rows:
        if row.builds:
            units = folder.units(row.builds[0].id)
            parts += [_largest(row, units, sink, width), _slowest(row, units, sink, width)]
    return "\n".join(part for part in parts if part)


def _builds(rows: Sequence[TableRow], sink: Sink) -> str:
    return table.render(HEADER, [_cells(row) for row in rows], sink=sink)


def _cells(row: TableRow) -> list[str]:
    label = row.label if row.state == "built" else f"{row.label} ({row.state})"
    figures = row.figures
    if figures is None:
        return [label] + [quantity.UNKNOWN] * (len(HEADER) - 1)
    times = (figures.frontend_us, figures.backend_us, figures.other_us, figures.total_us)
    return [
        label,
        quantity.count(figures.units),
        *(quantity.seconds(us) for us in (*times, figures.cpu_us, figures.wall_us)),
        quantity.memory(figures.peak_rss_kib),
    ]


def _spread(run: Run, rows: Sequence[TableRow], sink: Sink) -> str:
    """Return the range of the wall time where builds were repeated."""
    if run.plan.repetitions < 2:
        return ""
    cells = [
        [
            row.label,
            str(len(walls)),
            *map(quantity.seconds, (min(walls), median(walls), max(walls))),
        ]
        for row in rows
        if (walls := run_rows.walls(row))
    ]
    return table.render(("Wall time", "Builds", "Min", "Median", "Max"), cells, sink=sink)


def _notes(run: Run) -> str:
    """Return what is not as it should be: failures, variants without effect, traces that do not add up."""
    lines = [line for build in run.builds for line in _of_build(run_rows.name(run, build), build)]
    lines += _busy(run)
    if not run.finished:
        lines.append("- This run is not finished; `buildprof run --resume` goes on with it.")
    return "\n".join(lines) + "\n" if lines else ""


def _of_build(name: str, build: Build) -> list[str]:
    lines = []
    if build.state == "failed":
        body = "\n".join(
            f"      {line}" for line in (build.reason or "").splitlines()[:FAILURE_LINES]
        )
        log = f"its log is builds/{build.id}/ in the run folder"
        lines.append(f"- {name} failed; {log}:\n\n{body}\n")
    if build.state == "nothing to apply":
        lines.append(f"- {name}: nothing to apply: {build.reason}.")
    if build.proof and build.proof.problem:
        lines.append(f"- {name}: {build.proof.problem}.")
    if build.differences:
        what = "compiles, traces or objects without a partner"
        lines.append(f"- {name}: {_some(build.differences, what)}")
    if build.warnings:
        what = "warnings" if len(build.warnings) > 1 else "warning"
        lines.append(f"- {name}: {_some(build.warnings, what)}")
    return lines


def _busy(run: Run) -> list[str]:
    builds = [
        f"{run_rows.name(run, build)}: {quantity.seconds(build.totals.total_us)} in traces, "
        f"{quantity.seconds(build.cpu_us)} of CPU"
        for build in run.builds
        if build.totals and run_rows.busy(build)
    ]
    if not builds:
        return []
    what = (
        "- The machine was busy, so that traces measure more wall time than the builds took of CPU"
    )
    remedy = "Repeat them on an idle machine, or with a smaller -j."
    return [f"{what} ({'; '.join(builds)}). {remedy}"]


def _some(items: Sequence[str], noun: str) -> str:
    shown = "; ".join(items[:3])
    more = f"; and {len(items) - 3} more" if len(items) > 3 else ""
    return f"{len(items)} {noun}: {shown}{more}"


def _facts(run: Run) -> str:
    revision = run.project.revision
    commit = (revision.commit or "unknown") + (" with changes" if revision.dirty else "")
    tool, machine, repeated = run.toolchain, run.machine, run.plan.repetitions
    often = (
        "once each" if repeated == 1 else f"{repeated} times each, interleaved; figures are medians"
    )
    memory = f"{machine.memory_mib / 1024:.0f} GiB"
    return (
        f"- Compiler: {tool.title}, {tool.standard_library}, target {tool.target}\n"
        f"- Machine: {machine.name}: {machine.cpu}, {machine.cores} cores, {memory}, {machine.system}\n"
        f"- Project: {run.project.name}, commit {commit}, {run.project.build_type}, CMake {run.cmake}\n"
        f"- Builds: -j{run.plan.jobs}, from clean, {often}, {run.created}\n"
    )


def _legend(run: Run) -> str:
    lines = [
        "TUs are compiled files that left a trace. Frontend, Backend, Other and Total are sums over TUs,",
        "from the compiler's own traces; CPU, Wall and Peak RSS (largest process) are of the whole build.",
    ]
    if any(build.proof and build.proof.pch_units for build in run.builds):
        lines += [
            "PCH adds TUs: each target with a precompiled header compiles that header once, and this",
            "compile has a trace of its own; writing the header counts as Other.",
        ]
    if any(build.proof and build.proof.unity_units for build in run.builds):
        lines += ["Unity lowers the number of TUs: several sources are compiled as one."]
    return "\n".join(lines) + "\n"


def _largest(row: TableRow, units: Sequence[Unit], sink: Sink, width: int | None) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.trace_bytes or 0), unit.name))[:LARGEST]
    cells = [[unit.name, quantity.size(unit.trace_bytes)] for unit in chosen]
    text = table.render(("TU", "Trace"), cells, sink=sink, width=width)
    return f"## {row.label}: largest traces\n\n{text}"


def _slowest(row: TableRow, units: Sequence[Unit], sink: Sink, width: int | None) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.total_us or 0), unit.name))[:SLOWEST]
    cells = [[unit.name, *_times(unit), quantity.memory(unit.peak_kib)] for unit in chosen]
    header = ("TU", "Frontend", "Backend", "Other", "Total", "Peak RSS")
    text = table.render(header, cells, sink=sink, width=width)
    return f"## {row.label}: slowest TUs\n\n{text}"


def _times(unit: Unit) -> list[str]:
    parts = (unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us)
    return [quantity.seconds(us, 2) for us in parts]
