"""How much a metric moves by itself, learnt from earlier runs of the same setting."""

from __future__ import annotations

import math
from itertools import groupby, pairwise
from statistics import median
from typing import TYPE_CHECKING

from buildprof.compare.result import Noise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.compare.sides import Chosen
    from buildprof.runs.index import Entry

# what two runs of the same code differ by where no history tells: a standard deviation of 1 % a run
ASSUMED = 0.01
FEWEST_PAIRS = 4
# of a normal distribution, the standard deviation for a median absolute deviation of 1
_SCALE = 1.4826


def learn(entries: Iterable[Entry], a: Chosen, b: Chosen, setting: str, metric: str) -> Noise:
    """Return the noise of a metric in earlier builds of the reference's scope and variant.

    The runs that are compared teach nothing here: their builds speak for themselves.
    """
    cell = (setting, a.scope, a.variant)
    known = [
        entry
        for entry in entries
        if (entry.setting, entry.scope, entry.variant) == cell
        and entry.run not in {a.run.id, b.run.id}
        and entry.figures.get(metric, 0) > 0
    ]
    runs = [
        [entry.figures[metric] for entry in builds]
        for _, builds in groupby(known, key=lambda entry: entry.run)
    ]
    build, freedom = _within(runs)
    run, pairs = _between(runs)
    return Noise(build=build, freedom=freedom, run=run, pairs=pairs)


def _within(runs: Sequence[Sequence[float]]) -> tuple[float | None, int]:
    """Return the deviation of a build, from builds of a run that followed each other.

    Differences of neighbours share a build, so that three of them tell as much as two that do not.
    """
    steps = [math.log(after / before) for run in runs for before, after in pairwise(run)]
    if not steps:
        return None, 0
    deviation = math.sqrt(sum(step**2 for step in steps) / (2 * len(steps)))
    return deviation, max(1, len(steps) * 2 // 3)


def _between(runs: Sequence[Sequence[float]]) -> tuple[float, int]:
    """Return the deviation of a run, from runs that followed each other.

    Their code changed too; the median leaves out those changes that were large.
    """
    middles = [median(run) for run in runs]
    steps = [abs(math.log(after / before)) for before, after in pairwise(middles)]
    if len(steps) < FEWEST_PAIRS:
        return ASSUMED, 0
    return _SCALE * median(steps) / math.sqrt(2), len(steps)
