"""Products, norms, sums and triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.node import truth

if TYPE_CHECKING:
    from tests.native.truth.node import Node, Values


@truth("matmul")
def matmul(node: Node) -> Values:
    a, b = node.source(0), node.source(1)
    for axis in (0, 1):
        a = np.repeat(a, b.shape[axis] // a.shape[axis], axis)
    return b @ a.swapaxes(2, 3)


@truth("matmul_id")
def matmul_id(node: Node) -> Values:
    experts, b, ids = node.source(0)[0], node.source(1)[0], node.source(2)[0, 0]
    found = np.zeros(node.result.shape)
    for token, slot in np.ndindex(ids.shape):
        if 0 <= ids[token, slot] < len(experts):
            column = b[token, slot % b.shape[1]]
            found[0, token, slot] = experts[ids[token, slot]] @ column
    return found


@truth("add_id")
def add_id(node: Node) -> Values:
    found, bias, ids = node.source(0).copy(), node.source(1)[0, 0], node.source(2)[0, 0]
    for token, slot in np.ndindex(ids.shape):
        if 0 <= ids[token, slot] < len(bias):
            found[0, token, slot] += bias[ids[token, slot]]
    return found


@truth("norm")
def norm(node: Node) -> Values:
    x = node.source(0)
    centred = x - x.mean(axis=3, keepdims=True)
    return centred / np.sqrt(
        np.square(centred).mean(axis=3, keepdims=True) + node.params["epsilon"]
    )


@truth("rms_norm")
def rms_norm(node: Node) -> Values:
    x = node.source(0)
    return x / np.sqrt(np.square(x).mean(axis=3, keepdims=True) + node.params["epsilon"])


@truth("l2_norm")
def l2_norm(node: Node) -> Values:
    x = node.source(0)
    length = np.sqrt(np.square(x).sum(axis=3, keepdims=True))
    return x / np.maximum(length, node.params["epsilon"])


@truth("group_norm")
def group_norm(node: Node) -> Values:
    x = node.source(0)
    groups = node.params["groups"]
    size = -(-x.shape[1] // groups)
    found = np.zeros(x.shape)
    for first in range(0, x.shape[1], size):
        part = x[:, first : first + size]
        centred = part - part.mean(axis=(1, 2, 3), keepdims=True)
        variance = np.square(centred).mean(axis=(1, 2, 3), keepdims=True)
        found[:, first : first + size] = centred / np.sqrt(variance + node.params["epsilon"])
    return found


@truth("sum")
def sum_all(node: Node) -> Values:
    return node.source(0).sum().reshape(1, 1, 1, 1)


@truth("sum_rows")
def sum_rows(node: Node) -> Values:
    return node.source(0).sum(axis=3, keepdims=True)


@truth("mean")
def mean(node: Node) -> Values:
    return node.source(0).mean(axis=3, keepdims=True)


@truth("count_equal")
def count_equal(node: Node) -> Values:
    return np.sum(node.source(0) == node.source(1)).reshape(1, 1, 1, 1)


@truth("cumsum")
def cumsum(node: Node) -> Values:
    return np.cumsum(node.source(0), axis=3)


@truth("tri")
def tri(node: Node) -> Values:
    x, part = node.source(0), node.params["part"]
    inner = 0 if part.endswith("with_diagonal") else 1
    return np.triu(x, inner) if part.startswith("upper") else np.tril(x, -inner)


@truth("diag")
def diag(node: Node) -> Values:
    x = node.source(0)
    return np.eye(x.shape[3]) * x


@truth("solve_tri")
def solve_tri(node: Node) -> Values:
    return np.linalg.solve(np.tril(node.source(0)), node.source(1))


@truth("fill")
def fill(node: Node) -> Values:
    return np.full(node.result.shape, node.params["value"])


@truth("arange")
def arange(node: Node) -> Values:
    p = node.params
    return np.arange(p["start"], p["stop"], p["step"]).reshape(1, 1, 1, -1)
