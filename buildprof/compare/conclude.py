"""A comparison in words: what can be concluded, and what cannot."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from buildprof.compare import metrics, student
from buildprof.runs.busy import waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.compare.result import Estimate
    from buildprof.compare.sides import Chosen
    from buildprof.runs.schema import Build

# a comparison that could not have seen a change of this size says how many builds it needs
WANTED = 0.03
FEW, MANY = 5, 100
# intervals of two pairs may end at any multiple, which says no more than that
BEYOND = 100
# metrics of time that passes also while a compiler waits for a processor
PASSING = frozenset({"total", "device", "frontend", "backend", "other", "wall"})


def counted(a: Chosen, b: Chosen) -> str:
    """Return how many builds a verdict is from, as sentences name them."""
    if a.lockstep:
        rounds = len(a.builds)
        return f"{rounds} round{'s' if rounds > 1 else ''} in lockstep"
    return f"{len(a.builds)} + {len(b.builds)} builds"


def conclusion(main: Estimate, builds: str) -> str:
    """Return one or two sentences on the metric that the verdict is of."""
    label = metrics.named(main.metric).label
    if main.change is None or main.low is None or main.high is None:
        return f"{label}: undecided. {builds} do not show how much a build moves by itself."
    by, span = percent(main.change), f"{percent(main.low)} to {percent(main.high)}"
    sure = f"{main.confidence:.0%}" if main.confidence else ""
    if main.verdict == "no significant difference":
        return f"{label}: no significant difference ({by}, {sure} interval {span}, {builds})."
    care = "" if main.relevant else ", too little to be relevant"
    return f"{label}: {by}, significant{care} ({sure} interval {span}, {builds})."


def limits(a: Chosen, b: Chosen, main: Estimate, *, paired: bool, apart: bool) -> tuple[str, ...]:
    """Return what this comparison cannot tell, and what to do about it."""
    if a.lockstep:
        return tuple(_in_lockstep(a, b, main))
    lines = []
    fewest = min(len(a.builds), len(b.builds))
    if main.low is None:
        lines.append(
            "One build a side and no history: nothing can be said about noise. "
            "Repeat the builds: buildprof run --repeat 5."
        )
    elif fewest < FEW:
        lines.append(f"Few repetitions ({fewest}): {_needs(main, fewest)}")
    elif not main.significant and (_half(main) or 0) > WANTED:
        lines.append(_needs(main, fewest))
    if apart:
        lines.append(_apart(main))
    elif paired:
        lines.append("Builds alternated and are compared in pairs.")
    lines += _busy([*a.builds, *b.builds], main.metric)
    return (*lines, *_left_out(a, b))


def _in_lockstep(a: Chosen, b: Chosen, main: Estimate) -> Iterator[str]:
    rounds, half = len(a.builds), _half(main)
    if metrics.named(main.metric).of == "build":
        yield (
            f"Lockstep tells nothing of {main.metric}, which only whole builds have. "
            "For a verdict on it let builds alternate: --interleave build."
        )
    elif half is None:
        yield "One round cannot tell noise here. Measure more: --repeat 3 or more."
    elif not main.significant and half > WANTED:
        wanted = math.ceil(rounds * (half / WANTED) ** 2)
        yield f"Only changes beyond {_size(half)} can be told from noise here; {_takes(wanted)}"
    yield (
        "TUs were compiled in lockstep and are compared in pairs; CPU, wall and peak RSS are of the "
        "whole builds before."
    )
    yield from _left_out(a, b)


def _left_out(a: Chosen, b: Chosen) -> list[str]:
    return [f"Left out: {what}." for side in (a, b) for what in side.record.left_out]


def _busy(builds: Sequence[Build], metric: str) -> list[str]:
    """Say that compilers waited for a processor, where the metric is of time that passed."""
    ratio = waiting(builds)
    if metric not in PASSING or ratio is None:
        return []
    what = f"traces hold {ratio:.1f} times the CPU time, and {metric} grows by waiting"
    return [f"The machine was busy: {what}. --metric user moves less."]


def percent(change: float) -> str:
    """Return a relative change as `+3.1 %`; where it is beyond all measure, that it is."""
    return f"{change * 100:+.1f} %" if change < BEYOND else f"> +{BEYOND * 100} %"


def _size(change: float) -> str:
    return percent(change).replace("+", "")


def _needs(main: Estimate, n: int) -> str:
    half = _half(main)
    if half is None or main.confidence is None:
        return ""
    wanted = repetitions(half, n, main.confidence)
    return (
        f"only changes beyond {_size(half)} can be told from noise here; "
        f"{_takes(wanted)[:-1]}, or TUs in lockstep (--interleave tu)."
    )


def _takes(repetitions: int) -> str:
    number = f"about {repetitions}" if repetitions <= MANY else f"more than {MANY}"
    return f"{WANTED:.0%} takes {number} repetitions, or a quieter machine."


def repetitions(half: float, n: int, confidence: float) -> int:
    """Return how many repetitions make the interval's half as small as what is wanted."""
    error = half / student.quantile(confidence, max(n - 1, 1)) * math.sqrt(n)
    wanted = n
    while student.quantile(confidence, max(wanted - 1, 1)) * error / math.sqrt(wanted) > WANTED:
        wanted += max(1, wanted // 10)
    return wanted


def _half(main: Estimate) -> float | None:
    if main.low is None or main.high is None:
        return None
    return math.sqrt((1 + main.high) / (1 + main.low)) - 1


def _apart(main: Estimate) -> str:
    noise = main.noise
    source = f"learnt from {noise.pairs} pairs of runs" if noise.pairs else "assumed, no history"
    return (
        f"The runs were made at different times; the interval allows for {(noise.run or 0) * 100:.1f} % "
        f"between runs ({source}). Builds that alternate, as with --rev, need no such allowance."
    )
