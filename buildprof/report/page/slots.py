"""Which job slot each step ran in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def assign(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the slot of every (start, end): the lowest that is free then, from 0."""
    free_at: list[int] = []
    slots = [0] * len(spans)
    for place in sorted(range(len(spans)), key=lambda i: (spans[i][0], -spans[i][1])):
        start, end = spans[place]
        slot = next((i for i, at in enumerate(free_at) if at <= start), len(free_at))
        free_at[slot : slot + 1] = [end]
        slots[place] = slot
    return slots
