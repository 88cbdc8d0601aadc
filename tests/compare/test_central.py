from __future__ import annotations

import numpy as np
import pytest

from buildprof.compare import central


def columns(*values: float) -> np.ndarray:
    return np.array(values, float).reshape(-1, 1)


def builds(seed: int, columns: int = 40) -> np.ndarray:
    """Five builds with 2 % of noise."""
    noise = np.random.default_rng(seed).normal(0, 0.02, (5, columns))
    return 1e6 * np.exp(noise)


def test_what_moves_both_of_a_pair_does_not_move_the_difference() -> None:
    a, b = columns(100, 200, 400), columns(110, 220, 440)
    assert central.log_ratio(a, b) == pytest.approx(np.log(1.1))
    before, after = central.sides(a, b, paired=True)
    assert after / before == pytest.approx(1.1)


def test_columns_with_a_zero_are_arithmetic() -> None:
    before, after = central.sides(columns(0, 0), columns(10, 20), paired=True)
    assert (before.tolist(), after.tolist()) == ([0], [15])


@pytest.mark.parametrize("paired", [True, False])
def test_a_hiccup_of_one_unit_in_one_build_is_drawn_in(paired: bool) -> None:
    a, b = builds(1), builds(2)
    clean = central.sides(a, b, paired=paired)
    b[2, 7] *= 3
    before, after = central.sides(a, b, paired=paired)
    assert after[7] / before[7] == pytest.approx(clean[1][7] / clean[0][7], rel=0.05)


@pytest.mark.parametrize("paired", [True, False])
def test_a_change_in_all_builds_stays_whole(paired: bool) -> None:
    a, b = builds(1), builds(2)
    b[:, 7] *= 3
    before, after = central.sides(a, b, paired=paired)
    assert after[7] / before[7] == pytest.approx(3, rel=0.05)


def test_what_moves_a_whole_build_stays() -> None:
    a, b = builds(1), builds(2)
    b[2] *= 3
    moved = central.log_ratio(*central.calmed(a, b, paired=True))
    assert moved == pytest.approx(np.log(3) / 5, abs=0.02)


def test_noise_of_the_usual_size_is_left_alone() -> None:
    a, b = builds(1), builds(2)
    calmed, _ = central.calmed(a, b, paired=False)
    assert np.isclose(calmed, a, rtol=0.005).mean() > 0.95


def test_few_columns_are_left_alone() -> None:
    a, b = columns(1, 2, 30), columns(1, 2, 3)
    assert central.calmed(a, b, paired=False)[0] == pytest.approx(a)
