"""Student's t, integrated numerically: scipy would be 100 MB for these two functions."""

from __future__ import annotations

import math
from functools import lru_cache

_STEPS = 400
_HALVINGS = 40
_NORMAL = 2000.0


def tail(t: float, freedom: float) -> float:
    """Return how probable a value at least as far from 0 as `t` is, on either side.

    With t = sqrt(freedom) tan(x), the density is that of cos(x) ** (freedom - 1), by Simpson's rule.
    """
    freedom = min(freedom, _NORMAL)
    start = math.atan(abs(t) / math.sqrt(freedom))
    step = (math.pi / 2 - start) / _STEPS
    heights = [max(math.cos(start + i * step), 0.0) ** (freedom - 1) for i in range(_STEPS + 1)]
    area = heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
    whole = (
        math.sqrt(math.pi) / 2 * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    )
    return float(min(1.0, step / 3 * area / whole))


@lru_cache(maxsize=256)
def quantile(confidence: float, freedom: float) -> float:
    """Return the t that encloses `confidence` of the distribution between -t and t."""
    low, high = 0.0, 1.0
    while tail(high, freedom) > 1 - confidence:
        low, high = high, high * 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > 1 - confidence else (low, middle)
    return high
