"""A run: its builds one after another, written down as each ends, and resumed where it was killed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from buildprof import __version__, process
from buildprof.cmake.configure import program
from buildprof.driver import one, plan
from buildprof.driver.rounds import Rounds, Seat
from buildprof.errors import UsageError
from buildprof.project import machine, revision
from buildprof.runs import folder as folders
from buildprof.runs.schema import Plan, ProjectRecord, Run

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.driver.one import Context, Observer
    from buildprof.project.project import Project
    from buildprof.project.toolchain import Toolchain
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build


def begin(project: Project, toolchain: Toolchain, wanted: Plan, reports: Path) -> RunFolder:
    """Make the folder of a new run and write down what it will do."""
    now = datetime.now().astimezone()
    run_id = folders.free_id(reports, f"{now:%Y%m%d-%H%M%S}-{project.name}")
    folder = folders.create(reports, run_id)
    folder.save(
        Run(
            id=run_id,
            created=now.isoformat(timespec="seconds"),
            buildprof=__version__,
            project=record_of(project),
            machine=machine.this(),
            toolchain=toolchain,
            cmake=cmake_version(),
            plan=wanted,
        )
    )
    return folder


def unfinished(reports: Path, project: Project, toolchain: Toolchain) -> RunFolder:
    """Return the latest unfinished run of a project. Raises UsageError where none can go on."""
    for folder in reversed(folders.everything(reports)):
        run = folder.load()
        if run.project.name == project.name and not run.finished:
            _check_same(run, project, toolchain, folder)
            return folder
    raise UsageError(
        f"there is no unfinished run of {project.name}",
        where=reports / "runs",
        hint="Without --resume, a new one begins.",
    )


def execute(context: Context, observer: Observer) -> Run:
    """Make the builds that a run still lacks; run.json is whole after each of them."""
    run = context.folder.load()
    later = Rounds()
    for job in plan.whole(run.plan, context.project):
        if run.build(job.scope.name, job.variant.name, job.repetition) is None:
            later.made(job, context)
            run = _with(run, context, one.make(job, context, observer))
    for jobs in plan.rounds(run.plan, context.project):
        if run.build(jobs[0].scope.name, jobs[0].variant.name, jobs[0].repetition) is None:
            seats = [Seat(job=job, context=context, observer=observer) for job in jobs]
            run = _with(run, context, *later.measure(seats))
    run = msgspec.structs.replace(run, finished=True)
    context.folder.save(run)
    return run


def _with(run: Run, context: Context, *builds: Build) -> Run:
    run = msgspec.structs.replace(run, builds=(*run.builds, *builds))
    context.folder.save(run)
    return run


def record_of(project: Project) -> ProjectRecord:
    """Describe the project as it is now."""
    return ProjectRecord(
        name=project.name,
        revision=revision.of(project.source),
        build_type=project.profile.build_type,
    )


def cmake_version() -> str:
    """Return the version of the cmake that configures."""
    return process.capture([program("cmake"), "--version"]).output.split("\n")[0].split()[-1]


def _check_same(run: Run, project: Project, toolchain: Toolchain, folder: RunFolder) -> None:
    changed = [
        what
        for what, then, now in (
            ("the project", run.project, record_of(project)),
            ("the compiler", run.toolchain, toolchain),
            ("the machine", run.machine, machine.this()),
        )
        if then != now
    ]
    if changed:
        raise UsageError(
            f"cannot go on: {' and '.join(changed)} changed since it began",
            where=folder.path,
            hint="Begin a new run without --resume.",
        )
