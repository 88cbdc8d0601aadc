"""The icicle of includes: a header is as wide as the time that is spent in it and below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report.names import Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.analysis.include_tree import IncludeNode
    from buildprof.report.names import Names

NARROWEST = 0.12
DEEPEST = 14


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One header as reached by one chain; `left` and `width` are percent, times are µs."""

    name: str
    origin: Origin
    depth: int
    left: float
    width: float
    units: int
    self_us: int
    total_us: int

    @property
    def short(self) -> str:
        """Its name without folders."""
        last = self.name.rpartition("/")[2]
        return f"<{last}" if self.name.startswith("<") and "/" in self.name else last

    @property
    def own(self) -> int:
        """The part of its time that is its own, in percent."""
        return round(100 * self.self_us / self.total_us) if self.total_us else 0


def make(tree: Sequence[IncludeNode], names: Names) -> tuple[Cell, ...]:
    """Return the cells that can be seen, parents first."""
    whole = sum(node.total_us for node in tree if node.parent < 0)
    placed: dict[int, tuple[float, int]] = {}
    used: dict[int, int] = {}
    cells: list[Cell] = []
    for place, node in enumerate(tree):
        if node.parent >= 0 and node.parent not in placed:
            continue
        left, depth = placed[node.parent] if node.parent >= 0 else (0.0, -1)
        width = 100 * node.total_us / whole if whole else 0
        start = left + (100 * used.get(node.parent, 0) / whole if whole else 0)
        used[node.parent] = used.get(node.parent, 0) + node.total_us
        if width < NARROWEST or depth + 1 >= DEEPEST:
            continue
        placed[place] = (start, depth + 1)
        cells.append(_cell(node, names, depth + 1, start, width))
    return tuple(cells)


def _cell(node: IncludeNode, names: Names, depth: int, left: float, width: float) -> Cell:
    return Cell(
        name=names.short(node.path),
        origin=names.origin(node.path),
        depth=depth,
        left=round(left, 3),
        width=round(width, 3),
        units=node.units,
        self_us=node.self_us,
        total_us=node.total_us,
    )
