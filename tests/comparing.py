"""Runs of a few TUs with chosen times, for tests of comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from buildprof.compare import sides
from buildprof.driver.collect import totals
from buildprof.runs.folder import everything
from buildprof.trace.unit import Unit
from tests import records

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from buildprof.analysis.result import BuildAnalysis
    from buildprof.compare.sides import Chosen
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Run

SOURCES = "/home/user/project/"


def unit(name: str, total_us: int | None, **changes: Any) -> Unit:
    """Return a unit: three quarters of its time are the frontend's."""
    frontend = None if total_us is None else total_us * 3 // 4
    backend = None if total_us is None or frontend is None else total_us - frontend
    values: dict[str, Any] = {
        "name": name,
        "trace": f"CMakeFiles/toy.dir/{name}.json",
        "source": SOURCES + name,
        "target": "toy",
        "total_us": total_us,
        "frontend_us": frontend,
        "backend_us": backend,
        "other_us": None if total_us is None else 0,
    }
    return Unit(**(values | changes))


def started(number: int) -> str:
    """Return the time at which the build of a number began."""
    return f"2026-12-01T12:{number // 60:02d}:{number % 60:02d}+00:00"


def run(
    reports: Path,
    builds: Sequence[tuple[str, Sequence[Unit]]],
    analyses: Sequence[BuildAnalysis] = (),
    **changes: Any,
) -> RunFolder:
    """Write a run of builds that followed each other: of each its variant and its units."""
    variants = tuple(dict.fromkeys(variant for variant, _ in builds))
    made = [_build(builds, number) for number in range(len(builds))]
    folder = records.stored(reports, records.run(*made, variants=variants, **changes))
    for build, (_, units) in zip(made, builds, strict=True):
        folder.save_record(build.id, "units", tuple(units))
    for build, analysis in zip(made, analyses, strict=False):
        folder.save_record(build.id, "analysis", analysis)
    return folder


def _build(builds: Sequence[tuple[str, Sequence[Unit]]], number: int) -> Build:
    variant, units = builds[number]
    repetition = 1 + sum(name == variant for name, _ in builds[:number])
    made = totals(units)
    return records.build(
        "minimal",
        variant,
        repetition,
        totals=made,
        cpu_us=made.total_us,
        started=started(number),
    )


def side(folder: RunFolder, variant: str = "baseline") -> Chosen:
    """Return a side of the minimal scope."""
    loaded: Run = folder.load()
    return sides.Chosen(
        folder=folder,
        run=loaded,
        scope="minimal",
        variant=variant,
        name=f"{loaded.id}:minimal/{variant}",
    )


def alternating(reports: Path, a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> RunFolder:
    """Write a run that alternates baseline and PCH, given the times of the units of each build."""

    def units(times: Sequence[int]) -> list[Unit]:
        return [unit(f"src/f{number}.cpp", us) for number, us in enumerate(times)]

    builds = []
    for before, after in zip(a, b, strict=True):
        builds += [("baseline", units(before)), ("pch", units(after))]
    return run(reports, builds)


def on(folder: RunFolder, **machine: Any) -> None:
    """Change the machine of a run."""
    record = folder.load()
    changed = msgspec.structs.replace(record.machine, **machine)
    folder.save(msgspec.structs.replace(record, machine=changed))


def last_two(reports: Path) -> list[RunFolder]:
    """Return the two latest runs, the older one first."""
    return everything(reports)[-2:]


def slow_cpu(folder: RunFolder, factor: float) -> None:
    """Make the traces of a run hold so many times the CPU time of its builds."""
    record = folder.load()
    builds = tuple(
        msgspec.structs.replace(build, cpu_us=round((build.cpu_us or 0) / factor))
        for build in record.builds
    )
    folder.save(msgspec.structs.replace(record, builds=builds))


def in_rounds(folder: RunFolder, names: dict[int, str], variant: str | None = None) -> None:
    """Make repetitions of a run, by number, builds of a round in lockstep."""
    record = folder.load()
    builds = tuple(
        msgspec.structs.replace(build, lockstep=names[build.repetition], wall_us=None, cpu_us=None)
        if build.repetition in names and variant in {None, build.variant}
        else build
        for build in record.builds
    )
    folder.save(msgspec.structs.replace(record, builds=builds))
