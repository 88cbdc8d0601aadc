from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.result import BuildAnalysis, Header, Row
from buildprof.compare import parts, samples
from buildprof.compare.samples import Samples
from tests import comparing
from tests.comparing import SOURCES, unit

if TYPE_CHECKING:
    from pathlib import Path


def header(path: str, self_us: int) -> Header:
    return Header(
        path=path,
        count=1,
        inclusive_us=9,
        total_us=9,
        self_us=self_us,
        direct=1,
        chain_count=1,
    )


KINDS = {kind.part: kind for kind in parts.KINDS}


def test_targets_are_sums_of_their_units() -> None:
    units = [unit("a.cpp", 1), unit("b.cpp", 2), unit("c.cpp", 4, target=None), unit("d.cpp", None)]
    found = parts.of_targets(Samples((samples.keyed(units),)), "total_us")
    assert found == [{"toy": 3.0, "(no target)": 4.0}]


def test_headers_are_named_below_the_sources() -> None:
    tables = [BuildAnalysis(headers=(header(SOURCES + "a.h", 5), header("/usr/include/b.h", 7)))]
    root = parts.source_root(Samples((samples.keyed([unit("src/a.cpp", 1)]),)))
    assert parts.of_table(tables, KINDS["header"], root) == [{"a.h": 5, "/usr/include/b.h": 7}]


def test_rows_of_one_name_are_one_row() -> None:
    row = Row(name="std::map<$>", count=1, total_us=9, inclusive_us=9, self_us=4)
    tables = [BuildAnalysis(template_sets=(row, row))]
    found = parts.of_table(tables, KINDS["template set"], parts.NO_ROOT)
    assert found == [{"std::map<$>": 8}]


def test_sources_that_are_named_in_full_have_no_root() -> None:
    lone = unit("/gen/a.cpp", 1, source="/gen/a.cpp")
    assert parts.source_root(Samples((samples.keyed([lone]),))) == parts.NO_ROOT


def test_builds_without_an_analysis_have_empty_tables(tmp_path: Path) -> None:
    folder = comparing.run(tmp_path, [("baseline", [unit("a.cpp", 1)])])
    assert parts.tables_of(comparing.side(folder)) == [BuildAnalysis()]
