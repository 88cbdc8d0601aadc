"""The numbers of a side: for every build and TU, or for every build."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from buildprof.compare.sides import Chosen
    from buildprof.runs.schema import Build

Key = tuple[str, str, str, int]


class Samples(msgspec.Struct, frozen=True):
    """The units of every build of a side, by key; None where a build lacks one."""

    builds: tuple[dict[Key, Unit], ...]

    @property
    def keys(self) -> set[Key]:
        """Units that any build of this side has."""
        return set().union(*self.builds)


@dataclass(frozen=True)
class Matrices:
    """Both sides as arrays of builds × columns; `unknown` counts units that were left out."""

    keys: tuple[Key, ...]
    a: np.ndarray
    b: np.ndarray
    unknown: int


def of(side: Chosen) -> Samples:
    """Read the units of a side's builds, without those of devices."""
    return Samples(tuple(keyed(_chosen(side, build)) for build in side.builds))


def of_devices(side: Chosen) -> Samples:
    """Read the units of devices of a side's builds."""
    return Samples(tuple(keyed(_chosen(side, build, devices=True)) for build in side.builds))


def _chosen(side: Chosen, build: Build, *, devices: bool = False) -> list[Unit]:
    units = side.folder.units(build.id)
    return [unit for unit in units if (unit.kind == "device") == devices]


def keyed(units: Iterable[Unit]) -> dict[Key, Unit]:
    """Name units such that the same one has the same key on both sides.

    A unity source is the same only where it has the same members.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    found: dict[Key, Unit] = {}
    for unit in units:
        name = "\n".join((unit.title, *sorted(unit.members)))
        stem = (name, unit.target or "", f"{unit.kind} {unit.arch or ''}".strip())
        found[*stem, seen[stem]] = unit
        seen[stem] += 1
    return found


def matrices(a: Samples, b: Samples, field: str) -> Matrices | None:
    """Return a field of all units as columns, 0 where a side has no such unit.

    A unit whose value is unknown in any build is left out on both sides. None where a side has nothing.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    lost = {key for side in (a, b) for key in side.keys if not _known(side, key, field)}
    keys = sorted((a.keys | b.keys) - lost)
    if not (a.keys - lost and b.keys - lost):
        return None

    def rows(side: Samples) -> np.ndarray:
        table = [[_value(one.get(key), field) for key in keys] for one in side.builds]
        return np.array(table, float)

    return Matrices(tuple(keys), rows(a), rows(b), len(lost))


def of_builds(a: Chosen, b: Chosen, field: str) -> Matrices | None:
    """Return a field of builds as one column; None where it is unknown in any of them, or none is there."""
    import numpy as np  # noqa: PLC0415 - slow to import

    values = [[getattr(build, field) for build in side.builds] for side in (a, b)]
    if any(not side or None in side for side in values):
        return None
    column_a, column_b = (np.array(side, float).reshape(-1, 1) for side in values)
    return Matrices((), column_a, column_b, 0)


def _known(side: Samples, key: Key, field: str) -> bool:
    """Whether a unit's value is known in every build, where this side has the unit at all."""
    units = [one.get(key) for one in side.builds]
    return key not in side.keys or all(
        unit is not None and getattr(unit, field) is not None for unit in units
    )


def _value(unit: Unit | None, field: str) -> float:
    return 0.0 if unit is None else float(getattr(unit, field))
