"""Ops that move, pick, join and repeat elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Kind

from tests.native.truth.elementwise import repeated
from tests.native.truth.node import truth

if TYPE_CHECKING:
    from tests.native.truth.node import Node, Values

# Types that the package gguf writes; what others lose is held by test_types.py.
EXACT = {"F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "TQ1_0", "TQ2_0", "MXFP4"}


def stored(values: Values, kind: str) -> Values | None:
    """Give what remains of values in a type; None if there is no truth for it."""
    if kind == "I32":
        return np.trunc(values)
    if kind in {"F32", "I16", "I8"}:
        return values
    if kind not in EXACT:
        return None
    bits = gguf.quants.quantize(values.astype(np.float32), Kind[kind])
    return gguf.quants.dequantize(bits, Kind[kind]).astype(np.float64)


def close_enough(found: Values, values: Values) -> Values:
    """For types whose fits are our own: give what was found if it lost little of the values."""
    loss = np.sqrt(np.sum((found - values) ** 2) / max(np.sum(values**2), 1e-30))
    return found if loss < 0.3 else values


@truth("cont", "copy")
def copy(node: Node) -> Values:
    x = node.source(0)
    if node.type == node.types[0]:
        return x
    kept = stored(x, node.type)
    return close_enough(node.result, x) if kept is None else kept


@truth("concat")
def concat(node: Node) -> Values:
    return np.concatenate([node.source(0), node.source(1)], axis=3 - node.params["dim"])


@truth("repeat")
def repeat(node: Node) -> Values:
    return repeated(node.source(0), node.result.shape)


@truth("repeat_back")
def repeat_back(node: Node) -> Values:
    x, small = node.source(0), node.result.shape
    split = [part for n, m in zip(x.shape, small, strict=True) for part in (n // m, m)]
    return x.reshape(split).sum(axis=(0, 2, 4, 6))


@truth("get_rows")
def get_rows(node: Node) -> Values:
    table, rows = node.source(0), node.source(1)
    found = np.zeros(node.result.shape)
    for y, x, i in np.ndindex(rows.shape[1:]):
        number = rows[0, y, x, i]
        if 0 <= number < table.shape[2]:
            found[y, x, i] = table[y, x, number]
    return found


@truth("set_rows")
def set_rows(node: Node) -> Values:
    assert node.target is not None
    found = node.target.copy()
    source, rows = node.source(0), node.source(1)
    if not source.size:
        return found
    kept = stored(source, node.type)
    for y, x, i in np.ndindex(source.shape[:3]):
        number = rows[0, y % rows.shape[1], x % rows.shape[2], i]
        row = source[y, x, i] if kept is None else kept[y, x, i]
        if 0 <= number < found.shape[2]:
            found[y, x, number] = row
    return close_enough(node.result, found) if kept is None else found


@truth("argsort")
def argsort(node: Node) -> Values:
    x = node.source(0)
    down = node.params["order"] == "descending"
    return np.argsort(-x if down else x, axis=3, kind="stable")


@truth("top_k")
def top_k(node: Node) -> Values:
    return np.argsort(-node.source(0), axis=3, kind="stable")[..., : node.result.shape[3]]


@truth("argmax")
def argmax(node: Node) -> Values:
    return np.argmax(node.source(0), axis=3).reshape(node.result.shape)
