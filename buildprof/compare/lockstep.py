"""The noise of a change that was measured in lockstep, where the observation is the pair of one TU.

Both compiles of a pair follow each other within seconds, in drawn order, so that what disturbs one pair
says nothing about the next: pairs are independent, as builds are and TUs of one build are not. The change
of the whole is a weighted sum of the pairs' log ratios; each TU's own pairs tell how much they vary, and
the variances of all TUs add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import central

if TYPE_CHECKING:
    import numpy as np


class Error(msgspec.Struct, frozen=True):
    """A standard error of a log ratio, with its degrees of freedom."""

    error: float
    freedom: float


def error(a: np.ndarray, b: np.ndarray) -> Error | None:
    """Return the error of the log ratio of sums; None where the rounds cannot tell it.

    `a` and `b` are rounds × TUs. TUs of one side only have no partner: what disturbs a round may disturb
    them all, and their sum in a round is one observation.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    moves_a, moves_b = _moves(a, b)
    both = np.asarray((a > 0).all(axis=0) & (b > 0).all(axis=0))
    pairs = (moves_b - moves_a)[:, both]
    alone = (moves_b - moves_a)[:, ~both].sum(axis=1, keepdims=True)
    if len(a) < 2:
        return _one_round(a, b) if both.all() else None
    variances = np.column_stack([pairs, alone]).var(axis=0, ddof=1) / len(a)
    squares = float((variances**2).sum()) / (len(a) - 1)
    whole = float(variances.sum())
    return Error(float(np.sqrt(whole)), whole**2 / squares if squares else float(len(a) - 1))


def _moves(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far every compile moved the logarithm of its side's sum from its middle."""
    import numpy as np  # noqa: PLC0415 - slow to import

    def of(side: np.ndarray, middle: np.ndarray) -> np.ndarray:
        share = middle / middle.sum()
        safe = np.where(middle > 0, middle, 1.0)
        logs = np.log(np.where(side > 0, side, safe) / safe)
        return np.asarray(share * logs)

    central_a, central_b = central.means(a, b)
    return of(a, central_a), of(b, central_b)


def _one_round(a: np.ndarray, b: np.ndarray) -> Error | None:
    """Return the error that the pairs of a single round show: how differently TUs changed is in it."""
    import numpy as np  # noqa: PLC0415 - slow to import

    weights = (a[0] + b[0]) / (a[0] + b[0]).sum()
    ratios = np.log(b[0] / a[0])
    effective = float(1 / (weights**2).sum())
    if effective < 2:
        return None
    apart = ratios - float((weights * ratios).sum())
    variance = float((weights**2 * apart**2).sum()) * effective / (effective - 1)
    return Error(float(np.sqrt(variance)), effective - 1)
