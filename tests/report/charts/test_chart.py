from __future__ import annotations

from buildprof.report.charts import style
from buildprof.report.charts.chart import Chart


def test_a_chart_is_a_file_in_two_forms_and_an_element() -> None:
    chart = Chart("key", 'Time of "a" & <b>', style.figure(1)[0])
    assert chart.svg.startswith(b"<?xml")
    assert chart.png.startswith(b"\x89PNG")
    assert chart.inline().startswith(
        '<svg role="img" aria-label="Time of &#34;a&#34; &amp; &lt;b&gt;" '
    )
