from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import run_rows
from buildprof.report.charts import variants
from tests import records

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_a_bar_a_variant_with_its_numbers(subject: Subject) -> None:
    chart = variants.draw(subject.rows)
    assert chart is not None
    svg = chart.svg.decode()
    for text in ("Minimal, PCH", "4.2 s (wall 1.5 s)", "frontend", "backend", "other"):
        assert text in svg


def test_a_variant_that_failed_has_no_bar(subject: Subject) -> None:
    chart = variants.draw(subject.rows)
    assert chart is not None
    assert "unity" not in chart.svg.decode()


def test_nothing_built_is_no_chart() -> None:
    assert variants.draw(run_rows.rows(records.run())) is None
