from __future__ import annotations

import pytest

from buildprof.compare.student import quantile, tail

# two-sided, from printed tables
TABLE = [
    (1, 0.95, 12.706),
    (2, 0.99, 9.925),
    (4, 0.95, 2.776),
    (4, 0.99, 4.604),
    (8, 0.99, 3.355),
    (30, 0.95, 2.042),
    (120, 0.99, 2.617),
]


@pytest.mark.parametrize(("freedom", "confidence", "t"), TABLE)
def test_quantiles_are_those_of_printed_tables(freedom: int, confidence: float, t: float) -> None:
    assert quantile(confidence, freedom) == pytest.approx(t, abs=0.001)
    assert tail(t, freedom) == pytest.approx(1 - confidence, rel=0.005)


def test_many_degrees_of_freedom_are_the_normal_distribution() -> None:
    assert quantile(0.95, 1e9) == pytest.approx(1.960, abs=0.002)


def test_no_difference_at_all_is_certain() -> None:
    assert tail(0.0, 5) == pytest.approx(1.0)
    assert tail(-3.0, 5) == tail(3.0, 5)
