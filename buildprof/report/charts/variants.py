"""Scopes and variants side by side, split into frontend, backend and other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.console import printable
from buildprof.report import quantity
from buildprof.report.charts import style
from buildprof.report.charts.chart import Chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.report.run_rows import TableRow


@style.styled
def draw(rows: Sequence[TableRow]) -> Chart | None:
    """Return the chart, or None where no row has figures."""
    known = [(row.label, row.figures) for row in rows if row.figures]
    if not known:
        return None
    drawn, axes = style.figure(0.8 + 0.42 * len(known))
    parts = [
        [(us or 0) / 1e6 for us in (one.frontend_us, one.backend_us, one.other_us)]
        for _, one in known
    ]
    style.stacked(axes, [printable(label) for label, _ in known], parts)
    for place, (_, one) in enumerate(known):
        text = f"{quantity.seconds(one.total_us)} (wall {quantity.seconds(one.wall_us)})"
        style.label(axes, place, sum(parts[place]), text)
    axes.set_xlim(right=max(map(sum, parts), default=1.0) * 1.3 or 1.0)
    axes.set_xlabel("seconds, sum over TUs")
    style.legend(axes)
    title = "Time of all TUs, by variant"
    style.title(axes, title)
    return Chart("variants", title, drawn)
