"""Which job slot each step of a build ran in, from when it started and how long it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def assign(spans: Sequence[tuple[int, int]]) -> list[int]:
    """The slot of every (start, end): the lowest that is free then. Slots count from 0."""
    free_at: list[int] = []
    slots = [0] * len(spans)
    for index in sorted(range(len(spans)), key=lambda i: (spans[i][0], -spans[i][1])):
        start, end = spans[index]
        slot = next((i for i, at in enumerate(free_at) if at <= start), len(free_at))
        if slot == len(free_at):
            free_at.append(end)
        free_at[slot] = max(free_at[slot], end)
        slots[index] = slot
    return slots
