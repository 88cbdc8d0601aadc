from __future__ import annotations

import numpy as np
import pytest

from buildprof.compare import central


def columns(*values: float) -> np.ndarray:
    return np.array(values, float).reshape(-1, 1)


def test_of_five_builds_the_outermost_are_left_out() -> None:
    assert central.trimmed(columns(900, 2, 3, 4, 1)).tolist() == [3]
    assert central.trimmed(columns(1, 3)).tolist() == [2]


def test_what_moves_both_of_a_pair_does_not_move_the_difference() -> None:
    a, b = columns(100, 200, 400), columns(110, 220, 440)
    assert central.log_ratio(a, b, paired=True) == pytest.approx(np.log(1.1))
    before, after = central.sides(a, b, paired=True)
    assert after / before == pytest.approx(1.1)


def test_columns_with_a_zero_are_arithmetic() -> None:
    before, after = central.sides(columns(0, 0), columns(10, 20), paired=True)
    assert (before.tolist(), after.tolist()) == ([0], [15])
