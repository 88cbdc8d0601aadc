"""Which builds were made side by side, so that what moved one also moved the other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.sides import Chosen
    from buildprof.runs.schema import Build

Pair = tuple["Build", "Build"]


def paired(a: Chosen, b: Chosen) -> tuple[Chosen, Chosen, bool]:
    """Return the sides with just their pairs, or as they are where builds do not alternate."""
    pairs = _pairs(a.builds, b.builds)
    if len(pairs) < 2 or not alternate(pairs):
        return a, b, False
    kept_a, kept_b = (frozenset(build.id for build in side) for side in zip(*pairs, strict=True))
    return (
        msgspec.structs.replace(a, only=kept_a),
        msgspec.structs.replace(b, only=kept_b),
        True,
    )


def in_lockstep(a: Chosen, b: Chosen) -> tuple[Chosen, Chosen] | None:
    """Return the sides with the builds of the rounds that both took part in; None where there are none."""
    sides = [msgspec.structs.replace(side, lockstep=True) for side in (a, b)]
    rounds = [{build.lockstep for build in side.builds} for side in sides]
    common = rounds[0] & rounds[1]
    if not common:
        return None
    kept_a, kept_b = (
        msgspec.structs.replace(
            side, only=frozenset(build.id for build in side.builds if build.lockstep in common)
        )
        for side in sides
    )
    return kept_a, kept_b


def alternate(pairs: Sequence[Pair]) -> bool:
    """Tell whether both builds of each pair began before either of the next."""
    return all(
        max(build.started for build in first) <= min(build.started for build in second)
        for first, second in pairwise(pairs)
    )


def _pairs(a: Sequence[Build], b: Sequence[Build]) -> list[Pair]:
    partners = {build.repetition: build for build in b}
    return [(build, partners[build.repetition]) for build in a if build.repetition in partners]
