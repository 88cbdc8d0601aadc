from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report.page import overview

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
