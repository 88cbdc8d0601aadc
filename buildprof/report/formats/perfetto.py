"""All builds of a run as one trace for Perfetto: a process is a build, a thread a job slot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buildprof.report import json_text, run_rows
from buildprof.report.page import timeline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.report.page.timeline import Bar
    from buildprof.report.subject import Subject
    from buildprof.runs.schema import Build

EXTENSION = "perfetto.json"
MARK = '{"otherData":{"made by":"buildprof"},'


def render(subject: Subject, /) -> str:
    """Return the steps of every build, in each compile its frontend and backend; times begin at 0."""
    events = [
        json_text.encode(event)
        for number, build in enumerate(subject.run.builds, start=1)
        if build.state == "built"
        for event in _build(subject, number, build)
    ]
    return f'{MARK}"traceEvents":[\n' + ",\n".join(events) + "\n]}\n"


def _build(subject: Subject, pid: int, build: Build) -> Iterator[dict[str, Any]]:
    time = timeline.make(subject.steps(build), subject.units(build), subject.run.plan.jobs)
    named = {"ph": "M", "pid": pid, "tid": 0}
    yield named | {
        "name": "process_name",
        "args": {"name": run_rows.name(subject.run, build)},
    }
    yield named | {"name": "process_sort_index", "args": {"sort_index": pid}}
    for slot in range(time.slots):
        name = {"name": f"job {slot + 1}"}
        yield named | {"tid": slot + 1, "name": "thread_name", "args": name}
    for bar in time.bars:
        yield from _bar(pid, bar)
    for share, running in time.busy:
        at = round(share * time.span_us / 100)
        counter = {"ph": "C", "pid": pid, "name": "steps at once", "ts": at}
        yield counter | {"args": {"steps": running}}


def _bar(pid: int, bar: Bar) -> Iterator[dict[str, Any]]:
    event = {"ph": "X", "pid": pid, "tid": bar.slot + 1}
    about = {"target": bar.target, "role": bar.role, "on the critical path": bar.critical}
    yield event | {
        "name": bar.name,
        "cat": bar.role,
        "ts": bar.start_us,
        "dur": bar.duration_us,
        "args": about,
    }
    at, end = bar.start_us, bar.start_us + bar.duration_us
    parts = (bar.unit.frontend_us, bar.unit.backend_us) if bar.unit else ()
    for name, us in zip(("frontend", "backend"), parts, strict=False):
        # the clock of a trace and that of the build tool differ a little: nothing may stick out
        took = min(us or 0, end - at)
        if took > 0:
            yield event | {"name": name, "cat": "part", "ts": at, "dur": took}
            at += took
