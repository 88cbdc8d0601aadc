from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import run_rows
from buildprof.report.page import overview
from tests import records

if TYPE_CHECKING:
    from buildprof.report.subject import Subject


def test_variants_are_measured_against_the_first_of_their_scope(subject: Subject) -> None:
    base, pch, unity = overview.make(subject.rows)
    assert (base.label, base.change, base.wall_change) == ("Minimal, baseline", "", "")
    assert (pch.change, pch.wall_change) == ("+0.0 %", "−28.6 %")
    assert (unity.state, unity.cells, unity.parts) == ("failed", ("–",) * 8, ())


def test_parts_are_drawn_to_one_scale(subject: Subject) -> None:
    base = overview.make(subject.rows)[0]
    assert [(part.name, part.width) for part in base.parts] == [
        *(("frontend", 59.24), ("backend", 35.55), ("other", 0.47))
    ]


def test_a_change_from_nothing_is_unknown() -> None:
    assert overview.change(1, 0) == "–"
    assert overview.change(None, 1) == "–"
    assert overview.change(90, 100) == "−10.0 %"


def test_repetitions_tell_how_much_the_wall_time_moved() -> None:
    builds = [
        records.build("minimal", "baseline", n, wall_us=us)
        for n, us in ((1, 3_000_000), (2, 1_000_000))
    ]
    (line,) = overview.make(run_rows.rows(records.run(*builds)))
    assert line.spread == "2 builds, wall 1.0 s to 3.0 s"
