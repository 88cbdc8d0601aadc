"""Which headers a variant precompiles."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis import pch_choice
from buildprof.driver.plan import BASELINE
from buildprof.runs.schema import build_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from buildprof.analysis.result import Inclusion
    from buildprof.driver.plan import Job
    from buildprof.runs.folder import RunFolder
    from buildprof.trace.unit import Unit


RECORD = "pch-headers"


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
    chosen = folder.record(baseline, RECORD, dict[str, tuple[str, ...]])
    return Choice(chosen or {}, fallback=True)


def _absolute(names: tuple[str, ...], source: Path) -> tuple[str, ...]:
    return tuple(name if name.startswith("<") else (source / name).as_posix() for name in names)


def common(
    units: Sequence[Unit], inclusions: Mapping[str, Sequence[Inclusion]], build_root: Path
) -> dict[str, tuple[str, ...]]:
    """Return, for each target, the headers that most of its C++ units include: see `pch_choice`.

    `inclusions` are those of each trace, parents before what they include.
    """
    counted = Counter(unit.target for unit in units if _counts(unit) and unit.target)
    found = [
        one
        for unit in units
        if _counts(unit) and unit.target
        for one in _flat(unit.target, unit.trace, inclusions.get(unit.trace, ()), build_root)
    ]
    return pch_choice.choose(found, counted)


def _counts(unit: Unit) -> bool:
    return unit.kind == "source" and unit.language in {"CXX", None}


def _flat(
    target: str, unit: str, tree: Sequence[Inclusion], build_root: Path
) -> Iterator[pch_choice.Inclusion]:
    """Yield the nodes of a tree of includes, each with the headers on the way to it."""
    ways: list[tuple[str, ...]] = []
    for node in tree:
        path = Path(os.path.normpath(build_root / node.path)).as_posix()
        within = ways[node.parent] if node.parent >= 0 else ()
        ways.append((*within, path))
        yield pch_choice.Inclusion(
            target=target, unit=unit, header=path, within=within, inclusive_us=node.inclusive_us
        )
