from __future__ import annotations

import numpy as np
import pytest

from buildprof.compare import estimate, lockstep, metrics
from buildprof.compare.result import Estimate, Noise

WHITE = 0.1


def rounds(
    generator: np.random.Generator, number: int, tus: int, slower: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return rounds of pairs: a drift that both of a pair see, and noise of every compile.

    The drift wanders by 2 % from pair to pair, and three of a hundred compiles take twice as long.
    """
    sizes = np.exp(generator.normal(0, 0.5, tus))
    drift = np.cumsum(generator.normal(0, 0.02, (number, tus)).ravel()).reshape(number, tus)
    sides = []
    for change in (0.0, slower):
        noise = generator.normal(0, WHITE / np.sqrt(2), (number, tus))
        hiccup = np.where(generator.random((number, tus)) < 0.03, 2.0, 1.0)
        sides.append(1e6 * sizes * (1 + change) * np.exp(drift + noise) * hiccup)
    return sides[0], sides[1]


def judged(a: np.ndarray, b: np.ndarray) -> Estimate:
    return estimate.estimate(
        metrics.named("user"), a, b, paired=True, noise=Noise(), apart=False, in_lockstep=True
    )


def test_equal_sides_differ_as_seldom_as_the_interval_says() -> None:
    generator = np.random.default_rng(3)
    found = [judged(*rounds(generator, 4, 50)) for _ in range(300)]
    assert sum((one.p or 0) < 0.01 for one in found) <= 9
    assert 3 <= sum((one.p or 0) < 0.05 for one in found) <= 27


def test_a_change_far_below_the_noise_of_a_build_is_found() -> None:
    generator = np.random.default_rng(4)
    found = [judged(*rounds(generator, 5, 80, 0.03)) for _ in range(100)]
    assert sum(one.verdict == "higher" for one in found) >= 80
    assert not any(one.verdict == "lower" for one in found)


def test_the_error_is_that_of_the_weighted_mean_of_pairs() -> None:
    generator = np.random.default_rng(5)
    logs = generator.normal(0, WHITE, (6, 40))
    a = np.ones((6, 40))
    found = lockstep.error(a, np.exp(logs))
    assert found is not None
    variances = logs.var(axis=0, ddof=1)
    assert found.error == pytest.approx(np.sqrt(variances.sum() / 40**2 / 6), rel=0.05)
    assert 80 < found.freedom < 200, "40 TUs with 5 degrees each, less what unlike variances cost"


def test_tus_without_a_partner_are_one_observation_a_round() -> None:
    pairs = np.ones((3, 10))
    alone = np.array([[1.0], [1.1], [0.9]]) * np.ones((3, 10))
    a = np.column_stack([pairs, np.zeros((3, 10))])
    b = np.column_stack([pairs, alone])
    found = lockstep.error(a, b)
    assert found is not None
    assert found.freedom == pytest.approx(2)
    share = 0.5 * np.log([1.0, 1.1, 0.9]).std(ddof=1) / np.sqrt(3)
    assert found.error == pytest.approx(share, rel=0.02)


def test_one_round_has_the_spread_between_tus_and_nothing_for_those_alone() -> None:
    generator = np.random.default_rng(6)
    a, b = rounds(generator, 1, 50)
    found = lockstep.error(a, b)
    assert found is not None
    assert 10 < found.freedom < 49
    assert lockstep.error(np.column_stack([a, [[0.0]]]), np.column_stack([b, [[1.0]]])) is None
    assert lockstep.error(a[:, :1], b[:, :1]) is None
    assert judged(a[:, :1], b[:, :1]).verdict == "undecided"


def test_hiccups_do_not_hide_a_change() -> None:
    a, b = np.full((4, 40), 1e6), np.full((4, 40), 1.03e6)
    wobble = np.random.default_rng(7).normal(1, 0.01, (4, 40))
    a = a * wobble
    a[2, 5] *= 8
    assert judged(a, b).change == pytest.approx(0.03, abs=0.01)
