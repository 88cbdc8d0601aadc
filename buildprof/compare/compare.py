"""Two sides, compared: estimates, what changed, and a conclusion in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import (
    changes,
    comparable,
    conclude,
    estimate,
    metrics,
    noise,
    pairing,
    samples,
)
from buildprof.compare.result import Comparison, Noise
from buildprof.compare.sides import Chosen
from buildprof.errors import UsageError
from buildprof.runs import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.compare.metrics import Metric
    from buildprof.compare.result import Estimate
    from buildprof.runs.index import Entry


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """How to compare; the verdict is of the first metric, all are estimated by default."""

    metrics: tuple[str, ...] = ()
    confidence: float = estimate.CONFIDENCE
    force: bool = False


def compare(a: Chosen, b: Chosen, request: Request, history: Sequence[Entry] = ()) -> Comparison:
    """Compare side b with side a, the reference; earlier builds in `history` teach the noise.

    Raises UsageError where they may not be compared, or a side has no builds that count.
    """
    forced = comparable.check(a.run, b.run, force=request.force)
    wanted = metrics.chosen(request.metrics)
    whole, lockstep = (a, b), pairing.in_lockstep(a, b)
    a, b, paired = (*lockstep, True) if lockstep else pairing.paired(a, b)
    _need_builds(a, b)
    apart = not paired and a.run.id != b.run.id
    sides = changes.Sides(a, b, samples.of(a), samples.of(b))
    how = _How(paired=paired, apart=apart, lockstep=bool(lockstep), whole=whole)
    estimates = tuple(_estimates(wanted, sides, how, request, history))
    main = _main(wanted[0], estimates)
    design = changes.Design(
        paired=paired,
        between=2 * (main.noise.run or 0.0) ** 2 if apart else 0.0,
        confidence=request.confidence,
    )
    return Comparison(
        a=a.record,
        b=b.record,
        paired=paired,
        lockstep=bool(lockstep),
        metric=main.metric,
        verdict=main.verdict,
        conclusion=conclude.conclusion(main, conclude.counted(*_judged(sides, main, how))),
        limits=conclude.limits(a, b, main, paired=paired, apart=apart),
        forced=forced,
        estimates=estimates,
        changes=tuple(changes.all_parts(sides, _of_units(wanted), design)),
    )


class _How(msgspec.Struct, frozen=True, kw_only=True):
    """How the builds were made; in lockstep, `whole` are the sides with their whole builds."""

    paired: bool
    apart: bool
    lockstep: bool
    whole: tuple[Chosen, Chosen]


def _estimates(
    wanted: Sequence[Metric],
    sides: changes.Sides,
    how: _How,
    request: Request,
    history: Sequence[Entry],
) -> Iterator[Estimate]:
    a, b = sides.a, sides.b
    for metric in wanted:
        both = _values(sides, metric, how)
        in_lockstep = how.lockstep and metric.of != "build"
        if both is None:
            continue
        learnt = noise.learn(history, a, b, index.key(a.run), metric.name)
        yield estimate.estimate(
            metric,
            both.a,
            both.b,
            paired=how.paired and (in_lockstep or not how.lockstep),
            noise=Noise() if in_lockstep else learnt,
            apart=how.apart,
            in_lockstep=in_lockstep,
            confidence=request.confidence,
        )


def _judged(sides: changes.Sides, main: Estimate, how: _How) -> tuple[Chosen, Chosen]:
    """Return the sides with the builds that the verdict is of."""
    in_lockstep = how.lockstep and metrics.named(main.metric).of != "build"
    return (sides.a, sides.b) if in_lockstep or not how.lockstep else how.whole


def _values(sides: changes.Sides, metric: Metric, how: _How) -> samples.Matrices | None:
    if metric.of == "units":
        return samples.matrices(sides.units_a, sides.units_b, metric.field)
    if metric.of == "devices":
        a, b = samples.of_devices(sides.a), samples.of_devices(sides.b)
        return samples.matrices(a, b, metric.field)
    whole = how.whole if how.lockstep else (sides.a, sides.b)
    return samples.of_builds(*whole, metric.field)


def _need_builds(a: Chosen, b: Chosen) -> None:
    for side in (a, b):
        if not side.builds:
            raise UsageError(
                f"has no build that counts: {'; '.join(side.record.left_out)}",
                where=side.name,
                hint="buildprof show tells why its builds failed or had no effect.",
            )


def _main(wanted: Metric, estimates: Sequence[Estimate]) -> Estimate:
    """Return the estimate that the verdict is of."""
    for found in estimates:
        if found.metric == wanted.name:
            return found
    raise UsageError(
        f"{wanted.label} is not known of both sides",
        hint=f"Known are: {', '.join(found.metric for found in estimates) or 'none'}.",
    )


def _of_units(wanted: Sequence[Metric]) -> Metric:
    """Return the metric that TUs, files and targets are compared by."""
    return next((one for one in wanted if one.of == "units"), metrics.named(metrics.DEFAULT))
