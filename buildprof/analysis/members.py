"""What the members of unity sources took of the frontend, as the trace of the unity source shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from buildprof.analysis.result import Inclusion
    from buildprof.trace.unit import Unit

RECORD = "members"
SOURCE = -1


def shares(
    units: Sequence[Unit], trees: Mapping[str, Sequence[Inclusion]]
) -> dict[str, dict[str, int]]:
    """Return for every unity unit, by its trace, the microseconds of each member itself.

    Headers are not in it: the first member that includes one would pay for all.

    `trees` are the inclusions of each trace. A member that its trace does not show took less than the
    tracer's resolution and counts as 0.
    """
    return {
        unit.trace: _of_unit(unit, trees.get(unit.trace, ()))
        for unit in units
        if unit.kind == "unity"
    }


def _of_unit(unit: Unit, tree: Sequence[Inclusion]) -> dict[str, int]:
    spent = dict.fromkeys(unit.members, 0)
    for node in tree:
        if node.parent == SOURCE and (member := _member(node.path, unit.members)):
            spent[member] += node.self_us
    return spent


def _member(path: str, members: Sequence[str]) -> str | None:
    """Members are relative to the source root, paths are as the compiler opened them."""
    path = path.replace("\\", "/")
    return next(
        (member for member in members if path == member or path.endswith(f"/{member}")), None
    )
