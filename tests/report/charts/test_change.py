from __future__ import annotations

from buildprof.report.charts import change
from tests import samples


def test_units_of_both_sides_the_largest_change_first() -> None:
    after = [*samples.units(0.5), samples.unit("src/new.cpp", 9, 9)]
    assert change.changes(samples.units(), after) == [
        ("src/model.cpp", -1_250_000),
        ("src/view.cpp", -750_000),
        (samples.HOSTILE, 0),
    ]


def test_a_bar_a_unit_with_its_sign() -> None:
    chart = change.draw("k", "PCH against baseline", samples.units(), samples.units(0.5))
    assert chart is not None
    assert "−1.25 s" in chart.svg.decode()
    assert chart.title == "Change of TUs: PCH against baseline"


def test_nothing_in_common_is_no_chart() -> None:
    assert change.draw("k", "l", [], samples.units()) is None
