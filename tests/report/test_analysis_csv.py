from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from buildprof.report import analysis_csv
from tests.traces import EC, analyse, source, span

if TYPE_CHECKING:
    from pathlib import Path


def test_every_table_is_there_and_unknown_is_empty(tmp_path: Path) -> None:
    result = analyse(
        tmp_path,
        *source("/a.h", 0, 90),
        span("InstantiateClass", 5, 20, "T<int>"),
        span("OptFunction", 60_000, 30, "f"),
        span("GVNPass", 50_000, 40, "f"),
        EC,
    )

    rows = list(csv.DictReader(io.StringIO(analysis_csv.render(result))))

    assert [(row["table"], row["name"], row["total_us"]) for row in rows] == [
        ("units", "a.cpp", "100000"),
        ("headers", "/a.h", "90"),
        ("templates", "T<int>", "20"),
        ("template_sets", "T<$>", "20"),
        ("functions", "f", "30"),
        ("passes", "GVNPass", "40"),
    ]
    assert rows[0]["frontend_us"] == ""


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(start: str) -> None:
    assert not analysis_csv.cell(f"{start}cmd|' /C calc'!A0").startswith(start)


def test_line_breaks_and_quotes_stay_in_their_cell(tmp_path: Path) -> None:
    result = analyse(tmp_path, span("InstantiateClass", 5, 20, 'a"b\n,=c'), EC)

    [row] = [
        row
        for row in csv.DictReader(io.StringIO(analysis_csv.render(result)))
        if row["table"] == "templates"
    ]
    assert row["name"] == 'a"b�,=c'
