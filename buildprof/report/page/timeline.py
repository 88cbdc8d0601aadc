"""The timeline of a build: where each step stands, what it waited for, and which cores had no work."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import paths, slots
from buildprof.analysis.critical_path import critical_path
from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.cmake.step import Step


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """One step. `left` and `width` are percent of the build's span, times are µs from its start."""

    name: str
    role: str
    target: str
    slot: int
    start_us: int
    duration_us: int
    left: float
    width: float
    critical: bool
    unit: Unit | None

    @property
    def split(self) -> tuple[float, float] | None:
        """Where frontend and backend end in the bar, in percent; None where that is unknown."""
        unit = self.unit
        if unit is None or not unit.total_us:
            return None
        front = percent(unit.frontend_us or 0, unit.total_us)
        return front, percent((unit.frontend_us or 0) + (unit.backend_us or 0), unit.total_us)


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """All steps with known times; `busy` holds points (percent of the span, steps that run then)."""

    bars: tuple[Bar, ...]
    slots: int
    jobs: int
    span_us: int
    busy_us: int
    critical_us: int
    untimed: int
    busy: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, str], ...]

    @property
    def idle(self) -> float:
        """The part of all job slots' time that no step used, 0 to 1."""
        whole = self.span_us * max(self.jobs, self.slots)
        return max(0.0, 1 - self.busy_us / whole) if whole else 0.0

    @property
    def most_busy(self) -> int:
        """How many steps ran at once at most."""
        return max((running for _, running in self.busy), default=1)

    @property
    def busy_path(self) -> str:
        """The outline of how many steps ran at once, as an SVG path."""
        top = self.most_busy
        steps = "".join(f"H{at:g}V{top - running}" for at, running in self.busy)
        return f"M0 {top}{steps}H100V{top}Z"


def make(steps: Sequence[Step], units: Iterable[Unit], jobs: int) -> Timeline:
    """Return the timeline of a build that ran up to `jobs` steps at once."""
    timed = [
        step
        for step in steps
        if step.started_us is not None and step.duration_us is not None and step.role != "install"
    ]
    spans = [
        (step.started_us or 0, (step.started_us or 0) + (step.duration_us or 0)) for step in timed
    ]
    begin = min((start for start, _ in spans), default=0)
    span = max((end for _, end in spans), default=0) - begin
    bars = _bars(timed, _by_object(units), begin, max(span, 1))
    return Timeline(
        bars=bars,
        slots=max((bar.slot for bar in bars), default=-1) + 1,
        jobs=jobs,
        span_us=span,
        busy_us=sum(bar.duration_us for bar in bars),
        critical_us=sum(bar.duration_us for bar in bars if bar.critical),
        untimed=len(steps) - len(timed),
        busy=_busy(spans, begin, max(span, 1)),
        ticks=_ticks(span),
    )


def _bars(timed: Sequence[Step], units: dict[str, Unit], begin: int, span: int) -> tuple[Bar, ...]:
    critical = set(critical_path(timed))
    spans = [
        (step.started_us or 0, (step.started_us or 0) + (step.duration_us or 0)) for step in timed
    ]
    slot_of = slots.assign(spans)
    return tuple(
        _bar(step, units, slot_of[place], begin, span, critical=place in critical)
        for place, step in enumerate(timed)
    )


def _bar(
    step: Step, units: dict[str, Unit], slot: int, begin: int, span: int, *, critical: bool
) -> Bar:
    start, duration = (step.started_us or 0) - begin, step.duration_us or 0
    unit = next((units[stem] for out in step.outputs if (stem := _stem(out)) in units), None)
    name = unit.name if unit else (step.outputs[0] if step.outputs else step.role)
    return Bar(
        name=name,
        role=step.role,
        target=step.target or "",
        slot=slot,
        start_us=start,
        duration_us=duration,
        left=percent(start, span),
        width=percent(duration, span),
        critical=critical,
        unit=unit if step.role == "compile" else None,
    )


def _by_object(units: Iterable[Unit]) -> dict[str, Unit]:
    """Return units by what their object is called, without its extension, as clang names traces."""
    hosts, devices = {}, {}
    for unit in units:
        device = paths.device_of(unit.trace)
        if device:
            devices[device.stem] = unit
        else:
            hosts[_stem(unit.trace)] = unit
    # an object of a host and of devices is shown as the host's
    return devices | hosts


def _stem(path: str) -> str:
    return PurePosixPath(path).with_suffix("").as_posix() if PurePosixPath(path).name else path


def percent(part: float, whole: float) -> float:
    """Return a part in percent, as exact as a screen needs."""
    return round(100 * part / whole, 3)


def _busy(spans: Sequence[tuple[int, int]], begin: int, span: int) -> tuple[tuple[float, int], ...]:
    changes = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    points: dict[float, int] = {}
    running = 0
    for at, change in changes:
        running += change
        points[percent(at - begin, span)] = running
    return tuple(points.items())


def _ticks(span: int) -> tuple[tuple[float, str], ...]:
    """Return marks of the time axis, at most ten, at round seconds."""
    if span <= 0:
        return ()
    steps = (n * 10**power for power in range(3, 12) for n in (1, 2, 5))
    step = next(one for one in steps if span / one <= 10)
    digits = 0 if step >= 1_000_000 else 1 if step >= 100_000 else 3
    return tuple(
        (percent(at, span), f"{at / 1e6:,.{digits}f} s")
        for at in range(0, round(0.97 * span), step)
    )
