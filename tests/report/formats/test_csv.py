from __future__ import annotations

import csv as reader
import io
from typing import TYPE_CHECKING

import pytest

from buildprof.report.formats import csv
from tests import samples

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_a_line_a_unit_of_each_build(subject: Subject) -> None:
    lines = list(reader.DictReader(io.StringIO(csv.render(subject))))
    assert len(lines) == 8
    first = lines[0]
    assert (first["build"], first["variant"], first["name"]) == (
        "minimal-baseline-1",
        "baseline",
        "src/model.cpp",
    )
    assert (first["frontend_us"], first["total_us"]) == ("2500000", "3600000")
    assert lines[3]["total_us"] == ""


@pytest.mark.parametrize("begin", ["=", "+", "-", "@"])
def test_no_cell_is_a_formula(begin: str) -> None:
    assert csv.safe(f"{begin}1+cmd|' /C calc'!A0").startswith(f"'{begin}")
    assert csv.safe("src/a=b.cpp") == "src/a=b.cpp"
    assert csv.safe(None) == ""


def test_a_line_a_change_of_a_comparison() -> None:
    lines = list(reader.DictReader(io.StringIO(csv.render_comparison(samples.comparison()))))
    assert [line["difference_us"] for line in lines] == ["-1250000.0", "250000.0", "100000.0"]
    assert (lines[0]["part"], lines[0]["name"], lines[2]["a_us"]) == ("file", "src/model.cpp", "")
