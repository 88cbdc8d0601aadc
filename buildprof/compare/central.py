"""The central value of every column on either side, with hiccups of single TUs taken out.

Arrays are builds × columns. Where builds are paired, the difference is taken within each pair, so that what
moves both builds of a pair does not move the difference. What moves all columns of a build stays: it is the
noise of the build. What moves one column in one build, far more than columns vary otherwise, is a hiccup, and
is drawn in to the edge of what is usual. That edge is known from all columns together, so that a few builds
are enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# in deviations of the noise of single columns
EDGE = 3.5
# pairs of TUs in lockstep are many, so that the middle alone is nearly as good as all of them
LOCKSTEP_EDGE = 2.5
# with fewer columns than this nobody knows what is usual
FEWEST_COLUMNS = 8
_GROUPS = 4
_SCALE = 1.4826


def sides(a: np.ndarray, b: np.ndarray, *, paired: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the central values of every column."""
    return means(*calmed(a, b, paired=paired))


def means(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the means over builds: geometric, or arithmetic for columns that hold a 0.

    Any number of axes may come before those of builds and columns.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    positive = _positive(a, b)

    def of(side: np.ndarray) -> np.ndarray:
        logs = np.log(np.where(positive, side, 1.0)).mean(axis=-2)
        central: np.ndarray = np.where(positive, np.exp(logs), side.mean(axis=-2))
        return central

    return of(a), of(b)


def log_ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the logarithm of what side b takes in all, relative to side a."""
    import numpy as np  # noqa: PLC0415 - slow to import

    central_a, central_b = means(a, b)
    ratio: np.ndarray = np.log(central_b.sum(axis=-1) / central_a.sum(axis=-1))
    return ratio


def calmed(
    a: np.ndarray, b: np.ndarray, *, paired: bool, edge: float = EDGE
) -> tuple[np.ndarray, np.ndarray]:
    """Return both sides without hiccups of single columns, drawn in to an edge (in deviations)."""
    import numpy as np  # noqa: PLC0415 - slow to import

    positive = _positive(a, b)
    log_a, log_b = (np.log(np.where(positive, side, 1.0)) for side in (a, b))
    if paired:
        middle = steady((log_a + log_b) / 2, positive, edge)
        half = steady(log_b - log_a, positive, edge) / 2
        log_a, log_b = middle - half, middle + half
    else:
        log_a, log_b = (steady(side, positive, edge) for side in (log_a, log_b))
    return np.where(positive, np.exp(log_a), a), np.where(positive, np.exp(log_b), b)


def steady(logs: np.ndarray, known: np.ndarray, edge: float = EDGE) -> np.ndarray:
    """Draw in what lies far from both its column's middle and the move of its build."""
    import numpy as np  # noqa: PLC0415 - slow to import

    places = np.flatnonzero(known)
    if len(places) < FEWEST_COLUMNS or len(logs) < 2:
        return logs
    found = logs.copy()
    middle = np.median(logs[:, places], axis=0)
    apart = logs[:, places] - middle
    move = np.median(apart, axis=1, keepdims=True)
    own = apart - move
    for group in np.array_split(np.argsort(middle), min(_GROUPS, len(middle) // 4)):
        own[:, group] = _drawn_in(own[:, group], edge)
    found[:, places] = middle + move + own
    return found


def _drawn_in(own: np.ndarray, deviations: float) -> np.ndarray:
    """Draw in deviations from the middle, by an edge that all columns of about one size share.

    The rest is made larger by the share that was drawn in: the mean is then one step of Huber's from the
    middle, and its spread over builds shows its error. Without that, middles would look too certain.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    # builds less one, since each column's middle was taken from its own builds
    few = np.sqrt(len(own) / (len(own) - 1))
    edge = deviations * _SCALE * few * np.median(np.abs(own))
    inside = np.abs(own) <= edge
    return np.asarray(np.clip(own, -edge, edge) / max(float(inside.mean()), 0.5))


def _positive(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    import numpy as np  # noqa: PLC0415 - slow to import

    axes = tuple(range(a.ndim - 1))
    return np.asarray((a > 0).all(axis=axes) & (b > 0).all(axis=axes))
