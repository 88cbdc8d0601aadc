from __future__ import annotations

import numpy as np
import pytest

from buildprof.compare import estimate, metrics
from buildprof.compare.result import Estimate, Noise

METRIC = metrics.named("total")
NONE = Noise()


def estimated(a: np.ndarray, b: np.ndarray, *, paired: bool = True, **more: object) -> Estimate:
    options = {"noise": NONE, "apart": False} | more
    return estimate.estimate(METRIC, a, b, paired=paired, **options)  # type: ignore[arg-type]


def builds(seed: int, deviation: float, count: int = 5) -> np.ndarray:
    """Builds of 30 TUs, each with noise of its own."""
    noise = np.random.default_rng(seed).normal(0, deviation, (count, 30))
    return np.linspace(1e5, 5e6, 30) * np.exp(noise)


def test_a_clear_change_is_significant_and_enclosed() -> None:
    found = estimated(builds(1, 0.02), builds(2, 0.02) * 1.05)
    assert found.verdict == "higher"
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.05 < found.high
    assert found.low > 0


def test_equal_builds_are_no_significant_difference() -> None:
    found = estimated(builds(1, 0.02), builds(2, 0.02))
    assert (found.verdict, found.significant) == ("no significant difference", False)


def test_drift_that_pairs_share_hides_nothing() -> None:
    drift = np.array([1.0, 1.2, 1.5, 1.9, 2.4]).reshape(-1, 1)
    a, b = builds(1, 0.01) * drift, builds(2, 0.01) * drift * 1.03
    assert estimated(a, b, paired=True).verdict == "higher"
    assert estimated(a, b, paired=False).verdict == "no significant difference"


def test_a_disturbance_common_to_all_units_of_a_build_is_one_observation() -> None:
    """Thirty units do not make five disturbed builds into 150 observations."""
    moved = np.array([1.3, 0.8, 1.2, 0.9, 1.1]).reshape(-1, 1)
    found = estimated(builds(1, 0.001), builds(2, 0.001) * moved)
    assert found.verdict == "no significant difference"


def test_hiccups_of_single_units_hide_no_change() -> None:
    """Pairing TU by TU carries the power: the same sums, without knowing of TUs, show nothing."""
    generator = np.random.default_rng(3)

    def disturbed(seed: int) -> np.ndarray:
        hiccups = np.where(generator.random((5, 30)) < 0.06, 2.5, 1.0)
        found: np.ndarray = builds(seed, 0.01) * hiccups
        return found

    a, b = disturbed(1), disturbed(2) * 1.03
    assert estimated(a, b).verdict == "higher"
    sums_a, sums_b = (side.sum(axis=1, keepdims=True) for side in (a, b))
    assert estimated(sums_a, sums_b).verdict == "no significant difference"


def test_the_same_numbers_give_the_same_interval() -> None:
    assert estimated(builds(1, 0.02), builds(2, 0.02)) == estimated(
        builds(1, 0.02), builds(2, 0.02)
    )


def test_one_build_a_side_is_undecided() -> None:
    found = estimated(builds(1, 0.02, 1), builds(2, 0.02, 1) * 2)
    assert (found.verdict, found.low, found.significant) == ("undecided", None, None)
    assert found.relevant


def test_history_decides_where_the_builds_do_not() -> None:
    known = Noise(build=0.01, freedom=30)
    a, b = builds(1, 0.001, 1), builds(2, 0.001, 1)
    assert estimated(a, b, noise=known).verdict == "no significant difference"
    assert estimated(a, b, noise=known).method == "history"
    assert estimated(a, b * 1.2, noise=known).verdict == "higher"


def test_runs_made_apart_need_a_larger_change() -> None:
    a, b = builds(1, 0.005), builds(2, 0.005) * 1.03
    known = Noise(run=0.02)
    assert estimated(a, b, paired=False, noise=known, apart=False).verdict == "higher"
    assert (
        estimated(a, b, paired=False, noise=known, apart=True).verdict
        == "no significant difference"
    )


def test_more_confidence_makes_a_wider_interval() -> None:
    narrow, wide = (estimated(builds(1, 0.02), builds(2, 0.02), confidence=c) for c in (0.9, 0.999))
    assert narrow.low is not None
    assert wide.low is not None
    assert wide.low < narrow.low


def test_nothing_against_something_has_no_ratio() -> None:
    found = estimated(np.zeros((2, 1)), np.ones((2, 1)))
    assert (found.change, found.verdict) == (None, "undecided")


def test_intervals_of_normal_noise_cover_as_often_as_they_say() -> None:
    generator = np.random.default_rng(5)
    wrong = 0
    for _ in range(200):
        a, b = np.exp(generator.normal(0, 0.03, (2, 5, 1)))
        wrong += estimated(a, b, confidence=0.9).significant is True
    assert wrong == pytest.approx(20, abs=13)


def test_history_does_not_talk_down_the_noise_of_today() -> None:
    calm = Noise(build=0.001, freedom=100)
    moved = np.array([1.05, 1.02, 1.09, 0.99, 1.04]).reshape(-1, 1)
    a, b = builds(1, 0.001), builds(2, 0.001) * moved
    assert estimated(a, b, noise=calm).low == estimated(a, b).low


def test_history_of_about_the_same_noise_narrows_the_interval() -> None:
    alike = Noise(build=0.0015, freedom=100)
    a, b = builds(1, 0.02), builds(2, 0.02)
    alone, taught = estimated(a, b), estimated(a, b, noise=alike)
    assert alone.low is not None
    assert taught.low is not None
    assert taught.low > alone.low
    assert (alone.method, taught.method) == ("bootstrap", "bootstrap and history")
