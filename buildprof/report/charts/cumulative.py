"""Which part of the whole time the slowest translation units make up."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from buildprof.console import printable
from buildprof.report.charts import style
from buildprof.report.charts.chart import Chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.trace.unit import Unit


@style.styled
def draw(builds: Sequence[tuple[str, Sequence[Unit]]]) -> Chart | None:
    """Return the chart of builds, each with its label, or None where no unit has a time."""
    known = [(label, times) for label, units in builds if (times := _times(units))]
    if not known:
        return None
    drawn, axes = style.figure(3.6)
    for place, (label, times) in enumerate(known):
        shares = [100 * part / sum(times) for part in accumulate(times, initial=0)]
        text = f"{printable(label)}: half in {half(times)} of {len(times)}"
        marker = "osD^vP"[place % 6]
        colour = style.LINES[place % len(style.LINES)]
        every = max(1, len(times) // 8)
        axes.plot(shares, color=colour, label=text, marker=marker, markevery=every, markersize=4)
    axes.axhline(50, color=style.OTHER, linewidth=0.8, linestyle=":")
    axes.set(xlim=(0, None), ylim=(0, 101), xlabel="TUs, slowest first", ylabel="% of the time")
    axes.legend(loc="lower right")
    title = "Share of the time in the slowest TUs"
    style.title(axes, title)
    return Chart("cumulative", title, drawn)


def half(times: Sequence[int]) -> int:
    """Return how many of the falling times make up half of their sum."""
    return 1 + next(i for i, part in enumerate(accumulate(times)) if 2 * part >= sum(times))


def _times(units: Sequence[Unit]) -> list[int]:
    hosts = (unit for unit in units if unit.kind != "device")
    return sorted((unit.total_us for unit in hosts if unit.total_us), reverse=True)
