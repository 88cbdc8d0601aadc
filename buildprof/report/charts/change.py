"""What took longer and what took less: differences of source files, TUs or other parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.console import printable
from buildprof.report import quantity
from buildprof.report.charts import style
from buildprof.report.charts.chart import Chart
from buildprof.report.table import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from buildprof.compare.result import Changes

MOST = 20
NAME = 44


@style.styled
def draw(key: str, label: str, changes: Changes | None) -> Chart | None:
    """Return the chart of the largest changes, or None where nothing changed."""
    rows = [row for row in changes.rows if row.difference_us][:MOST] if changes else []
    if not rows:
        return None
    drawn, axes = style.figure(0.8 + 0.25 * len(rows))
    seconds = [row.difference_us / 1e6 for row in rows]
    colours = [style.BACKEND if change > 0 else style.FRONTEND for change in seconds]
    axes.barh(range(len(rows)), seconds, color=colours, height=0.72)
    axes.set_yticks(range(len(rows)), [shortened(printable(row.name), NAME) for row in rows])
    style.close(axes, len(rows))
    axes.spines["left"].set_visible(False)
    axes.axvline(0, color=style.INK, linewidth=0.8)
    low, high = min(0, *seconds), max(0, *seconds)
    room = 0.17 * max(high - low, 1e-3)  # for the numbers at the ends
    axes.set_xlim(low - room * (low < 0), high + room * (high > 0))
    _numbers(axes, seconds)
    axes.set_xlabel("seconds more (right) or less (left)")
    title = f"Change of source files: {printable(label)}"
    style.title(axes, title)
    return Chart(f"change-{key}", title, drawn)


def _numbers(axes: Axes, seconds: Sequence[float]) -> None:
    for place, change in enumerate(seconds):
        more = change >= 0
        axes.annotate(
            quantity.change(change * 1e6),
            (change, place),
            xytext=(4 if more else -4, 0),
            ha="left" if more else "right",
            textcoords="offset points",
            va="center",
        )
