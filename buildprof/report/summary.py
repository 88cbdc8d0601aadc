"""The summary of a run in markdown: what a reader of a job or of a review wants to know first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import pairs, quantity, run_notes, run_table, table
from buildprof.report.budget import Section
from buildprof.report.names import Names
from buildprof.report.page.overview import change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.compare.result import Comparison
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
    parts += [run_table.devices(subject.rows, "md"), run_table.spread(run, subject.rows, "md")]
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
    for pair in subject.pairs:
        body = movers(pair.comparison, pair.reference, pair.label)
        if body:
            verdict = table.cell(pair.comparison.conclusion, "md")
            yield folded(f"biggest changes of files, {pair.title}", f"{verdict}\n\n{body}")


def movers(comparison: Comparison, a: str, b: str) -> str:
    """Return the table of the files that changed most, or nothing where none did."""
    part = pairs.part(comparison, "file")
    rows = [
        [
            row.name,
            quantity.seconds(row.a_us, 2),
            quantity.seconds(row.b_us, 2),
            quantity.change(row.difference_us),
        ]
        for row in (part.rows if part else ())
        if row.difference_us
    ]
    return table.render(("File", a, b, "Change"), rows[:MOST], sink="md") if rows else ""


def _slowest(subject: Subject) -> Iterator[Section]:
    for label, build in subject.shown:
        units = sorted(subject.units(build), key=lambda unit: (-(unit.total_us or 0), unit.name))
        rows = [
            [unit.title, *(quantity.seconds(us, 2) for us in _times(unit))]
            for unit in units[:MOST]
            if unit.total_us
        ]
        if rows:
            header = ("TU", "Frontend", "Backend", "Other", "Total")
            yield folded(f"slowest TUs, {label}", table.render(header, rows, sink="md"))


def _times(unit: Unit) -> tuple[int | None, ...]:
    return (unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us)


def _headers(subject: Subject) -> Iterator[Section]:
    for label, build in subject.shown:
        rows = _costly(subject, build)
        if rows:
            header = ("Header", "Self", "With its includes", "Includes")
            yield folded(f"costliest headers, {label}", table.render(header, rows, sink="md"))


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


def folded(title: str, body: str) -> Section:
    """Return a section that is opened by a click."""
    shown = table.cell(title[0].upper() + title[1:], "html")
    return Section(title, f"<details><summary>{shown}</summary>\n\n{body}\n</details>\n")
