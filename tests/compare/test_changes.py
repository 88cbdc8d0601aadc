from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.result import BuildAnalysis, Header
from buildprof.compare import changes, metrics, samples
from buildprof.compare.changes import Design, Sides
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.compare.result import Changes
    from buildprof.runs.folder import RunFolder
    from buildprof.trace.unit import Unit

DESIGN = Design(paired=True, between=0.0, confidence=0.99)


def header(path: str, self_us: int) -> Header:
    return Header(
        path=path, count=1, inclusive_us=9, total_us=9, self_us=self_us, direct=1, chain_count=1
    )


def sides(folder: RunFolder) -> Sides:
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    return Sides(a, b, samples.of(a), samples.of(b))


def compared(folder: RunFolder) -> dict[str, Changes]:
    found = changes.all_parts(sides(folder), metrics.named("total"), DESIGN)
    return {part.part: part for part in found}


@pytest.fixture
def unity(tmp_path: Path) -> dict[str, Changes]:
    """Two sources alone, then as members of one."""
    alone: list[Unit] = [
        unit("a.cpp", 4_000_000),
        unit("b.cpp", 3_000_000),
        unit("c.cpp", 1_000_000),
    ]
    joined = unit("unity_0.cxx", 5_000_000, kind="unity", members=("a.cpp", "b.cpp"))
    tables = [
        BuildAnalysis(headers=(header("/usr/x.h", 2_000_000), header("/usr/y.h", 500_000))),
        BuildAnalysis(headers=(header("/usr/x.h", 1_200_000),)),
    ]
    builds = [("baseline", alone), ("pch", [joined, unit("c.cpp", 1_100_000)])]
    return compared(comparing.run(tmp_path, builds, tables))


def test_units_of_one_side_are_groups_of_their_own(unity: dict[str, Changes]) -> None:
    part = unity["unit"]
    rows = {row.name: (row.a_us, row.b_us) for row in part.rows}
    assert rows["a.cpp"] == (4_000_000, None)
    assert rows["unity_0.cxx"] == (None, 5_000_000)
    assert rows["c.cpp"] == pytest.approx((1_000_000, 1_100_000))
    assert (part.only_a_us, part.only_b_us) == (-7_000_000, 5_000_000)
    assert part.common_us == pytest.approx(100_000)


def test_files_answer_what_a_unity_build_did_to_them(unity: dict[str, Changes]) -> None:
    rows = {row.name: row for row in unity["file"].rows}
    assert set(rows) == {"a.cpp", "b.cpp", "c.cpp"}
    assert (rows["a.cpp"].b_us or 0) + (rows["b.cpp"].b_us or 0) == pytest.approx(5_000_000)
    assert rows["a.cpp"].shared_b == pytest.approx(rows["a.cpp"].b_us)
    assert rows["a.cpp"].shared_a == 0


@pytest.mark.parametrize("part", ["unit", "file", "target", "header"])
def test_parts_add_up_to_the_whole(unity: dict[str, Changes], part: str) -> None:
    found = unity[part]
    rows = sum(row.difference_us for row in found.rows)
    groups = found.common_us + found.only_a_us + found.only_b_us
    assert rows == pytest.approx(groups)
    assert groups + found.remainder_us == pytest.approx(found.whole_us)


def test_the_remainder_is_named_where_there_is_one(unity: dict[str, Changes]) -> None:
    assert unity["unit"].remainder_us == 0
    assert unity["header"].whole_us == pytest.approx((5.0 + 1.1 - 8.0) * 750_000)
    assert unity["header"].remainder_us != 0
    assert unity["header"].remainder.startswith("frontend time in sources")


def test_the_largest_difference_comes_first(unity: dict[str, Changes]) -> None:
    assert [row.name for row in unity["unit"].rows][:2] == ["unity_0.cxx", "a.cpp"]
    assert unity["header"].rows[0].name == "/usr/x.h"


def test_relevant_is_large_and_a_large_share(tmp_path: Path) -> None:
    before = [[10_000, 10_000_000, 1_000_000]]
    after = [[20_000, 10_100_000, 1_200_000]]
    part = compared(comparing.alternating(tmp_path, before, after))["unit"]
    assert {row.name for row in part.rows if row.relevant} == {"src/f2.cpp"}
    assert all(row.significant is None for row in part.rows)


def test_repetitions_tell_which_unit_changed(tmp_path: Path) -> None:
    draws = random.Random(7)  # noqa: S311 - noise, not a secret
    before, after = (
        [[round(draws.gauss(1_000_000, 10_000)) for _ in range(12)] for _ in range(5)]
        for _ in range(2)
    )
    after = [[*row[:4], row[4] * 5 // 4, *row[5:]] for row in after]
    part = compared(comparing.alternating(tmp_path, before, after))["unit"]
    assert [row.name for row in part.rows if row.significant] == ["src/f4.cpp"]
