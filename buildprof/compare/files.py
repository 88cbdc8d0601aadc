"""The time of every source file, also where it was compiled as a member of a unity source.

A unity source's trace shows how long the frontend spent in each member itself. The rest belongs to all of
them and is shared out: what headers took in the frontend in equal shares, since every member would have
included them; what follows the frontend as the members share it where they are compiled alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.members import RECORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from buildprof.compare.samples import Samples
    from buildprof.compare.sides import Chosen
    from buildprof.trace.unit import Unit

Members = dict[str, dict[str, int]]


class FileTime(msgspec.Struct, frozen=True):
    """What a file took in a build; `shared` is the part of it that was shared out."""

    total: float
    shared: float = 0.0


def members_of(side: Chosen) -> list[Members]:
    """Read how long the members of unity sources took, for every build."""
    return [side.folder.record(build.id, RECORD, Members) or {} for build in side.builds]


def times(
    builds: Samples, members: Sequence[Members], field: str, alone: Mapping[str, float]
) -> list[dict[str, FileTime]]:
    """Return the files of every build. `alone` is what weighs members in what is shared out."""
    return [
        _of_build(list(one.values()), shares, field, alone)
        for one, shares in zip(builds.builds, members, strict=True)
    ]


def _of_build(
    units: Sequence[Unit], members: Members, field: str, alone: Mapping[str, float]
) -> dict[str, FileTime]:
    sums: dict[str, FileTime] = defaultdict(lambda: FileTime(0.0))
    for unit in units:
        if getattr(unit, field) is None:
            continue
        for name, time in _files(unit, field, members.get(unit.trace, {}), alone):
            before = sums[name]
            sums[name] = FileTime(before.total + time.total, before.shared + time.shared)
    return dict(sums)


def _files(
    unit: Unit, field: str, measured: Mapping[str, int], alone: Mapping[str, float]
) -> Iterator[tuple[str, FileTime]]:
    value = float(getattr(unit, field))
    if unit.kind != "unity" or not unit.members:
        yield name_of(unit), FileTime(value)
        return
    frontend = value * _frontend_share(unit, field)
    known = sum(measured.values())
    scale = _scale(unit, field, frontend, known)
    headers = (frontend - known * scale) / len(unit.members)
    weights = _weights(unit.members, alone)
    for member in unit.members:
        shared = headers + (value - frontend) * weights[member]
        yield member, FileTime(measured.get(member, 0) * scale + shared, shared)


def _scale(unit: Unit, field: str, frontend: float, known: int) -> float:
    """How much of a measured microsecond counts: user time is less than the time that passed."""
    if not known:
        return 0.0
    user = field == "user_us" and unit.total_us
    return min(frontend / known, (unit.user_us or 0) / (unit.total_us or 1) if user else 1.0)


def _frontend_share(unit: Unit, field: str) -> float:
    """Which part of a time was spent in the frontend."""
    if field == "frontend_us":
        return 1.0
    if field in {"backend_us", "other_us"} or not unit.total_us:
        return 0.0
    return (unit.frontend_us or 0) / unit.total_us


def _weights(members: Sequence[str], alone: Mapping[str, float]) -> dict[str, float]:
    """Return each member's share; equal ones where one of them is not known alone."""
    whole = sum(alone.get(member, 0.0) for member in members)
    if whole and all(member in alone for member in members):
        return {member: alone[member] / whole for member in members}
    return dict.fromkeys(members, 1 / len(members))


def name_of(unit: Unit) -> str:
    """Return the file that a unit stands for; a PCH is no file of the project."""
    if unit.kind == "pch":
        return f"(precompiled header of {unit.target or unit.name})"
    return unit.name


def alone(side: Samples) -> dict[str, float]:
    """Return what followed the frontend in files that were compiled alone: the mean over builds."""
    found: dict[str, list[float]] = defaultdict(list)
    for one in side.builds:
        for unit in one.values():
            if unit.kind in {"source", "generated"} and None not in {
                unit.total_us,
                unit.frontend_us,
            }:
                rest = (unit.total_us or 0) - (unit.frontend_us or 0)
                found[unit.name].append(max(0.0, float(rest)))
    return {name: sum(values) / len(values) for name, values in found.items()}
