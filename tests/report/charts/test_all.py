from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report.charts import all as charts

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_every_chart_that_the_run_has_data_for(subject: Subject) -> None:
    assert [chart.key for chart in charts.of(subject)] == [
        "variants",
        "cumulative",
        "slowest-minimal-baseline",
        "slowest-minimal-pch",
        "change-minimal-pch",
    ]
