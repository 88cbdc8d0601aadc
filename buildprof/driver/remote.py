"""One build on another machine: what a worker is sent, and what it sends back."""

from __future__ import annotations

import io
import platform
import tarfile
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.driver import headers, one
from buildprof.driver.plan import BASELINE, Job
from buildprof.errors import ToolError
from buildprof.project import machine, toolchain
from buildprof.project.machine import Machine
from buildprof.project.project import Project
from buildprof.project.toolchain import Toolchain
from buildprof.runs.folder import RunFolder
from buildprof.runs.schema import Build, build_id

if TYPE_CHECKING:
    from buildprof.cmake.build import Progress


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A build to make. The worker has the project under the same path; `headers` are the baseline's."""

    job: Job
    project: Project
    toolchain: Toolchain
    build_dir: Path
    jobs: int
    keep_traces: bool
    headers: dict[str, tuple[str, ...]] | None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A build that has ended: its record, where it was made, and its files as a tar."""

    build: Build
    machine: Machine
    files: bytes


def task(job: Job, context: one.Context) -> Task:
    """Return what a worker needs to know."""
    return Task(
        job=job,
        project=context.project,
        toolchain=context.toolchain,
        build_dir=context.build_dir.absolute(),
        jobs=context.jobs,
        keep_traces=context.keep_traces,
        headers=context.folder.record(_baseline(job), headers.RECORD, dict[str, tuple[str, ...]]),
    )


def make(wanted: Task) -> Answer:
    """Make a build, here, on the worker. Raises ToolError where project or compiler are not the same."""
    _check(wanted)
    with tempfile.TemporaryDirectory(prefix="buildprof-") as place:
        folder = RunFolder(Path(place))
        if wanted.headers is not None:
            folder.save_record(_baseline(wanted.job), headers.RECORD, wanted.headers)
        context = one.Context(
            project=wanted.project,
            toolchain=wanted.toolchain,
            folder=folder,
            # machines may share this folder
            build_dir=wanted.build_dir / platform.node(),
            jobs=wanted.jobs,
            keep_traces=wanted.keep_traces,
        )
        build = one.make(wanted.job, context, _Silent())
        return Answer(build=build, machine=machine.this(), files=_packed(folder.build(build.id)))


def keep(answer: Answer, folder: RunFolder) -> Build:
    """Write the files of a build into a run, and return its record, which says where it was made."""
    target = folder.build(answer.build.id)
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(answer.files)) as archive:
        archive.extractall(target, filter="data")
    here = folder.load().machine
    if answer.machine.name == here.name:
        return answer.build
    told = f"made on {answer.machine.name}: {answer.machine.cpu}, {answer.machine.cores} cores"
    return msgspec.structs.replace(answer.build, warnings=(*answer.build.warnings, told))


class _Silent:
    """Nobody watches on a worker."""

    def phase(self, job: Job, phase: str) -> None:
        """Say nothing."""

    def progress(self, job: Job, progress: Progress) -> None:
        """Say nothing."""

    def ended(self, job: Job, build: Build) -> None:
        """Say nothing."""


def _check(wanted: Task) -> None:
    source, cc = wanted.project.source, Path(wanted.toolchain.cc)
    if not (source / "CMakeLists.txt").is_file():
        raise ToolError(f"there is no {source} on {platform.node()}")
    if not cc.is_file() or toolchain.inspect(cc) != wanted.toolchain:
        raise ToolError(f"{cc} is not {wanted.toolchain.title} on {platform.node()}")


def _packed(folder: Path) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for path in sorted(folder.glob("*")):
            archive.add(path, arcname=path.name)
    return data.getvalue()


def _baseline(job: Job) -> str:
    return build_id(job.scope.name, BASELINE, job.repetition)
