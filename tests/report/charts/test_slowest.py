from __future__ import annotations

from buildprof.report.charts import slowest
from tests import samples


def test_a_bar_a_unit_with_its_seconds_and_unknown_ones_left_out() -> None:
    chart = slowest.draw("minimal-pch", "Minimal, PCH", samples.units())
    assert chart is not None
    assert (chart.key, chart.title) == ("slowest-minimal-pch", "Slowest TUs: Minimal, PCH")
    svg = chart.svg.decode()
    for text in ("src/model.cpp", "3.60 s", "2.10 s", "0.85 s"):
        assert text in svg
    assert "src/unknown.cpp" not in svg


def test_only_the_slowest_are_drawn() -> None:
    units = [samples.unit(f"{n}.cpp", n, 0) for n in range(1, 30)]
    chart = slowest.draw("k", "l", units)
    assert chart is not None
    svg = chart.svg.decode()
    assert "29.cpp" in svg
    assert ">9.cpp" not in svg


def test_no_times_are_no_chart() -> None:
    assert slowest.draw("k", "l", []) is None
