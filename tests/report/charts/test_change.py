from __future__ import annotations

from buildprof.report.charts import change
from tests import samples

FILES = samples.comparison().changes[0]


def test_a_bar_a_file_with_its_sign() -> None:
    chart = change.draw("k", "PCH against baseline", FILES)
    assert chart is not None
    assert (chart.key, chart.title) == (
        "change-k",
        "Change of source files: PCH against baseline",
    )
    svg = chart.svg.decode()
    for text in ("src/model.cpp", "−1.25 s", "+0.25 s", "+0.10 s"):
        assert text in svg


def test_nothing_that_changed_is_no_chart() -> None:
    assert change.draw("k", "l", None) is None
