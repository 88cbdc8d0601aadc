"""Which trace belongs to which compile step, and which to none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import paths
from buildprof.cmake.step import Step
from buildprof.trace.facts import FileFacts, Status, UnitFacts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A trace is older than its object where it began this long before the step that made the object.
_SLACK_US = 2_000_000
# Languages whose compilers write no trace, or write it elsewhere.
UNTRACED = frozenset({"ASM", "ASM_NASM", "ASM_MASM", "Fortran", "ISPC", "RC", "Swift", "CSharp"})


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A traced process that counts: its trace, its place in the file, its step."""

    trace: str
    place: int
    facts: UnitFacts
    file: FileFacts
    step: Step | None = None
    stem: str = ""
    arch: str | None = None


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """Traces that count, and those that were left out by path."""

    units: list[Claim]
    stale: list[str]
    unclaimed: list[str]
    missing: list[Step]


def settle(files: Mapping[str, FileFacts], steps: Sequence[Step], since_us: int | None) -> Claims:
    """Match traces with the compile steps of the build; without steps, all that is fresh counts."""
    by_trace = _by_trace(steps)
    traces = {path: file for path, file in files.items() if file.status is Status.TRACE}
    # Steps that explain no trace at all describe another tree: better no steps than wrong ones.
    known = any(_step_of(path, by_trace) for path in traces)
    units: list[Claim] = []
    stale: list[str] = []
    unclaimed: list[str] = []
    for path, file in traces.items():
        step = _step_of(path, by_trace)
        links = all(unit.work == "link" for unit in file.units)
        if _is_stale(file, step, since_us):
            stale.append(path)
        elif known and step is None and not links:
            unclaimed.append(path)
        else:
            units += _claims(path, file, step)
    return Claims(
        units=units,
        stale=stale,
        unclaimed=unclaimed,
        missing=_missing(by_trace, files) if known else [],
    )


def _by_trace(steps: Sequence[Step]) -> dict[str, Step]:
    found: dict[str, Step] = {}
    for step in steps:
        trace = paths.trace_of(step) if step.role == "compile" else None
        if trace:
            found[trace] = step
    return found


def _step_of(path: str, by_trace: Mapping[str, Step]) -> Step | None:
    if path in by_trace:
        return by_trace[path]
    device = paths.device_of(path)
    return by_trace.get(device[0] + ".json") if device else None


def _is_stale(file: FileFacts, step: Step | None, since_us: int | None) -> bool:
    """Whether a trace is of an earlier build, or of an earlier compilation of its object."""
    started = max((unit.started_us or 0 for unit in file.units), default=0)
    if since_us is not None:
        return (started or file.modified_ns // 1000) < since_us
    if step is None or not started or step.started_us is None:
        return False
    return started + _SLACK_US < step.started_us


def _claims(path: str, file: FileFacts, step: Step | None) -> list[Claim]:
    device = paths.device_of(path)
    stem, arch = device or (paths.stem_of(path), None)
    return [
        Claim(trace=path, place=place, facts=unit, file=file, step=step, stem=stem, arch=arch)
        for place, unit in enumerate(file.units)
    ]


def _missing(by_trace: Mapping[str, Step], files: Mapping[str, FileFacts]) -> list[Step]:
    """Compile steps that ran and left no trace, though their compiler writes them."""
    return [
        step
        for trace, step in by_trace.items()
        if trace not in files and step.language not in UNTRACED
    ]
