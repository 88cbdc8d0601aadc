from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import pairing
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

UNITS = [unit("a.cpp", 1)]


def test_variants_that_alternate_are_pairs(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1], [1]], [[1], [1]])
    *_, paired = pairing.paired(comparing.side(folder), comparing.side(folder, "pch"))
    assert paired


def test_runs_after_each_other_are_none(tmp_path: Path) -> None:
    builds = [("baseline", UNITS)] * 2 + [("pch", UNITS)] * 2
    folder = comparing.run(tmp_path, builds)
    a, b, paired = pairing.paired(comparing.side(folder), comparing.side(folder, "pch"))
    assert (len(a.builds), len(b.builds), paired) == (2, 2, False)


def test_a_build_without_its_partner_is_left_out(tmp_path: Path) -> None:
    builds = [("baseline", UNITS), ("pch", UNITS)] * 2 + [("baseline", UNITS)]
    folder = comparing.run(tmp_path, builds)
    a, b, paired = pairing.paired(comparing.side(folder), comparing.side(folder, "pch"))
    assert (len(a.builds), len(b.builds), paired) == (2, 2, True)
    assert a.record.left_out == ("minimal-baseline-3: has no partner",)


def test_rounds_that_both_took_part_in_are_compared(tmp_path: Path) -> None:
    folder = comparing.run(tmp_path, [("baseline", UNITS), ("pch", UNITS)] * 3)
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    assert pairing.in_lockstep(a, b) is None
    comparing.in_rounds(folder, {2: "one", 3: "two"})
    comparing.in_rounds(folder, {3: "three"}, variant="pch")
    a, b = comparing.side(folder), comparing.side(folder, "pch")
    assert [len(side.builds) for side in (a, b)] == [1, 1], "by themselves, whole builds count"
    found = pairing.in_lockstep(a, b)
    assert found is not None
    assert [[build.id for build in side.builds] for side in found] == [
        ["minimal-baseline-2"],
        ["minimal-pch-2"],
    ]
    assert found[0].record.left_out == ("minimal-baseline-3: has no partner",)
