"""Everything that the page shows of one build."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.console import printable
from buildprof.report import quantity
from buildprof.report.names import Names
from buildprof.report.page import icicle, tables, timeline, treemap
from buildprof.report.page.icicle import Cell
from buildprof.report.page.tables import Table
from buildprof.report.page.timeline import Timeline
from buildprof.report.page.treemap import Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.report.subject import Subject
    from buildprof.runs.schema import Build
    from buildprof.trace.unit import Unit


class BuildView(msgspec.Struct, frozen=True, kw_only=True):
    """One build of the page. `key` names its elements, `name` its files, `hints` what its pictures say on a hover."""

    key: str
    name: str
    label: str
    timeline: Timeline
    groups: tuple[Group, ...]
    includes: tuple[Cell, ...]
    tables: tuple[Table, ...]
    hints: dict[str, list[list[str]]]

    @property
    def depth(self) -> int:
        """How many rows the icicle has."""
        return max((cell.depth for cell in self.includes), default=-1) + 1


def make(subject: Subject, number: int, label: str, build: Build) -> BuildView:
    """Read the records of a build and lay them out."""
    units, analysis = subject.units(build), subject.analysis(build)
    names = Names(units)
    steps = timeline.make(subject.steps(build), units, subject.run.plan.jobs)
    groups, includes = treemap.make(units), icicle.make(subject.includes(build), names)
    hints: dict[str, list[list[str]]] = {
        "steps": [_lines(_of_bar(bar)) for bar in steps.bars],
        "units": [_lines(_of_unit(tile.unit)) for group in groups for tile in group.tiles],
        "includes": [_lines(_of_cell(cell)) for cell in includes],
    }
    return BuildView(
        key=f"b{number}",
        name=f"{build.scope}-{build.variant}",
        label=label,
        timeline=steps,
        groups=groups,
        includes=includes,
        tables=tuple(tables.make(f"b{number}", units, analysis, names)),
        hints=hints,
    )


def _lines(texts: Iterator[str]) -> list[str]:
    return [printable(text) for text in texts]


def _of_bar(bar: timeline.Bar) -> Iterator[str]:
    if bar.unit:
        yield from _of_unit(bar.unit)
    else:
        yield bar.name
        yield f"{bar.role} of {bar.target}" if bar.target else bar.role
    start, end = bar.start_us, bar.start_us + bar.duration_us
    took = quantity.seconds(bar.duration_us, 2)
    yield f"{quantity.seconds(start, 2)} to {quantity.seconds(end, 2)}: {took}, job slot {bar.slot + 1}"
    if bar.critical:
        yield "on the critical path"


def _of_unit(unit: Unit) -> Iterator[str]:
    yield unit.title
    yield f"{unit.kind}, target {unit.target}" if unit.target else unit.kind
    yield f"total {quantity.seconds(unit.total_us, 2)}"
    parts = (unit.frontend_us, unit.backend_us, unit.other_us)
    words = zip(("frontend", "backend", "other"), parts, strict=True)
    yield ", ".join(f"{word} {quantity.seconds(us, 2)}" for word, us in words)
    if unit.peak_kib is not None:
        yield f"peak RSS {quantity.memory(unit.peak_kib)}"


def _of_cell(cell: Cell) -> Iterator[str]:
    yield cell.name
    yield f"with its includes {quantity.seconds(cell.total_us, 2)}"
    yield f"self {quantity.seconds(cell.self_us, 2)} ({cell.own} %)"
    yield f"reached so by {quantity.count(cell.units)} TUs" if cell.units > 1 else "by 1 TU"
