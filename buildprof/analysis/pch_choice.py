"""Which headers a target should precompile: those that most of its translation units include."""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# one or two units gain nothing from a header that is compiled for them alone
FEWEST_UNITS = 3
MOST = 0.5
_HEADERS = frozenset({"", ".h", ".hh", ".hpp", ".hxx", ".h++"})


class Inclusion(msgspec.Struct, frozen=True, kw_only=True):
    """A header that a unit of a target includes, and every header on the way to it."""

    target: str
    unit: str
    header: str
    within: tuple[str, ...] = ()
    inclusive_us: int


def choose(inclusions: Iterable[Inclusion], units: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Return each target's headers, the costliest first; targets that would gain nothing are left out.

    `units` counts the C++ units of every target. A header that is reached through another chosen one
    is left out, since it comes with that.
    """
    by_target: dict[str, list[Inclusion]] = defaultdict(list)
    for inclusion in inclusions:
        by_target[inclusion.target].append(inclusion)
    chosen = {
        target: _of_target(found, units.get(target, 0)) for target, found in by_target.items()
    }
    return {target: headers for target, headers in sorted(chosen.items()) if headers}


def _of_target(inclusions: Sequence[Inclusion], units: int) -> tuple[str, ...]:
    if units < FEWEST_UNITS:
        return ()
    users, cost = _users(inclusions), _cost(inclusions)
    common = {
        header for header, of in users.items() if len(of) > MOST * units and _precompilable(header)
    }
    covered = _covered(inclusions, common, users)
    return tuple(sorted(common - covered, key=lambda header: (-cost[header], header)))


def _users(inclusions: Sequence[Inclusion]) -> dict[str, set[str]]:
    users: dict[str, set[str]] = defaultdict(set)
    for inclusion in inclusions:
        users[inclusion.header].add(inclusion.unit)
    return users


def _cost(inclusions: Sequence[Inclusion]) -> dict[str, int]:
    cost: dict[str, int] = defaultdict(int)
    for inclusion in inclusions:
        cost[inclusion.header] += inclusion.inclusive_us
    return cost


def _covered(
    inclusions: Sequence[Inclusion], common: set[str], users: Mapping[str, set[str]]
) -> set[str]:
    """Return the common headers that most of their users reach through another common header."""
    through: dict[str, set[str]] = defaultdict(set)
    for inclusion in inclusions:
        if common.intersection(inclusion.within):
            through[inclusion.header].add(inclusion.unit)
    return {header for header in common if len(through[header]) > MOST * len(users[header])}


def _precompilable(header: str) -> bool:
    """Tell headers that are meant to be included by anybody from parts of them and from X-macro files."""
    path = PurePosixPath(header.replace("\\", "/"))
    private = any(
        part.startswith("__") or part in {"bits", "detail", "impl"} for part in path.parts
    )
    return path.suffix.lower() in _HEADERS and not private
