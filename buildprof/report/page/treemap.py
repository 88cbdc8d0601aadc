"""A treemap: areas in proportion to values, as near to squares as they go (squarified)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.trace.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# what the page gives the map, in CSS pixels; only the ratio matters
WIDTH, HEIGHT = 1200.0, 480.0


class Box(msgspec.Struct, frozen=True):
    """A rectangle, in percent of what it lies in."""

    left: float
    top: float
    width: float
    height: float


class Tile(msgspec.Struct, frozen=True):
    """A translation unit."""

    box: Box
    unit: Unit

    @property
    def front(self) -> int | None:
        """The frontend's part of frontend and backend, in percent; None where that is unknown."""
        front, back = self.unit.frontend_us, self.unit.backend_us
        known = (front or 0) + (back or 0)
        return round(100 * (front or 0) / known) if known else None


class Group(msgspec.Struct, frozen=True):
    """A target with its units; `share` is its part of the whole, in percent."""

    box: Box
    target: str
    total_us: int
    share: float
    tiles: tuple[Tile, ...]


def make(units: Sequence[Unit]) -> tuple[Group, ...]:
    """Return the targets, the longest first, each with its units; units without a time are left out."""
    by_target: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=lambda one: (-(one.total_us or 0), one.name)):
        if unit.total_us:
            by_target.setdefault(unit.target or "no target", []).append(unit)
    sums = {target: sum(unit.total_us or 0 for unit in of) for target, of in by_target.items()}
    order = sorted(sums, key=lambda target: (-sums[target], target))
    boxes = layout([sums[target] for target in order], WIDTH, HEIGHT)
    whole = sum(sums.values())
    return tuple(
        _group(target, by_target[target], box, 100 * sums[target] / whole)
        for target, box in zip(order, boxes, strict=True)
    )


def _group(target: str, units: Sequence[Unit], box: Box, share: float) -> Group:
    width, height = WIDTH * box.width / 100, HEIGHT * box.height / 100
    values = [unit.total_us or 0 for unit in units]
    boxes = layout(values, max(width, 1), max(height - 18, 1))
    tiles = tuple(Tile(inner, unit) for inner, unit in zip(boxes, units, strict=True))
    return Group(box, target, sum(values), round(share, 1), tiles)


def layout(values: Sequence[float], width: float, height: float) -> list[Box]:
    """Return a box for each value; the values are positive and fall."""
    whole = sum(values)
    if not whole:
        return []
    areas = [value * width * height / whole for value in values]
    boxes: list[Box] = []
    x, y, free_width, free_height = 0.0, 0.0, width, height
    for row in _rows(areas, width, height):
        deep = sum(row) / min(free_width, free_height)
        upright = free_width >= free_height
        at = y if upright else x
        for area in row:
            long = area / deep
            box = (x, at, deep, long) if upright else (at, y, long, deep)
            boxes.append(_percent(box, width, height))
            at += long
        if upright:
            x, free_width = x + deep, max(free_width - deep, 1e-9)
        else:
            y, free_height = y + deep, max(free_height - deep, 1e-9)
    return boxes


def _rows(areas: Sequence[float], width: float, height: float) -> Iterator[list[float]]:
    """Yield the areas that share a strip along the shorter free side."""
    row: list[float] = []
    side = min(width, height)
    for area in areas:
        if row and _worst([*row, area], side) > _worst(row, side):
            yield row
            deep = sum(row) / side
            width, height = (width - deep, height) if width >= height else (width, height - deep)
            side, row = max(min(width, height), 1e-9), []
        row.append(area)
    if row:
        yield row


def _worst(row: Sequence[float], side: float) -> float:
    """Return the worst ratio of sides in a strip."""
    whole = sum(row)
    return max(side**2 * max(row) / whole**2, whole**2 / (side**2 * min(row)))


def _percent(box: tuple[float, float, float, float], width: float, height: float) -> Box:
    x, y, wide, high = box
    parts = (100 * x / width, 100 * y / height, 100 * wide / width, 100 * high / height)
    return Box(*(round(part, 3) for part in parts))
