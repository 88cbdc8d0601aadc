"""One build: configure, build, read what it left, prove the variant, and write it all down."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from buildprof.cmake import build as ninja
from buildprof.cmake import configure
from buildprof.driver import collect, headers, peer
from buildprof.driver.plan import BASELINE
from buildprof.errors import ToolError, TraceError
from buildprof.project.project import Project
from buildprof.project.toolchain import Toolchain
from buildprof.runs.folder import RunFolder, replace_roots
from buildprof.runs.schema import Build, Phase
from buildprof.trace.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.cmake.settings import TargetReport
    from buildprof.driver.plan import Job


# where this buildprof and its Python lie, by the names that records give them
OURS = {"buildprof": Path(__file__).parent.parent, "python": Path(sys.prefix)}


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What all builds of a run share."""

    project: Project
    toolchain: Toolchain
    folder: RunFolder
    build_dir: Path
    jobs: int
    keep_traces: bool = False
    analyzer: Path | None = None


class Observer(Protocol):
    """Is told how a run goes on."""

    def phase(self, job: Job, phase: str) -> None:
        """Say that a build enters a phase."""

    def progress(self, job: Job, progress: ninja.Progress) -> None:
        """Say that a step of a build has ended."""

    def ended(self, job: Job, build: Build) -> None:
        """Say that a build has ended, and how."""


def request(job: Job, context: Context) -> configure.Request:
    """Return how a build is configured, with the headers that its PCH holds."""
    profile = context.project.profile
    chosen = headers.choose(job, context.folder, context.project.source)
    return configure.Request(
        source=context.project.source,
        build_root=(context.build_dir / f"{job.scope.name}-{job.variant.name}").absolute(),
        build_type=profile.build_type,
        cache=profile.cache,
        scope=job.scope,
        variant=job.variant,
        toolchain=context.toolchain,
        headers=chosen.by_target,
        fallback=chosen.fallback,
    )


def make(job: Job, context: Context, observer: Observer) -> Build:
    """Make one build and write its records; what fails in it is its outcome."""
    build = _Attempt(job, request(job, context), context, observer).run()
    observer.ended(job, build)
    return build


def nothing_to_apply(job: Job, targets: Sequence[TargetReport]) -> str | None:
    """Say why a variant would be the same as the baseline, or None where it would not."""
    if job.variant.pch == "on" and not any(target.pch for target in targets):
        return (
            "the project has no precompiled headers, and no baseline in this run shows headers "
            "that most units of a target include"
        )
    if job.variant.unity == "on" and not any(target.unity for target in targets):
        return "no target can be built as unity"
    return None


@dataclass
class _Attempt:
    job: Job
    wanted: configure.Request
    context: Context
    observer: Observer
    reader: Reader | None = None

    def run(self) -> Build:
        """Configure, then build, then read."""
        start = Build(
            id=self.job.id,
            scope=self.job.scope.name,
            variant=self.job.variant.name,
            repetition=self.job.repetition,
            state="failed",
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            load=load(),
        )
        self.observer.phase(self.job, "configuring")
        try:
            configured = configure.configure(self.wanted)
        except ToolError as error:
            self._log("configure", str(error))
            return self._failed(start, "configure", str(error))
        self._log("configure", configured.output)
        for missing in configured.left_out:
            self.observer.phase(self.job, missing)
        start = msgspec.structs.replace(
            start,
            configure_us=_us(configured.wall_s),
            commands=(tuple(map(self._shared, configured.command)),),
            left_out=tuple(map(self._shared, configured.left_out)),
        )
        if reason := nothing_to_apply(self.job, configured.targets):
            return msgspec.structs.replace(start, state="nothing to apply", reason=reason)
        return self._build(start)

    def _build(self, start: Build) -> Build:
        began = time.time_ns() // 1000
        self.reader = Reader(self.wanted.build_root, threads=1)
        self.observer.phase(self.job, "building")
        built = ninja.build(
            self.wanted.build_root, self.context.jobs, self.job.scope.targets, self._progress
        )
        self._log("build", built.output)
        record = msgspec.structs.replace(
            start,
            commands=(*start.commands, tuple(map(self._shared, built.command))),
            wall_us=_us(built.wall_s),
            cpu_us=None if built.cpu_s is None else _us(built.cpu_s),
            peak_rss_kib=built.peak_rss_kib,
        )
        if built.returncode != 0:
            return self._failed(record, "build", built.failure)
        return self._read(record, began)

    def _read(self, record: Build, began: int) -> Build:
        self.observer.phase(self.job, "reading traces")
        root, folder = self.wanted.build_root, self.context.folder
        try:
            baseline = self.job.variant.name == BASELINE
            found = collect.collect(
                root, self.wanted.source, since_us=began, reader=self.reader, baseline=baseline
            )
        except TraceError as error:
            return self._failed(record, "traces", str(error))
        roots = {"source": self.wanted.source, "build": root}
        collect.save(found, folder, self.job.id, roots, keep=self.context.keep_traces)
        if self.context.analyzer:
            traces = [unit.trace for unit in found.units if unit.trace_bytes is not None]
            self._log(peer.LOG, peer.report(self.context.analyzer, root, traces))
        return collect.described(record, self.job.variant, found)

    def _failed(self, record: Build, phase: Phase, reason: str) -> Build:
        return msgspec.structs.replace(
            record, state="failed", failed_in=phase, reason=self._shared(reason)
        )

    def _progress(self, progress: ninja.Progress) -> None:
        if self.reader and progress.compiled:
            # read while the build goes on, so that little is left to do at its end
            self.reader.submit(collect.trace_of(progress.compiled))
        self.observer.progress(self.job, progress)

    def _log(self, name: str, text: str) -> None:
        self.context.folder.save_log(self.job.id, name, self._shared(text))

    def _shared(self, text: str) -> str:
        # a run folder is read on other machines, where these paths mean nothing
        roots = {"source": self.wanted.source, "build": self.wanted.build_root}
        return replace_roots(text, roots | OURS)


def _us(seconds: float) -> int:
    return round(seconds * 1_000_000)


def load() -> float | None:
    """Return the system's load average, None where there is none."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
