"""Tests of many rows at once: which TUs, headers or functions changed beyond noise.

A row has few builds, but there are many rows: its own variance is drawn towards that of rows which take
about as long (empirical Bayes), and p is adjusted for all rows (Holm), so that a table of equal builds
shows a wrong row in no more than the stated share of comparisons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import student

if TYPE_CHECKING:
    import numpy as np

NEIGHBOURS = 4
MOST_PRIOR = 50.0
FEWEST_ROWS = 8


def adjusted_p(
    a: np.ndarray, b: np.ndarray, *, paired: bool, between: float = 0.0
) -> list[float | None]:
    """Return p of every column, adjusted; None where it cannot be tested.

    `a` and `b` are builds × rows; `between` is the variance of a log ratio that comes on top where the
    sides were built at different times.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    enough = min(len(a), len(b)) >= 2
    tested = np.flatnonzero((a > 0).all(axis=0) & (b > 0).all(axis=0) & enough)
    found: list[float | None] = [None] * a.shape[1]
    if not len(tested):
        return found
    log_a, log_b = np.log(a[:, tested]), np.log(b[:, tested])
    ratios, variances, share, freedom = _ratios(log_a, log_b, paired=paired)
    moderated, prior = moderate(variances, (log_a.mean(axis=0) + log_b.mean(axis=0)) / 2, freedom)
    errors = np.sqrt(moderated * share + between)
    raw = [
        student.tail(ratio / error, freedom + prior) if error else float(ratio == 0)
        for ratio, error in zip(ratios, errors, strict=True)
    ]
    for place, p in zip(tested, holm(raw), strict=True):
        found[place] = p
    return found


def _ratios(
    log_a: np.ndarray, log_b: np.ndarray, *, paired: bool
) -> tuple[np.ndarray, np.ndarray, float, int]:
    """Return log ratios, variances of a build or pair, what a mean has of that, and the freedom."""
    if paired:
        pairs = log_b - log_a
        return pairs.mean(axis=0), pairs.var(axis=0, ddof=1), 1 / len(pairs), len(pairs) - 1
    n_a, n_b = len(log_a), len(log_b)
    freedom = n_a + n_b - 2
    squares = log_a.var(axis=0) * n_a + log_b.var(axis=0) * n_b
    ratios = log_b.mean(axis=0) - log_a.mean(axis=0)
    return ratios, squares / freedom, 1 / n_a + 1 / n_b, freedom


def moderate(variances: np.ndarray, size: np.ndarray, freedom: int) -> tuple[np.ndarray, float]:
    """Return variances drawn towards those of rows of about the same size, and what that is worth.

    The worth is in degrees of freedom: the less the variances differ by more than chance, the more.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    if len(variances) < FEWEST_ROWS:
        return variances, 0.0
    groups = np.array_split(np.argsort(size), min(NEIGHBOURS, len(variances) // 4))
    common = np.empty_like(variances)
    logs = np.log(np.maximum(variances, 1e-12))
    for group in groups:
        common[group] = variances[group].mean()
        logs[group] -= logs[group].mean()
    excess = float(logs.var() * len(logs) / (len(logs) - len(groups))) - trigamma(freedom / 2)
    prior = min(2 * _inverse_trigamma(excess), MOST_PRIOR) if excess > 0 else MOST_PRIOR
    return (freedom * variances + prior * common) / (freedom + prior), prior


def holm(p: list[float]) -> list[float]:
    """Return p adjusted for the number of tests: the chance of any wrong rejection stays below p."""
    order = sorted(range(len(p)), key=p.__getitem__)
    adjusted, largest = [0.0] * len(p), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, p[place] * (len(p) - rank)))
        adjusted[place] = largest
    return adjusted


def trigamma(x: float) -> float:
    """Return the variance of the logarithm of a gamma variable of shape x."""
    total = 0.0
    while x < 8:
        total += 1 / x**2
        x += 1
    return total + 1 / x + 1 / (2 * x**2) + 1 / (6 * x**3) - 1 / (30 * x**5)


def _inverse_trigamma(value: float) -> float:
    low, high = 1e-3, 1e6
    for _ in range(80):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if trigamma(middle) > value else (low, middle)
    return high
