from __future__ import annotations

from buildprof.report import run_rows
from tests import records


def test_a_row_a_scope_and_variant_with_medians() -> None:
    builds = [
        records.build("minimal", "baseline", n, cpu_us=us) for n, us in ((1, 5), (2, 9), (3, 6))
    ]
    (row,) = run_rows.rows(records.run(*builds))
    assert (row.label, row.state, len(row.builds)) == ("Minimal, baseline", "built", 3)
    assert row.figures is not None
    assert row.figures.cpu_us == 6


def test_what_failed_does_not_count_in_the_median() -> None:
    good = records.build("minimal", "baseline", 1)
    bad = records.build("minimal", "baseline", 2, state="failed", totals=None, wall_us=1)
    (row,) = run_rows.rows(records.run(good, bad))
    assert run_rows.walls(row) == [2_100_000]


def test_what_is_unknown_stays_unknown() -> None:
    (row,) = run_rows.rows(records.run(records.build("minimal", "baseline", cpu_us=None)))
    assert row.figures is not None
    assert row.figures.cpu_us is None


def test_repetitions_are_in_the_name_where_there_are_some() -> None:
    first = records.build("minimal", "pch", 1)
    assert run_rows.name(records.run(first, variants=("pch",)), first) == "Minimal, PCH"
    again = records.build("minimal", "pch", 2)
    named = run_rows.name(records.run(first, again, variants=("pch",)), again)
    assert named == "Minimal, PCH, repetition 2"


def test_rounds_in_lockstep_are_no_builds_of_the_table() -> None:
    whole = records.build("minimal", "baseline", 1, cpu_us=5)
    second = records.build("minimal", "baseline", 2, cpu_us=None, wall_us=None, lockstep="run/1")
    (row,) = run_rows.rows(records.run(whole, second))
    assert (row.builds, row.state) == ((whole,), "built")
