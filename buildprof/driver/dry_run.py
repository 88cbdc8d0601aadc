"""What a run would do, as the commands that it would call."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof.cmake import build, configure, settings
from buildprof.driver import one, plan
from buildprof.runs.folder import RunFolder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.project.project import Project
    from buildprof.project.toolchain import Toolchain
    from buildprof.runs.schema import Plan


def lines(wanted: Plan, project: Project, toolchain: Toolchain, build_dir: Path) -> Iterator[str]:
    """Yield a comment and the cmake and ninja calls of every build, quoted for a POSIX shell.

    Rounds in lockstep call no build tool; a comment says what they do.
    """
    context = one.Context(
        project=project,
        toolchain=toolchain,
        folder=RunFolder(Path()),
        build_dir=build_dir,
        jobs=wanted.jobs,
    )
    for job in plan.whole(wanted, project):
        request = one.request(job, context)
        again = f", repetition {job.repetition}" if wanted.repetitions > 1 else ""
        yield f"# {job.label}{again}; settings in {request.build_root / settings.FOLDER}"
        yield shlex.join(configure.command(request))
        yield shlex.join(build.command(request.build_root, wanted.jobs, job.scope.targets))
    for jobs in plan.rounds(wanted, project):
        names = ", ".join(job.variant.label for job in jobs)
        yield f"# {jobs[0].scope.label}, repetition {jobs[0].repetition}: the compiles of {names}, in lockstep"
