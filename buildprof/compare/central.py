"""The central value of every column on either side, with outliers trimmed.

Arrays are builds × columns, with any number of axes before these. Where builds are paired, the difference
is taken within each pair, so that what moves both builds of a pair does not move the difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# of five builds, the lowest and the highest of every column are left out
TRIM = 0.2


def sides(a: np.ndarray, b: np.ndarray, *, paired: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the central values of every column: geometric, or arithmetic where a value is 0."""
    import numpy as np  # noqa: PLC0415 - slow to import

    axes = tuple(range(a.ndim - 1))
    positive = (a > 0).all(axis=axes) & (b > 0).all(axis=axes)
    log_a, log_b = (np.log(np.where(positive, side, 1.0)) for side in (a, b))
    if paired:
        middle, half = trimmed((log_a + log_b) / 2), trimmed(log_b - log_a) / 2
        central_a, central_b = np.exp(middle - half), np.exp(middle + half)
    else:
        central_a, central_b = np.exp(trimmed(log_a)), np.exp(trimmed(log_b))
    return (
        np.where(positive, central_a, trimmed(a)),
        np.where(positive, central_b, trimmed(b)),
    )


def trimmed(values: np.ndarray) -> np.ndarray:
    """Return the mean over builds without the outermost ones."""
    import numpy as np  # noqa: PLC0415 - slow to import

    builds = values.shape[-2]
    cut = int(TRIM * builds)
    kept = np.sort(values, axis=-2)[..., cut : builds - cut, :] if cut else values
    central: np.ndarray = kept.mean(axis=-2)
    return central


def log_ratio(a: np.ndarray, b: np.ndarray, *, paired: bool) -> np.ndarray:
    """Return the logarithm of what side b takes in all, relative to side a."""
    import numpy as np  # noqa: PLC0415 - slow to import

    central_a, central_b = sides(a, b, paired=paired)
    ratio: np.ndarray = np.log(central_b.sum(axis=-1) / central_a.sum(axis=-1))
    return ratio
