"""An estimate of a change with its interval.

The unit of replication is the build, unless TUs were interleaved (see `lockstep`): what disturbs a machine disturbs all TUs that compile meanwhile,
so that TUs of one build are no independent observations. Builds (pairs of builds, where they are
interleaved) are drawn again with replacement, the same for all TUs; the spread of the log ratio over
these draws is its standard error, corrected for few builds, and Student's t makes the interval of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import central, lockstep, student
from buildprof.compare.result import Estimate, Method, Noise

if TYPE_CHECKING:
    import numpy as np

    from buildprof.compare.metrics import Metric

CONFIDENCE = 0.99
RELEVANT = 0.01
DRAWS = 2000
SEED = 20261201
# columns that together take less than this share of the time are drawn as one
LUMPED = 0.1
# noise of history counts for at most this many builds: today may be unlike all days before
HISTORY_FREEDOM = 8
UNLIKE = 2.0


class Spread(msgspec.Struct, frozen=True):
    """A standard error of a log ratio, its degrees of freedom, and what it was estimated from."""

    error: float
    freedom: float
    method: Method = "bootstrap"


def estimate(
    metric: Metric,
    a: np.ndarray,
    b: np.ndarray,
    *,
    paired: bool,
    noise: Noise,
    apart: bool,
    in_lockstep: bool = False,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Compare one metric. `apart` says that the sides were built at different times.

    `a` and `b` are builds × columns, whose sums are what is compared.
    """
    edge = central.LOCKSTEP_EDGE if in_lockstep else central.EDGE
    a, b = central.calmed(a, b, paired=paired, edge=edge)
    central_a, central_b = central.means(a, b)
    low_a, low_b = float(central_a.sum()), float(central_b.sum())
    plain = Estimate(metric=metric.name, unit=metric.unit, a=low_a, b=low_b, noise=noise)
    if low_a <= 0 or low_b <= 0:
        return plain
    log = math.log(low_b / low_a)
    plain = msgspec.structs.replace(
        plain, change=math.expm1(log), relevant=abs(math.expm1(log)) >= RELEVANT
    )
    spread = _in_lockstep(a, b) if in_lockstep else _of_builds(a, b, noise, paired=paired)
    if spread is None:
        return plain
    error = math.hypot(spread.error, math.sqrt(2) * (noise.run or 0.0) if apart else 0.0)
    return _judged(plain, log, msgspec.structs.replace(spread, error=error), confidence)


def _in_lockstep(a: np.ndarray, b: np.ndarray) -> Spread | None:
    found = lockstep.error(a, b)
    return Spread(found.error, found.freedom, "pairs of TUs") if found else None


def _of_builds(a: np.ndarray, b: np.ndarray, noise: Noise, *, paired: bool) -> Spread | None:
    return _moderated(_own(a, b, paired=paired), noise, len(a), len(b))


def _judged(plain: Estimate, log: float, spread: Spread, confidence: float) -> Estimate:
    half = student.quantile(confidence, spread.freedom) * spread.error
    p = student.tail(log / spread.error, spread.freedom) if spread.error else float(log == 0)
    significant = p < 1 - confidence
    return msgspec.structs.replace(
        plain,
        low=math.expm1(log - half),
        high=math.expm1(log + half),
        confidence=confidence,
        p=p,
        method=spread.method,
        freedom=spread.freedom,
        significant=significant,
        verdict=("higher" if log > 0 else "lower") if significant else "no significant difference",
    )


def _own(a: np.ndarray, b: np.ndarray, *, paired: bool) -> Spread | None:
    """Return the standard error that the builds themselves show; None where there is one a side."""
    fewest = min(len(a), len(b))
    if fewest >= 2:
        freedom = fewest - 1 if paired else len(a) + len(b) - 2
        return Spread(_drawn(a, b, paired=paired) * math.sqrt(fewest / (fewest - 1)), freedom)
    more = a if len(a) > len(b) else b
    if len(more) < 2:
        return None
    import numpy as np  # noqa: PLC0415 - slow to import

    deviation = float(np.log(more.sum(axis=1)).std(ddof=1))
    return Spread(deviation * math.sqrt(1 / len(a) + 1 / len(b)), len(more) - 1)


def _drawn(a: np.ndarray, b: np.ndarray, *, paired: bool) -> float:
    """Return the spread of the log ratio over builds drawn with replacement."""
    import numpy as np  # noqa: PLC0415 - slow to import

    a, b = _lumped(a, b)
    generator = np.random.default_rng(SEED)
    drawn_a = generator.integers(0, len(a), (DRAWS, len(a)))
    drawn_b = drawn_a if paired else generator.integers(0, len(b), (DRAWS, len(b)))
    logs = [
        central.log_ratio(a[drawn_a[i : i + 100]], b[drawn_b[i : i + 100]])
        for i in range(0, DRAWS, 100)
    ]
    return float(np.concatenate(logs).std())


def _lumped(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Join the smallest columns, so that many small TUs cost no time."""
    import numpy as np  # noqa: PLC0415 - slow to import

    size = a.mean(axis=0) + b.mean(axis=0)
    order = np.argsort(size)
    small = order[np.cumsum(size[order]) < LUMPED * size.sum()]
    rest = np.setdiff1d(order, small)

    def joined(side: np.ndarray) -> np.ndarray:
        return np.column_stack([side[:, rest], side[:, small].sum(axis=1)])

    return joined(a), joined(b)


def _moderated(own: Spread | None, noise: Noise, n_a: int, n_b: int) -> Spread | None:
    """Return the own spread together with that of history, each weighted by its freedom.

    Where the builds themselves show much more noise than history, today is unlike it.
    """
    if noise.build is None or not noise.freedom:
        return own
    learnt = noise.build**2 * (1 / n_a + 1 / n_b)
    freedom = min(noise.freedom, HISTORY_FREEDOM)
    if own is None:
        return Spread(math.sqrt(learnt), freedom, "history")
    if own.error**2 > UNLIKE * learnt:
        return own
    both = own.freedom + freedom
    pooled = math.sqrt((own.freedom * own.error**2 + freedom * learnt) / both)
    return Spread(pooled, both, "bootstrap and history")
