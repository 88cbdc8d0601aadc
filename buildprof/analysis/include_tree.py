"""The includes of all units as one tree, in which every moment of parsing counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.analysis.result import Inclusion

RECORD = "include-tree"
# what is smaller than this part of the whole cannot be seen in a picture of it
SMALLEST = 0.0005
DEEPEST = 24


class IncludeNode(msgspec.Struct, frozen=True, kw_only=True):
    """A header as reached by one chain: `parent` is a place in the list, -1 a source; times are µs.

    `total_us` is the self time of the node and of all below it, those too that are too small to be
    listed; `units` counts the units that reach it so.
    """

    path: str
    parent: int
    units: int
    self_us: int
    total_us: int


class _Node:
    def __init__(self) -> None:
        self.units = self.self_us = self.total_us = 0
        self.below: dict[str, _Node] = {}


def merge(trees: Iterable[Sequence[Inclusion]]) -> tuple[IncludeNode, ...]:
    """Return the trees of units, parents first in each, as one tree; the longest children come first."""
    root = _Node()
    for tree in trees:
        _add(root, tree)
    _sum(root)
    found: list[IncludeNode] = []
    _list(root, -1, 0, max(1, round(root.total_us * SMALLEST)), found)
    return tuple(found)


def _add(root: _Node, tree: Sequence[Inclusion]) -> None:
    places: list[_Node] = []
    for inclusion in tree:
        parent = places[inclusion.parent] if inclusion.parent >= 0 else root
        node = parent.below.setdefault(inclusion.path, _Node())
        node.units += 1
        node.self_us += inclusion.self_us
        places.append(node)


def _sum(node: _Node) -> int:
    node.total_us = node.self_us + sum(_sum(child) for child in node.below.values())
    return node.total_us


def _list(node: _Node, place: int, depth: int, least: int, found: list[IncludeNode]) -> None:
    if depth == DEEPEST:
        return
    for path, child in sorted(node.below.items(), key=lambda one: (-one[1].total_us, one[0])):
        if child.total_us < least:
            break
        found.append(
            IncludeNode(
                path=path,
                parent=place,
                units=child.units,
                self_us=child.self_us,
                total_us=child.total_us,
            )
        )
        _list(child, len(found) - 1, depth + 1, least, found)
