from __future__ import annotations

import pytest

from buildprof.compare import samples
from buildprof.compare.samples import Samples
from tests.comparing import unit


def side(*builds: list[object]) -> Samples:
    return Samples(tuple(samples.keyed(units) for units in builds))  # type: ignore[arg-type]


def test_the_same_name_in_two_targets_is_two_units() -> None:
    found = samples.keyed([unit("a.cpp", 1), unit("a.cpp", 2, target="tool"), unit("a.cpp", 3)])
    assert [value.total_us for value in found.values()] == [1, 2, 3]


def test_a_unity_source_with_other_members_is_another_one() -> None:
    before = samples.keyed([unit("unity_0.cxx", 1, kind="unity", members=("a.cpp", "b.cpp"))])
    after = samples.keyed([unit("unity_0.cxx", 1, kind="unity", members=("a.cpp", "c.cpp"))])
    assert not set(before) & set(after)


def test_units_of_one_side_are_columns_of_their_own() -> None:
    a, b = side([unit("a.cpp", 1), unit("b.cpp", 2)]), side([unit("a.cpp", 3), unit("c.cpp", 4)])
    both = samples.matrices(a, b, "total_us")
    assert both is not None
    assert [key[0] for key in both.keys] == ["a.cpp", "b.cpp", "c.cpp"]
    assert (both.a.tolist(), both.b.tolist()) == ([[1, 2, 0]], [[3, 0, 4]])


@pytest.mark.parametrize("where", [0, 1])
def test_a_unit_unknown_in_one_build_counts_in_none(where: int) -> None:
    builds = [[unit("a.cpp", 1), unit("b.cpp", 2)], [unit("a.cpp", 1), unit("b.cpp", 2)]]
    builds[where][1] = unit("b.cpp", None)
    both = samples.matrices(side(*builds), side([unit("a.cpp", 1), unit("b.cpp", 2)]), "total_us")  # type: ignore[arg-type]
    assert both is not None
    assert ([key[0] for key in both.keys], both.unknown) == (["a.cpp"], 1)


def test_nothing_known_of_a_side_is_no_comparison() -> None:
    assert (
        samples.matrices(side([unit("a.cpp", None)]), side([unit("a.cpp", 1)]), "total_us") is None
    )
