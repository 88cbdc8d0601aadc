from __future__ import annotations

from buildprof.analysis.result import BuildAnalysis, Header
from buildprof.report.names import Names
from buildprof.report.page import tables
from tests import samples

NAMES = Names(samples.units())


def made() -> dict[str, tables.Table]:
    found = tables.make("b0", samples.units(), samples.analysis(), NAMES)
    return {table.id.removeprefix("b0-"): table for table in found}


def test_a_table_of_each_kind_of_row() -> None:
    assert list(made()) == [
        *("units", "headers", "template-sets", "templates", "functions", "function-sets", "passes")
    ]


def test_every_row_has_a_cell_a_column() -> None:
    for table in made().values():
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_units_are_sorted_by_their_total_and_unknown_is_a_dash() -> None:
    rows = made()["units"].rows
    assert [row[3].text for row in rows] == ["3.60 s", "2.10 s", "0.85 s", "–"]
    assert [row[3].bar for row in rows] == [100.0, 58.3, 23.6, None]
    assert rows[3][3].value is None


def test_a_header_says_how_it_is_reached() -> None:
    (row,) = made()["headers"].rows
    assert [cell.text for cell in row] == [
        *("<c++/12/map>", "0.10 s", "0.25 s", "3", "1", "src/model.h")
    ]


def test_long_tables_are_cut_and_say_how_long_they_are() -> None:
    header = samples.analysis().headers[0]
    many = BuildAnalysis(headers=(header,) * 500)
    (table,) = tables.make("b0", [], many, NAMES)
    assert (len(table.rows), table.total) == (200, 500)


def test_a_header_of_sources_alone() -> None:
    plain = Header(
        path="a.h", count=1, inclusive_us=1, total_us=1, self_us=1, direct=1, chain_count=1
    )
    (table,) = tables.make("b0", [], BuildAnalysis(headers=(plain,)), NAMES)
    assert table.rows[0][5].text == "a source"
