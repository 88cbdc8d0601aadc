"""The history of a metric as text or markdown: a table for each series, its steps marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import metrics
from buildprof.report import quantity, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.history import Point, Series
    from buildprof.report.table import Sink

HEADER = ("Run", "Commit", "Builds", "Median", "Range", "Change", "Step")


def render(series: Sequence[Series], sink: Sink = "text", width: int | None = None) -> str:
    """Return all series; tables in text fit `width` where it is given."""
    return "\n".join(_series(one, sink, width) for one in series)


def _series(one: Series, sink: Sink, width: int | None) -> str:
    machine, compiler = one.setting.get("machine, name", ""), one.setting.get("compiler", "")
    project, jobs = one.setting.get("project", ""), one.setting.get("-j", "")
    title = f"{project}, {one.scope}/{one.variant}, {one.metric}: {machine}, {compiler}, -j{jobs}"
    before: list[Point | None] = [None, *one.points]
    cells = [
        _cells(one.metric, point, last) for point, last in zip(one.points, before, strict=False)
    ]
    text = table.render(HEADER, cells, sink=sink, width=width)
    usual = f"Usual change between runs: {one.noise * 100:.1f} % (standard deviation of a run).\n"
    return f"# {table.cell(title, sink)}\n\n{text}" + (f"\n{usual}" if one.noise else "")


def _cells(metric: str, point: Point, before: Point | None) -> list[str]:
    change = None if before is None or not before.value else point.value / before.value - 1
    return [
        point.run,
        (point.commit or quantity.UNKNOWN)[:10] + ("+" if point.dirty else ""),
        str(point.builds),
        _value(metric, point.value),
        _range(metric, point),
        quantity.UNKNOWN if change is None else f"{change * 100:+.1f} %",
        _step(point),
    ]


def _step(point: Point) -> str:
    if point.step is None:
        return ""
    return f"{point.step * 100:+.1f} %" + ("" if point.confirmed else ", not confirmed yet")


def _range(metric: str, point: Point) -> str:
    if point.builds < 2:
        return ""
    return f"{_value(metric, point.low)} … {_value(metric, point.high)}"


def _value(metric: str, value: float) -> str:
    if metrics.named(metric).unit == "KiB":
        return quantity.memory(value)
    return quantity.seconds(value, 2)
