"""All charts of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import pairs
from buildprof.report.charts import change, cumulative, slowest, variants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.report.charts.chart import Chart
    from buildprof.report.subject import Subject


def of(subject: Subject) -> list[Chart]:
    """Return the charts for which a run has what they show."""
    return [chart for chart in _every(subject) if chart is not None]


def _every(subject: Subject) -> Iterator[Chart | None]:
    builds = [(label, build, subject.units(build)) for label, build in subject.shown]
    yield variants.draw(subject.rows)
    yield cumulative.draw([(label, units) for label, _, units in builds])
    for label, build, units in builds:
        yield slowest.draw(f"{build.scope}-{build.variant}", label, units)
    for pair in subject.pairs:
        yield change.draw(pair.name, pair.title, pairs.part(pair.comparison, "file"))
