"""The summary of a run in markdown: what a reader of a job or of a review wants to know first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import quantity, run_notes, run_table, table
from buildprof.report.budget import Section
from buildprof.report.charts.change import changes
from buildprof.report.names import Names
from buildprof.report.page.overview import change

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.report.subject import Subject
    from buildprof.runs.schema import Build
    from buildprof.trace.unit import Unit

MOST = 10


def sections(subject: Subject) -> list[Section]:
    """Return the sections, the most important first."""
    return [_head(subject), *_movers(subject), *_slowest(subject), *_headers(subject)]


def _head(subject: Subject) -> Section:
    run = subject.run
    title = f"### {table.cell(run.project.name, 'md')}: build profile\n"
    parts = [title, table.render(run_table.HEADER, _rows(subject), sink="md")]
    parts += [run_table.notes(run, "md"), run_table.facts(run, "md")]
    parts.append("\n".join(run_notes.legend(run)) + "\n")
    return Section("the table", "\n".join(part for part in parts if part))


def _rows(subject: Subject) -> list[list[str]]:
    """Return the cells of the run's table, totals and walls with their change."""
    rows = []
    first: dict[str, tuple[float | None, float | None]] = {}
    for row in subject.rows:
        cells = run_table.cells(row)
        if row.figures and row.builds:
            mine = (row.figures.total_us, row.figures.wall_us)
            reference = first.setdefault(row.builds[0].scope, mine)
            if reference is not mine:
                cells[5] += f" ({change(mine[0], reference[0])})"
                cells[7] += f" ({change(mine[1], reference[1])})"
        rows.append(cells)
    return rows


def _movers(subject: Subject) -> Iterator[Section]:
    for label, build in subject.shown:
        first_label, first = next(one for one in subject.shown if one[1].scope == build.scope)
        if first is build:
            continue
        rows = _moved(subject.units(first), subject.units(build))
        title = f"biggest changes of TUs, {label} against {first_label}"
        if rows:
            yield _folded(
                title, table.render(("TU", first_label, label, "Change"), rows, sink="md")
            )


def _moved(reference: Sequence[Unit], units: Sequence[Unit]) -> list[list[str]]:
    now = {unit.name: unit.total_us for unit in units}
    rows = []
    for name, difference in changes(reference, units)[:MOST]:
        after = now[name] or 0
        times = (quantity.seconds(after - difference, 2), quantity.seconds(after, 2))
        rows.append([name, *times, quantity.change(difference)])
    return rows


def _slowest(subject: Subject) -> Iterator[Section]:
    for label, build in subject.shown:
        units = sorted(subject.units(build), key=lambda unit: (-(unit.total_us or 0), unit.name))
        rows = [
            [unit.name, *(quantity.seconds(us, 2) for us in _times(unit))]
            for unit in units[:MOST]
            if unit.total_us
        ]
        if rows:
            header = ("TU", "Frontend", "Backend", "Other", "Total")
            yield _folded(f"slowest TUs, {label}", table.render(header, rows, sink="md"))


def _times(unit: Unit) -> tuple[int | None, ...]:
    return (unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us)


def _headers(subject: Subject) -> Iterator[Section]:
    for label, build in subject.shown:
        rows = _costly(subject, build)
        if rows:
            header = ("Header", "Self", "With its includes", "Includes")
            yield _folded(f"costliest headers, {label}", table.render(header, rows, sink="md"))


def _costly(subject: Subject, build: Build) -> list[list[str]]:
    names = Names(subject.units(build))
    headers = sorted(subject.analysis(build).headers, key=lambda one: (-one.self_us, one.path))
    return [
        [
            names.short(one.path),
            quantity.seconds(one.self_us, 2),
            quantity.seconds(one.total_us, 2),
            quantity.count(one.count),
        ]
        for one in headers[:MOST]
    ]


def _folded(title: str, body: str) -> Section:
    """Return a section that is opened by a click."""
    shown = table.cell(title[0].upper() + title[1:], "html")
    return Section(title, f"<details><summary>{shown}</summary>\n\n{body}\n</details>\n")
