"""The critical path of a build: the chain of steps that no number of cores makes shorter."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.cmake.step import Step


def critical_path(steps: Sequence[Step]) -> list[int]:
    """Return the places in `steps` of the longest chain of steps that need each other, first to last.

    A step needs those that ended before it began and whose output its command names; a link whose
    command is unknown needs the compiles of its target. Steps without times are left out.
    """
    order = sorted(
        (place for place, step in enumerate(steps) if _timed(step)),
        key=lambda place: steps[place].started_us or 0,
    )
    producers: dict[str, list[int]] = defaultdict(list)
    cost: dict[int, int] = {}
    before: dict[int, int | None] = {}
    for place in order:
        needed = [one for one in _needed(steps, place, producers) if one in cost]
        before[place] = max(needed, key=lambda one: cost[one], default=None)
        behind = before[place]
        cost[place] = (steps[place].duration_us or 0) + (0 if behind is None else cost[behind])
        for name in _produced(steps[place]):
            producers[name].append(place)
    return _chain(before, max(cost, key=lambda one: cost[one], default=None))


def in_build(name: str) -> str:
    """Return a path as steps write it: relative to the build root, however a command spells it."""
    return name.removeprefix("<build>/")


def _timed(step: Step) -> bool:
    return step.started_us is not None and step.duration_us is not None


def _produced(step: Step) -> list[str]:
    compiled = [f"compiles of {step.target}"] if step.role == "compile" and step.target else []
    return [*map(in_build, step.outputs), *compiled]


def _needed(steps: Sequence[Step], place: int, producers: dict[str, list[int]]) -> list[int]:
    step = steps[place]
    words = map(in_build, (step.command or "").split())
    names = {word for word in words if word in producers} | {in_build(step.source or "")}
    if step.command is None and step.role == "link":
        names.add(f"compiles of {step.target}")
    return sorted({one for name in names for one in producers.get(name, ())})


def _chain(before: dict[int, int | None], last: int | None) -> list[int]:
    chain: list[int] = []
    while last is not None:
        chain.append(last)
        last = before[last]
    return chain[::-1]
