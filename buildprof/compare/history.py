"""The history of a metric: one series per scope, variant and setting, with its steps marked."""

from __future__ import annotations

import math
from itertools import groupby, pairwise
from statistics import median
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.runs.index import Entry

RECENT = 5
NOISES = 4.0
# a smaller step is not worth a mark, however quiet the machine
SMALLEST = 0.02
_SCALE = 1.4826


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A run in a series: the median of its builds, their range, and the step it begins, if any.

    `step` is relative to the level before; `confirmed` says that the next run stayed there.
    """

    run: str
    created: str
    commit: str | None
    dirty: bool
    builds: int
    value: float
    low: float
    high: float
    step: float | None = None
    confirmed: bool = False


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A metric of one scope and variant in one setting; `noise` is the usual change between runs."""

    metric: str
    scope: str
    variant: str
    setting: dict[str, str | int]
    noise: float
    points: tuple[Point, ...]


def series(entries: Iterable[Entry], metric: str) -> list[Series]:
    """Return the series of a metric, each oldest run first."""

    def cell(entry: Entry) -> tuple[str, str, str]:
        return entry.setting, entry.scope, entry.variant

    known = sorted((entry for entry in entries if metric in entry.figures), key=cell)
    return [_series(metric, list(of)) for _, of in groupby(known, key=cell)]


def _series(metric: str, entries: Sequence[Entry]) -> Series:
    ordered = sorted(entries, key=lambda entry: (entry.created, entry.run))
    points = [
        _point(metric, list(builds)) for _, builds in groupby(ordered, key=lambda one: one.run)
    ]
    noise = usual(points)
    first = entries[0]
    return Series(
        metric=metric,
        scope=first.scope,
        variant=first.variant,
        setting=msgspec.json.decode(first.setting, type=dict[str, str | int]),
        noise=noise,
        points=tuple(marked(points, noise)),
    )


def _point(metric: str, builds: Sequence[Entry]) -> Point:
    values, first = [build.figures[metric] for build in builds], builds[0]
    return Point(
        run=first.run,
        created=first.created,
        commit=first.commit,
        dirty=first.dirty,
        builds=len(builds),
        value=median(values),
        low=min(values),
        high=max(values),
    )


def usual(points: Sequence[Point]) -> float:
    """Return the deviation of a run, from the median change between runs; 0 where there are few."""
    steps = [abs(_log(after.value, before.value)) for before, after in pairwise(points)]
    return _SCALE * median(steps) / math.sqrt(2) if len(steps) >= 3 else 0.0


def marked(points: Sequence[Point], noise: float) -> list[Point]:
    """Mark where the level changed by more than noise, and the next run did not go back."""
    found: list[Point] = []
    since = 0
    limit = max(NOISES * noise, math.log1p(SMALLEST))
    for place, point in enumerate(points):
        level = [one.value for one in points[max(since, place - RECENT) : place]]
        step = _log(point.value, median(level)) if level else 0.0
        following = points[place + 1 :]
        stayed = (
            bool(following) and _log(following[0].value, median(level or [1])) / (step or 1) > 0.5
        )
        if abs(step) > limit and (stayed or not following):
            since = place
            changed = msgspec.structs.replace(point, step=math.expm1(step), confirmed=stayed)
            found.append(changed)
        else:
            found.append(point)
    return found


def _log(after: float, before: float) -> float:
    return math.log(after / before) if after > 0 and before > 0 else 0.0
