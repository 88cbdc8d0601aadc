from __future__ import annotations

import numpy as np
import pytest

from buildprof.compare import rows

ROWS = 100


def table(seed: int, count: int = 5) -> np.ndarray:
    """Builds of many rows with 2 % of noise."""
    noise = np.random.default_rng(seed).normal(0, 0.02, (count, ROWS))
    return 1e6 * np.exp(noise)


@pytest.mark.parametrize("paired", [True, False])
def test_one_row_of_a_hundred_is_found(paired: bool) -> None:
    changed = table(2)
    changed[:, 7] *= 1.15
    found = rows.adjusted_p(table(1), changed, paired=paired)
    assert [place for place, p in enumerate(found) if p is not None and p < 0.01] == [7]


def test_equal_tables_show_no_row() -> None:
    wrong = 0
    for seed in range(0, 100, 2):
        found = rows.adjusted_p(table(seed), table(seed + 1), paired=True)
        wrong += any(p is not None and p < 0.05 for p in found)
    assert wrong <= 7


def test_what_lacks_on_a_side_or_was_built_once_is_not_tested() -> None:
    a, b = table(1), table(2)
    b[:, 3] = 0
    found = rows.adjusted_p(a, b, paired=True)
    assert found[3] is None
    assert found[4] is not None
    assert rows.adjusted_p(a[:1], b[:1], paired=False) == [None] * ROWS


def test_noise_between_runs_hides_small_changes() -> None:
    a, b = table(1), table(2) * 1.15
    near, far = (rows.adjusted_p(a, b, paired=False, between=v) for v in (0.0, 0.01))
    assert all(p is not None and p < 0.01 for p in near)
    assert not any(p is not None and p < 0.01 for p in far)


def test_few_rows_keep_their_own_variance() -> None:
    variances = np.array([1.0, 4.0])
    moderated, prior = rows.moderate(variances, np.zeros(2), 4)
    assert (moderated.tolist(), prior) == ([1.0, 4.0], 0.0)


def test_rows_that_differ_by_chance_only_share_one_variance() -> None:
    draws = np.random.default_rng(3).chisquare(4, 400) / 4
    moderated, prior = rows.moderate(draws, np.arange(400.0), 4)
    assert prior > 20
    assert moderated.std() < draws.std() / 3


def test_holm() -> None:
    assert rows.holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])


@pytest.mark.parametrize(("x", "value"), [(1, 1.6449341), (0.5, 4.9348022), (20, 0.0512708)])
def test_trigamma(x: float, value: float) -> None:
    assert rows.trigamma(x) == pytest.approx(value, rel=1e-5)
