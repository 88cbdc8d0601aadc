"""How fast a task goes, and how long the rest of it takes."""

from __future__ import annotations


def remaining_s(done: int, total: int, elapsed_s: float) -> float | None:
    """Return the expected rest, from the mean of the steps so far; None while that means little."""
    if done < max(3, total // 20):
        return None
    return elapsed_s / done * (total - done)


def clock(seconds: float) -> str:
    """Return a duration as m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
