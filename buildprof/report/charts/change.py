"""How the translation units of a variant differ from those of the same name in the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.console import printable
from buildprof.report import quantity
from buildprof.report.charts import style
from buildprof.report.charts.chart import Chart
from buildprof.report.table import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.trace.unit import Unit

MOST = 20
NAME = 44


@style.styled
def draw(key: str, label: str, reference: Sequence[Unit], units: Sequence[Unit]) -> Chart | None:
    """Return the chart of the largest changes, or None where no unit is in both."""
    chosen = changes(reference, units)[:MOST]
    if not chosen:
        return None
    drawn, axes = style.figure(0.8 + 0.25 * len(chosen))
    places = range(len(chosen))
    seconds = [change / 1e6 for _, change in chosen]
    colours = [style.BACKEND if change > 0 else style.FRONTEND for change in seconds]
    axes.barh(places, seconds, color=colours, height=0.72)
    axes.set_yticks(places, [shortened(printable(name), NAME) for name, _ in chosen])
    style.close(axes, len(chosen))
    axes.spines["left"].set_visible(False)
    axes.axvline(0, color=style.INK, linewidth=0.8)
    reach = max(*map(abs, seconds), 1e-3)
    axes.set_xlim(min(0, *seconds) - 0.16 * reach, max(0, *seconds) + 0.16 * reach)
    for place, change in enumerate(seconds):
        side = (
            {"xytext": (4, 0), "ha": "left"} if change >= 0 else {"xytext": (-4, 0), "ha": "right"}
        )
        axes.annotate(
            quantity.change(change * 1e6), (change, place), textcoords="offset points", va="center",
            **side,  # type: ignore[arg-type]
        )  # fmt: skip
    axes.set_xlabel("seconds more (right) or less (left) than in the first variant")
    title = f"Change of TUs: {printable(label)}"
    style.title(axes, title)
    return Chart(f"change-{key}", title, drawn)


def changes(reference: Sequence[Unit], units: Sequence[Unit]) -> list[tuple[str, int]]:
    """Return the units that are in both with their change in µs, the largest first."""
    before = {(unit.name, unit.target): unit.total_us for unit in reference}
    found = [
        (unit.name, unit.total_us - was)
        for unit in units
        if unit.total_us is not None and (was := before.get((unit.name, unit.target))) is not None
    ]
    return sorted(found, key=lambda change: (-abs(change[1]), change[0]))
