"""Several runs of one project, made on several machines, become one."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgspec

from buildprof.errors import UsageError
from buildprof.runs import folder as folders
from buildprof.runs.schema import Plan, Row, Run, build_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from buildprof.project.machine import Machine
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build


def merge(parts: Sequence[RunFolder], reports: Path, *, mixed: bool = False) -> RunFolder:
    """Write a run that holds the builds of all parts, and return its folder.

    Where two parts made the same build, the later ones become further repetitions. Raises UsageError
    where the parts are of different projects, commits or compilers, are not finished, or were made on
    different kinds of machine without `mixed`.
    """
    runs = [part.load() for part in parts]
    _check(parts, runs, mixed=mixed)
    first = min(runs, key=lambda run: run.created)
    folder = folders.create(reports, folders.free_id(reports, f"{first.id}-merged"))
    builds: list[Build] = []
    for part, run in zip(parts, runs, strict=True):
        for build in run.builds:
            moved = _renumbered(build, builds, _told(run.machine, first.machine))
            if part.build(build.id).is_dir():
                shutil.copytree(part.build(build.id), folder.build(moved.id))
            builds.append(moved)
    whole = msgspec.structs.replace(
        first,
        id=folder.path.name,
        plan=_plan(runs, builds),
        builds=tuple(sorted(builds, key=lambda build: build.repetition)),
        finished=True,
    )
    folder.save(whole)
    return folder


def _check(parts: Sequence[RunFolder], runs: Sequence[Run], *, mixed: bool) -> None:
    for part, run in zip(parts, runs, strict=True):
        if not run.finished:
            raise UsageError("is not finished", where=part.path, hint="Go on with it: --resume.")
        for what, same in (
            ("project or commit", run.project == runs[0].project),
            ("compiler", _compiler(run) == _compiler(runs[0])),
            ("version of CMake", run.cmake == runs[0].cmake),
        ):
            if not same:
                raise UsageError(f"has another {what} than {parts[0].path}", where=part.path)
        if not mixed and _kind(run.machine) != _kind(runs[0].machine):
            raise UsageError(
                f"was made on another kind of machine than {parts[0].path}",
                where=part.path,
                hint="Times of different processors do not compare; --mixed merges them all the same.",
            )


def _compiler(run: Run) -> tuple[str, ...]:
    # it may lie elsewhere on another machine
    chain = run.toolchain
    return chain.vendor, chain.version, chain.target, chain.standard_library


def _kind(machine: Machine) -> tuple[str, str, int]:
    return machine.architecture, machine.cpu, machine.cores


def _told(mine: Machine, first: Machine) -> tuple[str, ...]:
    if _kind(mine) == _kind(first):
        return ()
    return (f"made on another machine: {mine.cpu}, {mine.cores} cores",)


def _renumbered(build: Build, taken: Iterable[Build], warnings: tuple[str, ...]) -> Build:
    numbers = {
        other.repetition
        for other in taken
        if (other.scope, other.variant) == (build.scope, build.variant)
    }
    number = build.repetition if build.repetition not in numbers else max(numbers) + 1
    return msgspec.structs.replace(
        build,
        id=build_id(build.scope, build.variant, number),
        repetition=number,
        warnings=(*build.warnings, *warnings),
    )


def _plan(runs: Sequence[Run], builds: Sequence[Build]) -> Plan:
    return Plan(
        scopes=_rows(row for run in runs for row in run.plan.scopes),
        variants=_rows(row for run in runs for row in run.plan.variants),
        repetitions=max((build.repetition for build in builds), default=1),
        jobs=max(run.plan.jobs for run in runs),
        interleave=max(
            run.plan.interleave for run in runs
        ),  # where one part has rounds, the run has
    )


def _rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return each row once, the baseline first: others are measured against it."""
    found = {row.name: row for row in rows}
    return tuple(sorted(found.values(), key=lambda row: row.name != "baseline"))
