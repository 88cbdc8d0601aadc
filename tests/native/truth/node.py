"""What the formulas are given: one op of a dumped graph, with its operands as numpy arrays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# An array of numpy. Most of what is done with one is Any to its stubs, so more says nothing.
Values: TypeAlias = Any


@dataclass(frozen=True)
class Node:
    """One op: arrays have four dimensions, the slowest first; floats are float64."""

    op: str
    params: dict[str, Any]
    sources: list[Values | None]
    types: list[str]
    target: Values | None
    result: Values
    type: str
    limit: float
    instance: str

    def source(self, index: int) -> Values:
        """Give an operand that there must be."""
        found = self.sources[index]
        assert found is not None
        return found


FORMULAS: dict[str, Callable[[Node], Values]] = {}


def truth(*ops: str) -> Callable[[Callable[[Node], Values]], Callable[[Node], Values]]:
    """Say that a function computes these ops."""

    def remember(formula: Callable[[Node], Values]) -> Callable[[Node], Values]:
        FORMULAS.update(dict.fromkeys(ops, formula))
        return formula

    return remember


def load(folder: Path) -> dict[str, list[Node]]:
    """Read what `tern-test-ops dump` wrote, by op."""
    found: dict[str, list[Node]] = {}
    for instance in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        for row in instance["nodes"]:
            found.setdefault(row["op"], []).append(_node(folder, instance, row))
    return found


def _node(folder: Path, instance: dict[str, Any], row: dict[str, Any]) -> Node:
    sources = [None if one is None else _array(folder, one) for one in row["sources"]]
    return Node(
        op=row["op"],
        params=instance["params"],
        sources=sources,
        types=["" if one is None else one["type"] for one in row["sources"]],
        target=None if row["target"] is None else _array(folder, row["target"]),
        result=_array(folder, row["result"]),
        type=row["result"]["type"],
        limit=instance["limit"],
        instance=instance["name"],
    )


def _array(folder: Path, row: dict[str, str]) -> Values:
    stored = np.load(folder / row["file"])
    return stored.astype(np.float64 if stored.dtype == np.float32 else np.int64)
