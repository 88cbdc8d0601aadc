from __future__ import annotations

from buildprof.report.charts import cumulative
from tests import samples


def test_a_line_a_build_says_where_half_of_the_time_is() -> None:
    chart = cumulative.draw([("baseline", samples.units()), ("empty", [])])
    assert chart is not None
    svg = chart.svg.decode()
    assert "baseline: half in 1 of 3" in svg
    assert "empty" not in svg


def test_half() -> None:
    assert cumulative.half([4, 3, 2, 1]) == 2
    assert cumulative.half([5]) == 1


def test_no_times_are_no_chart() -> None:
    assert cumulative.draw([]) is None
