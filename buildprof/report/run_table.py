"""What `buildprof run` prints: a table of its builds, where they were made, and their heaviest units.

Everything comes from the run folder, so that `buildprof show` prints the same.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from buildprof.console import printable
from buildprof.report import device_rows, quantity, run_notes, run_rows, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.report.run_rows import TableRow
    from buildprof.report.table import Sink
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Run
    from buildprof.trace.unit import Unit

HEADER = ("Build", "TUs", "Frontend", "Backend", "Other", "Total", "CPU", "Wall", "Peak RSS")
# Columns of the tables that stand in the place of one that is too wide; each has the labels.
PARTS = ((0, 1, 2, 3, 4, 5), (0, 6, 7, 8))
DEVICE_PARTS = ((0, 1, 5), (0, 2, 3, 4))
LARGEST, SLOWEST = 20, 10


def render(run: Run, folder: RunFolder, sink: Sink = "text", width: int | None = None) -> str:
    """Return the whole report of a run; tables in text fit `width` where it is given."""
    rows = run_rows.rows(run)
    name = table.cell(run.project.name, sink)
    parts = [f"# {name}, run {run.id}\n", _builds(rows, sink, width), devices(rows, sink, width)]
    parts.append(spread(run, rows, sink))
    parts += [notes(run, sink), facts(run, sink), "\n".join(run_notes.legend(run)) + "\n"]
    for row in rows:
        if row.builds:
            units = folder.units(row.builds[0].id)
            parts += [_largest(row, units, sink, width), _slowest(row, units, sink, width)]
    return "\n".join(part for part in parts if part)


def _builds(rows: Sequence[TableRow], sink: Sink, width: int | None) -> str:
    """Return the main table."""
    return _in_parts(HEADER, [cells(row) for row in rows], PARTS, sink, width)


def _in_parts(
    header: Sequence[str],
    lines: Sequence[Sequence[str]],
    parts: Sequence[Sequence[int]],
    sink: Sink,
    width: int | None,
) -> str:
    """Return a table; where it would be too wide with its labels as they are, one for each part of its columns."""
    whole = width is None or sink != "text" or _narrowest(header, lines) <= width
    tables = [
        table.render(
            [header[i] for i in chosen],
            [[line[i] for i in chosen] for line in lines],
            sink=sink,
            width=width,
        )
        for chosen in ([range(len(header))] if whole else parts)
    ]
    return "\n".join(tables)


def _narrowest(header: Sequence[str], lines: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is with labels as they are."""
    columns = zip(header, *lines, strict=True)
    return sum(max(map(len, column)) + 3 for column in columns) + 1


def cells(row: TableRow) -> list[str]:
    """Return the cells of a row, in the order of HEADER."""
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


def devices(rows: Sequence[TableRow], sink: Sink, width: int | None = None) -> str:
    """Return the table of what was compiled for GPUs, or nothing where nothing was."""
    lines = [row.cells for row in device_rows.rows(rows)]
    return _in_parts(device_rows.HEADER, lines, DEVICE_PARTS, sink, width) if lines else ""


def spread(run: Run, rows: Sequence[TableRow], sink: Sink) -> str:
    """Return the range of the wall time where builds were repeated."""
    if run.plan.repetitions < 2 or run.plan.interleave == "tu":
        return ""
    ranges = [
        [
            row.label,
            str(len(walls)),
            *map(quantity.seconds, (min(walls), median(walls), max(walls))),
        ]
        for row in rows
        if (walls := run_rows.walls(row))
    ]
    return table.render(("Wall time", "Builds", "Min", "Median", "Max"), ranges, sink=sink)


def notes(run: Run, sink: Sink) -> str:
    """Return what is to know of a run, as a list."""
    parts = [
        f"- {table.cell(note.text, sink)}"
        + (f"\n\n{_indented(note.detail)}\n" if note.detail else "")
        for note in run_notes.notes(run)
    ]
    return "\n".join(parts) + "\n" if parts else ""


def _indented(lines: Sequence[str]) -> str:
    # six blanks make it code in markdown, so that nothing in it is markup
    return "\n".join(f"      {printable(line)}" for line in lines)


def facts(run: Run, sink: Sink) -> str:
    """Return where and how a run was made, as a list."""
    return "".join(f"- {what}: {table.cell(fact, sink)}\n" for what, fact in run_notes.facts(run))


def _largest(row: TableRow, units: Sequence[Unit], sink: Sink, width: int | None) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.trace_bytes or 0), unit.name))[:LARGEST]
    texts = [[unit.title, quantity.size(unit.trace_bytes)] for unit in chosen]
    text = table.render(("TU", "Trace"), texts, sink=sink, width=width)
    return f"## {table.cell(row.label, sink)}: largest traces\n\n{text}"


def _slowest(row: TableRow, units: Sequence[Unit], sink: Sink, width: int | None) -> str:
    chosen = sorted(units, key=lambda unit: (-(unit.total_us or 0), unit.name))[:SLOWEST]
    texts = [[unit.title, *_times(unit), quantity.memory(unit.peak_kib)] for unit in chosen]
    header = ("TU", "Frontend", "Backend", "Other", "Total", "Peak RSS")
    text = table.render(header, texts, sink=sink, width=width)
    return f"## {table.cell(row.label, sink)}: slowest TUs\n\n{text}"


def _times(unit: Unit) -> list[str]:
    parts = (unit.frontend_us, unit.backend_us, unit.other_us, unit.total_us)
    return [quantity.seconds(us, 2) for us in parts]
