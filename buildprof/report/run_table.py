"""What `buildprof run` prints: a table of its builds, where they were made, and their heaviest units.

Everything comes from the run folder, so that `buildprof show` prints the same.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from buildprof.report import quantity, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Row, Run
    from buildprof.trace.unit import Unit

HEADER = ("Build", "TUs", "Frontend", "Backend", "Other", "Total", "CPU", "Wall", "Peak RSS")
LARGEST, SLOWEST = 20, 10


def render(run: Run, folder: RunFolder) -> str:
    """Return the whole report of a run as markdown that reads well in a terminal."""
    parts = [f"# {run.project.name}, run {run.id}\n", _builds(run), _spread(run), _notes(run)]
    parts += [_facts(run), _legend(run), *_units(run, folder)]
    return "\n".join(part for part in parts if part)


def _builds(run: Run) -> str:
    rows = [_row(run, scope, variant) for scope in run.plan.scopes for variant in run.plan.variants]
    return table.markdown(HEADER, rows)


def _row(run: Run, scope: Row, variant: Row) -> list[str]:
    label = _label(scope, variant)
    builds = [build for build in _repetitions(run, scope, variant) if build.state == "built"]
    if not builds:
        return [f"{label} ({_state(run, scope, variant)})"] + [quantity.UNKNOWN] * 8
    mark = " (no effect)" if any(b.proof and b.proof.problem for b in builds) else ""
    return [label + mark, *_figures(builds)]


def _figures(builds: Sequence[Build]) -> list[str]:
    def middle(value: Callable[[Build], int | None]) -> float | None:
        known = [number for build in builds if (number := value(build)) is not None]
        return median(known) if known else None

    def part(name: str) -> float | None:
        return middle(lambda build: getattr(build.totals, name) if build.totals else None)

    return [
        f"{part('units'):,.0f}",
        quantity.seconds(part("frontend_us")),
        quantity.seconds(part("backend_us")),
        quantity.seconds(part("other_us")),
        quantity.seconds(part("total_us")),
        quantity.seconds(middle(lambda build: build.cpu_us)),
        quantity.seconds(middle(lambda build: build.wall_us)),
        quantity.memory(middle(lambda build: build.peak_rss_kib)),
    ]


def _spread(run: Run) -> str:
    """Return the range of the wall time where builds were repeated."""
    if run.plan.repetitions < 2:
        return ""
    rows = []
    for scope in run.plan.scopes:
        for variant in run.plan.variants:
            walls = [
                b.wall_us
                for b in _repetitions(run, scope, variant)
                if b.state == "built" and b.wall_us
            ]
            if walls:
                numbers = (min(walls), median(walls), max(walls))
                rows.append(
                    [_label(scope, variant), str(len(walls)), *map(quantity.seconds, numbers)]
                )
    return table.markdown(("Wall time", "Builds", "Min", "Median", "Max"), rows) if rows else ""


def _notes(run: Run) -> str:
    """Return what is not as it should be: failures, variants without effect, traces that do not add up."""
    lines = []
    for build in run.builds:
        name = _name(run, build)
        if build.state == "failed":
            lines.append(_failure(name, build))
        elif build.state == "nothing to apply":
            lines.append(f"- {name}: nothing to apply: {build.reason}.")
        if build.proof and build.proof.problem:
            lines.append(f"- {name}: {build.proof.problem}.")
        if build.differences:
            what = "compiles, traces or objects without a partner"
            lines.append(f"- {name}: {_some(build.differences, what)}")
        if build.warnings:
            what = "warnings" if len(build.warnings) > 1 else "warning"
            lines.append(f"- {name}: {_some(build.warnings, what)}")
    if not run.finished:
        lines.append("- This run is not finished; `buildprof run --resume` goes on with it.")
    return "\n".join(lines) + "\n" if lines else ""


def _failure(name: str, build: Build) -> str:
    body = "\n".join(f"      {line}" for line in (build.reason or "").splitlines()[:40])
    return f"- {name} failed; its log is builds/{build.id}/ in the run folder:\n\n{body}\n"


def _some(items: Sequence[str], noun: str) -> str:
    shown = "; ".join(items[:3])
    more = f"; and {len(items) - 3} more" if len(items) > 3 else ""
    return f"{len(items)} {noun}: {shown}{more}"


def _facts(run: Run) -> str:
    revision = run.project.revision
    commit = (revision.commit or "no git commit") + (" with changes" if revision.dirty else "")
    tool, machine = run.toolchain, run.machine
    repeated = run.plan.repetitions
    return (
        f"- Compiler: {tool.title}, {tool.standard_library}, target {tool.target}\n"
        f"- Machine: {machine.name}: {machine.cpu}, {machine.cores} cores, "
        f"{machine.memory_mib / 1024:.0f} GiB, {machine.system}\n"
        f"- Project: {run.project.name}, commit {commit}, {run.project.build_type}, CMake {run.cmake}\n"
        f"- Builds: -j{run.plan.jobs}, from clean, "
        f"{'once each' if repeated == 1 else f'{repeated} times each, interleaved; figures are medians'}, "
        f"{run.created}\n"
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


def _units(run: Run, folder: RunFolder) -> list[str]:
    parts = []
    for scope in run.plan.scopes:
        for variant in run.plan.variants:
            built = [b for b in _repetitions(run, scope, variant) if b.state == "built"]
            if built:
                units = folder.units(built[0].id)
                parts += [
                    _largest(_label(scope, variant), units),
                    _slowest(_label(scope, variant), units),
                ]
    return parts


def _largest(label: str, units: Sequence[Unit]) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.trace_bytes or 0), unit.name))[:LARGEST]
    rows = [[quantity.size(unit.trace_bytes), unit.name] for unit in chosen]
    return f"## {label}: largest traces\n\n" + table.markdown(("Size", "TU"), rows, left=2)


def _slowest(label: str, units: Sequence[Unit]) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.total_us or 0), unit.name))[:SLOWEST]
    rows = [
        [
            unit.name,
            *(
                quantity.seconds(us, 2)
                for us in (unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us)
            ),
            quantity.memory(unit.peak_kib),
        ]
        for unit in chosen
    ]
    header = ("TU", "Frontend", "Backend", "Other", "Total", "Peak RSS")
    return f"## {label}: slowest TUs\n\n" + table.markdown(header, rows)


def _repetitions(run: Run, scope: Row, variant: Row) -> list[Build]:
    return [b for b in run.builds if b.scope == scope.name and b.variant == variant.name]


def _state(run: Run, scope: Row, variant: Row) -> str:
    builds = _repetitions(run, scope, variant)
    return builds[0].state if builds else "not built"


def _label(scope: Row, variant: Row) -> str:
    return f"{scope.label}, {variant.label}"


def _name(run: Run, build: Build) -> str:
    scopes = {row.name: row.label for row in run.plan.scopes}
    variants = {row.name: row.label for row in run.plan.variants}
    again = f", repetition {build.repetition}" if run.plan.repetitions > 1 else ""
    return f"{scopes[build.scope]}, {variants[build.variant]}{again}"
