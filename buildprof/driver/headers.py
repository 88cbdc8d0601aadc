"""Which headers a variant precompiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.driver.plan import BASELINE
from buildprof.runs.schema import build_id

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.driver.plan import Job
    from buildprof.runs.folder import RunFolder


class Choice(msgspec.Struct, frozen=True):
    """Headers by target. As a fallback they are for projects that have no PCH of their own."""

    by_target: dict[str, tuple[str, ...]]
    fallback: bool = False


def choose(job: Job, folder: RunFolder, source: Path) -> Choice:
    """Take the configured headers, else those that most units of a target include in the baseline."""
    if job.variant.pch != "on":
        return Choice({})
    if job.variant.headers:
        return Choice(
            {target: _absolute(names, source) for target, names in job.variant.headers.items()}
        )
    baseline = build_id(job.scope.name, BASELINE, job.repetition)
    chosen = folder.record(baseline, "pch-headers", dict[str, tuple[str, ...]])
    return Choice(chosen or {}, fallback=True)


def _absolute(names: tuple[str, ...], source: Path) -> tuple[str, ...]:
    return tuple(name if name.startswith("<") else (source / name).as_posix() for name in names)
