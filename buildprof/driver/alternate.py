"""Several runs at once, their builds alternating, so that what moves the machine moves all alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.driver import one, plan
from buildprof.driver.rounds import Rounds, Seat
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from buildprof.cmake.build import Progress
    from buildprof.driver.one import Context, Observer
    from buildprof.driver.plan import Job
    from buildprof.project.project import Project
    from buildprof.runs.schema import Build, Plan

What = TypeVar("What")


class Named:
    """Tells an observer of the builds of one run, with the run's name before theirs."""

    def __init__(self, name: str, observer: Observer) -> None:
        self._name, self._observer = name, observer

    def phase(self, job: Job, phase: str) -> None:
        """Say that a build enters a phase."""
        self._observer.phase(self._of(job), phase)

    def progress(self, job: Job, progress: Progress) -> None:
        """Say that a step of a build has ended."""
        self._observer.progress(self._of(job), progress)

    def ended(self, job: Job, build: Build) -> None:
        """Say that a build has ended, and how."""
        self._observer.ended(self._of(job), build)

    def _of(self, job: Job) -> Job:
        scope = msgspec.structs.replace(job.scope, label=f"{self._name}: {job.scope.label}")
        return msgspec.structs.replace(job, scope=scope)


def execute(contexts: Sequence[Context], observers: Sequence[Observer]) -> None:
    """Make the builds of runs that have the same plan: the first of each, then the second of each.

    Where the plan interleaves TUs, the repetitions of all runs are measured in lockstep.

    Raises ToolError at the first build that fails: without it there is nothing to compare.
    """
    later = Rounds()
    for jobs in _together(contexts, plan.whole):
        for job, context, observer in zip(jobs, contexts, observers, strict=True):
            later.made(job, context)
            _keep(one.make(job, context, observer), context)
    for rounds in _together(contexts, plan.rounds):
        for jobs in zip(*rounds, strict=True):
            seats = [
                Seat(job=job, context=context, observer=observer)
                for job, context, observer in zip(jobs, contexts, observers, strict=True)
            ]
            for build, context in zip(later.measure(seats), contexts, strict=True):
                _keep(build, context)
    for context in contexts:
        run = context.folder.load()
        context.folder.save(msgspec.structs.replace(run, finished=True))


def _together(
    contexts: Sequence[Context], of: Callable[[Plan, Project], Iterator[What]]
) -> Iterator[tuple[What, ...]]:
    """Yield what every run has to make next, for all of them."""
    return zip(
        *(of(context.folder.load().plan, context.project) for context in contexts), strict=True
    )


def _keep(build: Build, context: Context) -> None:
    run = context.folder.load()
    context.folder.save(msgspec.structs.replace(run, builds=(*run.builds, build)))
    if build.state != "built":
        raise ToolError(
            f"{build.state}: {build.reason}",
            where=f"{run.id}, {build.id}",
            hint=f"Its log is in {context.folder.build(build.id)}.",
        )
