"""All traces of a build as one, in the format of Chrome and Perfetto.

The process is the build, a thread is a job slot, and every unit stands where it really ran. Units that
do not say when they started stand behind the others.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from buildprof.analysis import slots
from buildprof.trace import _core

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.analysis.survey import Survey
    from buildprof.trace.unit import Unit

PID = 1


class _Span(msgspec.Struct, frozen=True, array_like=True):
    name: str
    detail: str
    ts: int
    dur: int
    thread: int


def render(found: Survey, shortest_us: int = 0) -> str:
    """The merged trace; spans shorter than `shortest_us` are left out."""
    starts = _starts(found.units)
    ends = [start + (unit.total_us or 0) for start, unit in zip(starts, found.units, strict=True)]
    threads = slots.assign(list(zip(starts, ends, strict=True)))
    origin = min(starts, default=0)
    encode = msgspec.json.Encoder().encode
    lines = [encode(event).decode() for event in _names(found, threads)]
    for index, unit in enumerate(found.units):
        place = found.compiled[index].place
        spans = _spans(found, unit.trace, place, shortest_us)
        events = _events(unit, spans, starts[index] - origin, threads[index])
        lines += [encode(event).decode() for event in events]
    body = ",\n".join(lines)
    return f'{{"beginningOfTime":{origin},"traceEvents":[\n{body}\n]}}\n'


def _starts(units: Sequence[Unit]) -> list[int]:
    """When each unit started; those that do not say follow one another after the last."""
    known = [
        unit.started_us + (unit.total_us or 0) for unit in units if unit.started_us is not None
    ]
    after = max(known, default=0)
    starts = []
    for unit in units:
        starts.append(after if unit.started_us is None else unit.started_us)
        after += (unit.total_us or 0) if unit.started_us is None else 0
    return starts


def _names(found: Survey, threads: Sequence[int]) -> Iterator[dict[str, Any]]:
    common = {"ph": "M", "pid": PID}
    name = found.root.absolute().name
    yield {**common, "tid": 0, "name": "process_name", "args": {"name": f"build {name}"}}
    for slot in sorted(set(threads)):
        args = {"name": f"job {slot + 1}"}
        yield {**common, "tid": slot + 1, "name": "thread_name", "args": args}


def _spans(found: Survey, trace: str, place: int, shortest_us: int) -> tuple[_Span, ...]:
    path = os.fsencode(os.path.join(found.reader.root, trace))  # noqa: PTH118
    packed = _core.timeline(path, shortest_us)
    processes = msgspec.msgpack.decode(packed, type=tuple[tuple[_Span, ...], ...])
    return processes[place] if place < len(processes) else ()


def _events(unit: Unit, spans: Sequence[_Span], shift: int, slot: int) -> Iterator[dict[str, Any]]:
    common = {"ph": "X", "pid": PID, "tid": slot + 1}
    args = {"trace": unit.trace, "kind": unit.kind, "target": unit.target}
    whole = {"name": unit.name, "ts": shift, "dur": unit.total_us or 0, "args": args}
    yield {**common, **whole, "cat": "unit"}
    for span in spans:
        event = {"name": span.name, "ts": shift + span.ts, "dur": span.dur}
        details = {"args": {"detail": span.detail}} if span.detail else {}
        yield {**common, **event, **details, "cat": "compiler"}
