"""The first table of the page: every scope in every variant, and how it compares with the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import quantity, run_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.report.run_rows import TableRow


class Part(msgspec.Struct, frozen=True):
    """A part of a bar: what it is, and how long in percent of the longest."""

    name: str
    width: float


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One row: `change` is of the total against the first row of the scope that was built.

    `spread` tells how much the wall time moved, where a build was repeated.
    """

    label: str
    state: str
    cells: tuple[str, ...]
    parts: tuple[Part, ...]
    change: str
    wall_change: str
    spread: str = ""


PARTS = ("frontend", "backend", "other")


def make(rows: Sequence[TableRow]) -> list[Line]:
    """Return a line for each row of the run."""
    longest = max((row.figures.total_us or 0 for row in rows if row.figures), default=0)
    return [_line(row, _first(row, rows), longest) for row in rows]


def change(value: float | None, reference: float | None) -> str:
    """Return how much a value differs from another in percent, with its sign."""
    if value is None or not reference:
        return quantity.UNKNOWN
    return f"{100 * (value / reference - 1):+.1f} %".replace("-", "\u2212")


def _spread(walls: Sequence[int]) -> str:
    if len(walls) < 2:
        return ""
    low, high = (quantity.seconds(us) for us in (min(walls), max(walls)))
    return f"{len(walls)} builds, wall {low} to {high}"


def _first(row: TableRow, rows: Sequence[TableRow]) -> TableRow | None:
    scope = row.builds[0].scope if row.builds else None
    same = [one for one in rows if one.builds and one.builds[0].scope == scope]
    return same[0] if same and same[0] is not row else None


def _line(row: TableRow, first: TableRow | None, longest: float) -> Line:
    figures, reference = row.figures, first.figures if first else None
    if figures is None:
        dashes = (quantity.UNKNOWN,) * 8
        return Line(
            label=row.label, state=row.state, cells=dashes, parts=(), change="", wall_change=""
        )
    times = (figures.frontend_us, figures.backend_us, figures.other_us, figures.total_us)
    cells = (
        quantity.count(figures.units),
        *(quantity.seconds(us) for us in (*times, figures.cpu_us, figures.wall_us)),
        quantity.memory(figures.peak_rss_kib),
    )
    widths = [round(100 * (us or 0) / longest, 2) if longest else 0.0 for us in times[:3]]
    return Line(
        label=row.label,
        state="" if row.state == "built" else row.state,
        cells=cells,
        parts=tuple(Part(*part) for part in zip(PARTS, widths, strict=True)),
        change=change(figures.total_us, reference.total_us) if reference else "",
        wall_change=change(figures.wall_us, reference.wall_us) if reference else "",
        spread=_spread(run_rows.walls(row)),
    )
