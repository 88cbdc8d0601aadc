"""Ops that change the size of tensors, and two that make matrices of vectors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.node import truth

if TYPE_CHECKING:
    from tests.native.truth.node import Node, Values


def numbers(text: str) -> list[int]:
    """Give four numbers, the slowest dimension first."""
    found: list[int] = json.loads(text)
    return found[::-1]


@truth("pad")
def pad(node: Node) -> Values:
    width = list(zip(numbers(node.params["before"]), numbers(node.params["after"]), strict=True))
    return np.pad(node.source(0), width, mode="wrap" if node.params["circular"] else "constant")


@truth("pad_reflect_1d")
def pad_reflect_1d(node: Node) -> Values:
    width = [(0, 0)] * 3 + [(node.params["before"], node.params["after"])]
    return np.pad(node.source(0), width, mode="reflect")


@truth("roll")
def roll(node: Node) -> Values:
    return np.roll(node.source(0), numbers(node.params["shift"]), axis=(0, 1, 2, 3))


@truth("out_prod")
def out_prod(node: Node) -> Values:
    a, b = node.source(0), node.source(1)
    for axis in (0, 1):
        a = np.repeat(a, b.shape[axis] // a.shape[axis], axis)
    return np.einsum("yxkm,yxkn->yxnm", a, b)


@truth("timestep_embedding")
def timestep_embedding(node: Node) -> Values:
    steps, half = node.source(0).ravel(), node.params["dims"] // 2
    rates = node.params["max_period"] ** (-np.arange(half) / max(half, 1))
    angles = np.outer(steps, rates)
    found = np.zeros(node.result.shape)
    found[0, 0, :, : 2 * half] = np.concatenate([np.cos(angles), np.sin(angles)], axis=1)
    return found


@truth("upscale")
def upscale(node: Node) -> Values:
    """Along each dimension a matrix of how much each element counts."""
    x, mode = node.source(0), node.params["mode"]
    for axis in range(4):
        to = node.result.shape[axis]
        kind = mode if axis > 1 else "nearest"
        matrix = WEIGHTS[kind](x.shape[axis], to, corners=bool(node.params["align_corners"]))
        x = np.moveaxis(np.tensordot(matrix, x, axes=(1, axis)), 0, axis)
    return x


def places(old: int, new: int, *, corners: bool) -> Values:
    """Give where the elements of the result lie in the source."""
    if not corners:
        return (np.arange(new) + 0.5) * old / new - 0.5
    return np.arange(new) * ((old - 1) / (new - 1) if old > 1 and new > 1 else old / new)


def nearest(old: int, new: int, *, corners: bool) -> Values:
    del corners
    matrix = np.zeros((new, old))
    matrix[np.arange(new), np.arange(new) * old // new] = 1
    return matrix


def taps(old: int, where: Values, offsets: range, weights: list[Values]) -> Values:
    """Elements beyond the ends are those at the ends."""
    matrix = np.zeros((len(where), old))
    below = np.floor(where).astype(int)
    for offset, weight in zip(offsets, weights, strict=True):
        np.add.at(matrix, (np.arange(len(where)), np.clip(below + offset, 0, old - 1)), weight)
    return matrix


def bilinear(old: int, new: int, *, corners: bool) -> Values:
    where = places(old, new, corners=corners)
    part = where - np.floor(where)
    return taps(old, where, range(2), [1 - part, part])


def bicubic(old: int, new: int, *, corners: bool) -> Values:
    """Cubic convolution with a = -3/4."""
    where = places(old, new, corners=corners)
    part = where - np.floor(where)
    a = -0.75

    def weight(distance: Values) -> Values:
        d = np.abs(distance)
        inner = (a + 2) * d**3 - (a + 3) * d**2 + 1
        outer = a * (d**3 - 5 * d**2 + 8 * d - 4)
        return np.where(d <= 1, inner, np.where(d < 2, outer, 0))

    return taps(old, where, range(-1, 3), [weight(part - o) for o in range(-1, 3)])


def antialias(old: int, new: int, *, corners: bool) -> Values:
    del corners
    width = max(1.0, old / new)
    centre = (np.arange(new) + 0.5) * old / new
    distance = np.abs(np.arange(old)[None] + 0.5 - centre[:, None])
    matrix = np.maximum(0, 1 - distance / width)
    return matrix / matrix.sum(axis=1, keepdims=True)


WEIGHTS = {
    "nearest": nearest,
    "bilinear": bilinear,
    "bicubic": bicubic,
    "bilinear_antialias": antialias,
}
