"""The parts of `buildprof run` between its options and the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof import console
from buildprof.cli._options import Executor, Interleave
from buildprof.driver import dask, one, plan
from buildprof.driver import run as driver
from buildprof.errors import ToolError, TraceError, UsageError
from buildprof.progress import progress
from buildprof.project import machine
from buildprof.project.project import Project
from buildprof.report import beside, quantity

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.cmake.build import Progress as Step
    from buildprof.driver.plan import Job
    from buildprof.progress import Progress
    from buildprof.project.toolchain import Toolchain
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Plan, Run

# repetitions where TUs are interleaved and nothing else is said
ROUNDS = 5


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What the user asked for; empty and None is what was not said."""

    project: Project
    scopes: list[str]
    variants: list[str]
    jobs: int | None
    repeat: int | None
    interleave: Interleave | None
    resume: bool

    def plan(self) -> Plan:
        """Return the plan, with defaults for what was not said."""
        return plan.make(
            self.project,
            self.scopes or ["minimal"],
            self.variants,
            repetitions=self.repeat or (ROUNDS if self.interleave is Interleave.TU else 1),
            jobs=self.jobs or machine.cores(),
            interleave=(self.interleave or Interleave.BUILD).value,
        )

    def check_against(self, begun: Plan) -> None:
        """Raise UsageError where something was said that the begun run does otherwise."""
        mine = self.plan()
        said = {
            "scopes": self.scopes and mine.scopes != begun.scopes,
            "variants": self.variants and mine.variants != begun.variants,
            "-j": self.jobs and mine.jobs != begun.jobs,
            "--interleave": self.interleave and mine.interleave != begun.interleave,
            "--repeat": self.repeat and mine.repetitions != begun.repetitions,
        }
        if other := [name for name, differs in said.items() if differs]:
            raise UsageError(
                f"--resume goes on with a run that has other {', '.join(other)}",
                hint="Leave these options out, or begin a new run without --resume.",
            )


class Watcher:
    """Shows a run's progress."""

    def __init__(self, shown: Progress, total: int, done: int) -> None:
        self._shown, self._total, self._ended = shown, total, done

    def phase(self, job: Job, phase: str) -> None:
        """Begin a phase of a build."""
        self._shown.start(f"[{self._ended + 1}/{self._total}] {job.label}", phase)

    def progress(self, _job: Job, progress: Step) -> None:
        """Count a step."""
        self._shown.step(progress.done, progress.total, progress.step)

    def ended(self, _job: Job, build: Build) -> None:
        """Sum a build up in a line."""
        self._ended += 1
        if build.totals is None:
            self._shown.end(build.state)
            return
        wall, total = quantity.seconds(build.wall_us), quantity.seconds(build.totals.total_us)
        self._shown.end(f"{build.totals.units} TUs, {total} in all, wall {wall}")


def begin_or_resume(wanted: Wanted, toolchain: Toolchain, reports: Path) -> RunFolder:
    """Return the folder of a new run, or of the one that goes on."""
    if not wanted.resume:
        return driver.begin(wanted.project, toolchain, wanted.plan(), reports)
    folder = driver.unfinished(reports, wanted.project, toolchain)
    wanted.check_against(folder.load().plan)
    return folder


def watched(
    project: Project,
    toolchain: Toolchain,
    folder: RunFolder,
    build_dir: Path,
    *,
    keep_traces: bool,
    analyzer: Path | None = None,
    scheduler: str | None = None,
) -> Run:
    """Make the builds of a run, here or by the workers of a scheduler; show progress meanwhile."""
    begun = folder.load()
    context = one.Context(
        project=project,
        toolchain=toolchain,
        folder=folder,
        build_dir=build_dir,
        jobs=begun.plan.jobs,
        keep_traces=keep_traces,
        analyzer=analyzer,
    )
    total = sum(1 for _ in plan.jobs_of(begun.plan, project))
    with progress() as shown:
        watcher = Watcher(shown, total, len(begun.builds))
        if scheduler is not None:
            return dask.execute(context, watcher, scheduler)
        return driver.execute(context, watcher)


def workers(executor: Executor, scheduler: str, wanted: Plan) -> str | None:
    """Return the scheduler's address, None where builds are made here. Raises UsageError."""
    if scheduler and wanted.interleave == "tu":
        raise UsageError(
            "builds in lockstep are made on one machine, not by Dask's workers",
            hint="Leave --interleave tu or --executor dask out.",
        )
    if (executor is Executor.DASK) == bool(scheduler):
        return scheduler or None
    raise UsageError(
        "--executor dask needs --scheduler ADDRESS, and the other way round",
        hint="For example: --executor dask --scheduler tcp://host:8786",
    )


def reported(folder: RunFolder) -> Path:
    """Write page, summary and charts; return the page, or the folder of the records where that fails.

    A run whose records are safe has not failed, whatever goes wrong in drawing it.
    """
    try:
        with progress() as shown:
            return beside.write(folder, shown)
    except Exception as problem:  # noqa: BLE001 - see above
        console.warning(f"the report could not be written: {problem}")
        console.note(f"  Try again: buildprof report {folder.path}")
        return folder.path


def exit_code(run: Run, *, strict: bool) -> int:
    """Return 0, 3 where a build failed, 4 where one left no usable traces or does not add up."""
    failed = {build.failed_in for build in run.builds if build.state == "failed"}
    if failed & {"configure", "build"}:
        return ToolError.exit_code
    if failed or (strict and any(build.differences for build in run.builds)):
        return TraceError.exit_code
    return 0
