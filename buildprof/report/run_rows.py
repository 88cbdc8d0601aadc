"""The rows of a run's table: a scope in a variant, its figures over the repetitions."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import msgspec

from buildprof.runs.schema import Build

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from buildprof.runs.schema import Run


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Medians over repetitions. The first five are sums over units; times are µs, memory is KiB."""

    units: float | None
    frontend_us: float | None
    backend_us: float | None
    other_us: float | None
    total_us: float | None
    cpu_us: float | None
    wall_us: float | None
    peak_rss_kib: float | None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: its builds that succeeded with their figures, or the state that says why there are none."""

    label: str
    builds: tuple[Build, ...]
    figures: Figures | None
    state: str


def rows(run: Run) -> list[TableRow]:
    """Return the rows of a run in the order of its plan; builds in lockstep are for comparisons."""
    return [
        _row(f"{scope.label}, {variant.label}", _of(run, scope.name, variant.name))
        for scope in run.plan.scopes
        for variant in run.plan.variants
    ]


def name(run: Run, build: Build) -> str:
    """Return what tables call a build."""
    scopes = {row.name: row.label for row in run.plan.scopes}
    variants = {row.name: row.label for row in run.plan.variants}
    again = f", repetition {build.repetition}" if run.plan.repetitions > 1 else ""
    return f"{scopes[build.scope]}, {variants[build.variant]}{again}"


def walls(row: TableRow) -> list[int]:
    """Return the wall times of a row's builds, µs."""
    return [build.wall_us for build in row.builds if build.wall_us is not None]


def _row(label: str, builds: Sequence[Build]) -> TableRow:
    whole = [build for build in builds if build.lockstep is None]
    built = tuple(build for build in whole if build.state == "built")
    if not built:
        why = builds[0].state if builds else "not built"
        return TableRow(label=label, builds=(), figures=None, state=why)
    problem = any(build.proof and build.proof.problem for build in built)
    state = "no effect" if problem else "built"
    return TableRow(label=label, builds=built, figures=figures(built), state=state)


def figures(builds: Sequence[Build]) -> Figures:
    """Return the medians of builds."""

    def middle(value: Callable[[Build], int | None]) -> float | None:
        known = [number for build in builds if (number := value(build)) is not None]
        return median(known) if known else None

    return Figures(
        units=middle(lambda build: build.totals.units if build.totals else None),
        frontend_us=middle(lambda build: build.totals.frontend_us if build.totals else None),
        backend_us=middle(lambda build: build.totals.backend_us if build.totals else None),
        other_us=middle(lambda build: build.totals.other_us if build.totals else None),
        total_us=middle(lambda build: build.totals.total_us if build.totals else None),
        cpu_us=middle(lambda build: build.cpu_us),
        wall_us=middle(lambda build: build.wall_us),
        peak_rss_kib=middle(lambda build: build.peak_rss_kib),
    )


def _of(run: Run, scope: str, variant: str) -> list[Build]:
    return [build for build in run.builds if (build.scope, build.variant) == (scope, variant)]
