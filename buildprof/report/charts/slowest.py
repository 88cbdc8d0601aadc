"""The slowest translation units of a build."""

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
def draw(key: str, label: str, units: Sequence[Unit]) -> Chart | None:
    """Return the chart of one build, or None where no unit has a time."""
    known = [unit for unit in units if unit.total_us]
    chosen = sorted(known, key=lambda unit: (-(unit.total_us or 0), unit.name))[:MOST]
    if not chosen:
        return None
    drawn, axes = style.figure(0.8 + 0.25 * len(chosen))
    names = [shortened(printable(unit.title), NAME) for unit in chosen]
    parts = [_parts(unit) for unit in chosen]
    style.stacked(axes, names, parts)
    for place, unit in enumerate(chosen):
        style.label(axes, place, sum(parts[place]), quantity.seconds(unit.total_us, 2))
    axes.set_xlabel("seconds")
    style.legend(axes)
    title = f"Slowest TUs: {printable(label)}"
    style.title(axes, title)
    return Chart(f"slowest-{key}", title, drawn)


def _parts(unit: Unit) -> list[float]:
    """Return frontend, backend and the rest of the total, in seconds."""
    frontend, backend = unit.frontend_us or 0, unit.backend_us or 0
    rest = max(0, (unit.total_us or 0) - frontend - backend)
    return [frontend / 1e6, backend / 1e6, rest / 1e6]
