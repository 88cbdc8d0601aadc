"""What source events and totals of single traces may hold: each input with its right value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.traces import EC, analyse, header, messages, only, source, span, total

if TYPE_CHECKING:
    from pathlib import Path


INNER = source("/a/inner.h", 2_000, 31_000)
OUTER = source("/a/outer.h", 1_000, 90_000)


@pytest.mark.parametrize(
    "events",
    [
        [*INNER, *OUTER],
        [OUTER[0], INNER[0], INNER[1], OUTER[1]],
        [OUTER[1], INNER[1], OUTER[0], INNER[0]],
        [INNER[0], OUTER[1], OUTER[0], INNER[1]],
    ],
    ids=["as clang writes", "by time", "backwards", "mixed"],
)
def test_begin_and_end_pair_in_any_order(tmp_path: Path, events: list[Any]) -> None:
    result = analyse(tmp_path, *events, EC)

    outer, inner = header(result, "/a/outer.h"), header(result, "/a/inner.h")
    assert (outer.inclusive_us, outer.self_us) == (89_000, 60_000)
    assert (inner.inclusive_us, inner.self_us) == (29_000, 29_000)
    assert [chain.via for chain in inner.chains] == [("/a/outer.h",)]


def test_a_scope_may_cross_an_include(tmp_path: Path) -> None:
    """A declaration may begin in one file and end in the next."""
    crossing = span("ParseDeclarationOrFunctionDefinition", 20_000, 20_000, "x.h:1")

    result = analyse(tmp_path, *INNER, *OUTER, crossing, EC)

    assert header(result, "/a/outer.h").self_us == 60_000


def test_begin_and_end_of_threads(tmp_path: Path) -> None:
    """The synchronous pair of the format; the end need not say its name."""
    begin = {"pid": 1, "tid": 1, "ph": "B", "ts": 1_000, "name": "Frontend"}
    end = {"pid": 1, "tid": 1, "ph": "E", "ts": 41_000}

    assert only(analyse(tmp_path, begin, end, EC)).frontend_us == 40_000


def test_an_include_that_never_ends_is_no_time(tmp_path: Path) -> None:
    result = analyse(tmp_path, INNER[0], *OUTER, EC)

    assert [(one.path, one.self_us) for one in result.headers] == [("/a/outer.h", 89_000)]
    assert messages(result) == ["Source has no duration: it is unknown"]


def test_a_file_that_includes_itself_counts_its_time_once(tmp_path: Path) -> None:
    result = analyse(tmp_path, *source("x.h", 20, 30), *source("x.h", 10, 50), EC)

    row = header(result, "x.h")
    assert (row.count, row.total_us, row.inclusive_us, row.self_us) == (2, 40, 50, 40)


def test_one_file_by_several_spellings(tmp_path: Path) -> None:
    result = analyse(
        tmp_path,
        *source("/p/src/../include/a.h", 0, 10),
        *source("/p/include//./a.h", 20, 50),
        *source("\\p\\include\\a.h", 60, 70),
        EC,
    )

    assert [(one.path, one.count, one.total_us) for one in result.headers] == [
        ("/p/include/a.h", 3, 50)
    ]


def test_totals_with_a_colon(tmp_path: Path) -> None:
    events = [
        span("ExecuteCompiler", 0, 900),
        span("Total: Frontend", 0, 416, tid=9, args={"count": 1}),
    ]

    assert only(analyse(tmp_path, *events)).frontend_us == 416


def test_a_program_may_call_its_own_event_total(tmp_path: Path) -> None:
    """It is one only on a thread of its own, at the beginning, with a count."""
    own = span("Total Frontend", 0, 7_000, args={"count": 1})

    assert only(analyse(tmp_path, own, EC)).frontend_us is None


def test_a_total_is_no_number_of_includes(tmp_path: Path) -> None:
    result = analyse(tmp_path, *INNER, *OUTER, EC, total("Source", 89_000, count=1))

    assert sum(one.count for one in result.headers) == 2


def test_nested_instantiations_count_once(tmp_path: Path) -> None:
    events = [span("InstantiateClass", i, 1_000 - 2 * i, f"S<{900 - i}>") for i in range(400)]

    result = analyse(tmp_path, *events, EC)

    [row] = result.template_sets
    assert (row.name, row.count, row.total_us) == ("S<$>", 1, 1_000)
    assert row.inclusive_us == sum(1_000 - 2 * i for i in range(400))
    assert row.self_us == 1_000
    assert result.summary.instantiation_us == 1_000
    assert sum(one.self_us for one in result.templates) == 1_000
