"""A round: one repetition of several variants or revisions, measured in lockstep."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from buildprof.cmake import build as ninja
from buildprof.cmake import configure
from buildprof.driver import collect, lockstep, one
from buildprof.driver.lockstep import Tree
from buildprof.driver.one import Context, Observer
from buildprof.driver.plan import Job
from buildprof.errors import ToolError, TraceError
from buildprof.runs.schema import Build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.cmake.step import Step


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a round: a build of a run that was made whole before."""

    job: Job
    context: Context
    observer: Observer

    @property
    def tree(self) -> Tree:
        """The tree that its whole build left."""
        wanted = one.request(self.job, self.context)
        steps = collect.steps_of(wanted.build_root)
        return Tree(build_root=wanted.build_root, source=wanted.source, steps=steps)


class Rounds:
    """Measures rounds; knows which trees this process has built, since older ones may be of another run."""

    def __init__(self) -> None:
        self._built: set[str] = set()

    def made(self, job: Job, context: Context) -> None:
        """Remember that a job's tree has just been built."""
        self._built.add(_place(job, context))

    def measure(self, seats: Sequence[Seat]) -> list[Build]:
        """Measure a round of all seats whose whole build succeeded; return a record for each seat.

        Raises ToolError where a tree that a killed run left cannot be built again.
        """
        ready = [seat for seat in seats if _first(seat).state == "built"]
        for seat in ready:
            if _place(seat.job, seat.context) not in self._built:
                _rebuild(seat)
                self.made(seat.job, seat.context)
        measured = iter(_measured(ready))
        return [next(measured) if seat in ready else _as_first(seat) for seat in seats]


def _place(job: Job, context: Context) -> str:
    return str(one.request(job, context).build_root)


def _first(seat: Seat) -> Build:
    job = seat.job
    first = seat.context.folder.load().build(job.scope.name, job.variant.name, 1)
    if first is None:
        raise ToolError(f"{job.label} has no whole build that could be measured again")
    return first


def _as_first(seat: Seat) -> Build:
    """Return the outcome of a whole build that left nothing to measure, as that of this repetition."""
    first = _first(seat)
    seat.observer.phase(seat.job, "nothing to measure")
    why = first.reason if first.state == "nothing to apply" else "its whole build failed"
    failed = first.failed_in
    build = msgspec.structs.replace(
        _start(seat, None), state=first.state, reason=why, failed_in=failed
    )
    seat.observer.ended(seat.job, build)
    return build


def _rebuild(seat: Seat) -> None:
    # the headers of a PCH were chosen for the whole build
    wanted = one.request(msgspec.structs.replace(seat.job, repetition=1), seat.context)
    seat.observer.phase(seat.job, "building again what a killed run left")
    configure.configure(wanted)
    built = ninja.build(
        wanted.build_root,
        seat.context.jobs,
        seat.job.scope.targets,
        lambda progress: seat.observer.progress(seat.job, progress),
    )
    if built.returncode != 0:
        raise ToolError(f"cannot be built again:\n{built.failure}", where=wanted.build_root)


def _measured(seats: Sequence[Seat]) -> list[Build]:
    if not seats:
        return []
    first, number = seats[0], seats[0].job.repetition - 1
    run = first.context.folder.path.name
    trees = [seat.tree for seat in seats]
    starts = [_start(seat, f"{run}/{first.job.scope.name}/{number}") for seat in seats]
    began = time.time_ns() // 1000
    first.observer.phase(first.job, f"round {number} in lockstep, {len(seats)} sides")

    def progress(done: int, total: int, step: Step) -> None:
        first.observer.progress(first.job, ninja.Progress(done, total, step.outputs[0]))

    queue = lockstep.turns(trees, run, number)
    try:
        steps = lockstep.compile_all(trees, queue, first.context.jobs, progress)
    except ToolError as error:
        return [
            msgspec.structs.replace(start, failed_in="build", reason=str(error)) for start in starts
        ]
    builds = []
    for seat, tree, start, done in zip(seats, trees, starts, steps, strict=True):
        seat.observer.phase(seat.job, "reading traces")
        builds.append(_read(seat, tree, start, done, began))
        seat.observer.ended(seat.job, builds[-1])
    return builds


def _start(seat: Seat, name: str | None) -> Build:
    job = seat.job
    return Build(
        id=job.id,
        scope=job.scope.name,
        variant=job.variant.name,
        repetition=job.repetition,
        state="failed",
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        load=one.load(),
        lockstep=name,
    )


def _read(seat: Seat, tree: Tree, start: Build, steps: tuple[Step, ...], began: int) -> Build:
    try:
        found = collect.collect(
            tree.build_root, tree.source, since_us=began, reader=None, baseline=False, done=steps
        )
    except TraceError as error:
        return msgspec.structs.replace(start, failed_in="traces", reason=str(error))
    roots = {"source": tree.source, "build": tree.build_root}
    collect.save(found, seat.context.folder, seat.job.id, roots, keep=seat.context.keep_traces)
    return collect.described(start, seat.job.variant, found)
