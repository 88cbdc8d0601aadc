"""Convolutions, pools and windows."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.node import truth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.native.truth.node import Node, Values


def as_images(x: Values, rank: int, channels: int) -> Values:
    """Give images as [images, channels, …, width]."""
    if rank == 3:
        return x.reshape(-1, channels, *x.shape[1:])
    return x[0] if rank == 1 else x


def columns(x: Values, size: tuple[int, ...], node: Node) -> Values:
    """Give what a kernel sees: [images, channels, offsets in the kernel, places …]."""
    p, rank = node.params, len(size)
    pad = [(0, 0), (0, 0), *[(p["padding"],) * 2] * rank]
    x = np.pad(x, pad)
    stride, dilation = p["stride"], p["dilation"]
    places = [
        (n - dilation * (k - 1) - 1) // stride + 1 for n, k in zip(x.shape[2:], size, strict=True)
    ]
    seen = [
        x[
            :,
            :,
            *(
                slice(o * dilation, o * dilation + (n - 1) * stride + 1, stride)
                for o, n in zip(offsets, places, strict=True)
            ),
        ]
        for offsets in itertools.product(*(range(k) for k in size))
    ]
    return np.stack(seen, axis=2)


@truth("convolution")
def convolution(node: Node) -> Values:
    rank, groups = node.params["rank"], node.params["groups"]
    channels = node.params["channels"] if rank == 3 else 0
    x = as_images(node.source(0), rank, channels)
    kernel = as_images(node.source(1), rank, channels)
    seen = columns(x, kernel.shape[2:], node)
    weights = kernel.reshape(groups, -1, kernel.shape[1], seen.shape[2])
    split = seen.reshape(len(x), groups, -1, *seen.shape[2:])
    found = np.einsum("gock,igck...->igo...", weights, split)
    return found.reshape(node.result.shape)


def in_columns(images: Values, node: Node) -> Values:
    """Give images as the columns that im2col makes of them, without their shape."""
    rank, channels = node.params["rank"], node.params["channels"]
    x = as_images(images, rank, channels)
    size = tuple(reversed([*json.loads(node.params["kernel"]), 1, 1][:rank]))
    seen = columns(x, size, node)
    return np.moveaxis(seen.reshape(len(x), -1, *seen.shape[3:]), 1, -1)


@truth("im2col")
def im2col(node: Node) -> Values:
    return half(in_columns(node.source(0), node).reshape(node.result.shape), node.type)


@truth("im2col_back")
def im2col_back(node: Node) -> Values:
    # Where each element of the columns comes from; 0 is what lies outside.
    numbers = 1 + np.arange(node.result.size).reshape(node.result.shape)
    found = np.zeros(node.result.size + 1)
    np.add.at(found, in_columns(numbers, node).ravel(), node.source(0).ravel())
    return found[1:].reshape(node.result.shape)


def half(x: Values, kind: str) -> Values:
    return x.astype(np.float16).astype(np.float64) if kind == "F16" else x


@truth("convolution_transpose")
def convolution_transpose(node: Node) -> Values:
    rank, stride = node.params["rank"], node.params["stride"]
    x, kernel = as_images(node.source(0), rank, 0), as_images(node.source(1), rank, 0)
    found = np.zeros(as_images(node.result, rank, 0).shape)
    for place in np.ndindex(x.shape[2:]):
        at = tuple(
            slice(i * stride, i * stride + k) for i, k in zip(place, kernel.shape[2:], strict=True)
        )
        found[:, :, *at] += np.einsum("ic,co...->io...", x[:, :, *place], kernel)
    return found.reshape(node.result.shape)


@truth("col2im")
def col2im(node: Node) -> Values:
    x, stride, padding = node.source(0)[0, 0], node.params["stride"], node.params["padding"]
    outputs = node.result.shape[2]
    size = x.shape[1] // outputs
    whole = np.zeros((outputs, (len(x) - 1) * stride + size))
    for i, column in enumerate(x):
        whole[:, i * stride : i * stride + size] += column.reshape(outputs, size)
    return whole[:, padding : whole.shape[1] - padding].reshape(node.result.shape)


def pool_windows(
    shape: tuple[int, ...], places: tuple[int, ...], node: Node
) -> Iterator[tuple[tuple[int, int], tuple[slice, slice]]]:
    """Give each place of a pool and the part of an image that lies in its window."""
    p = node.params
    for place in np.ndindex(places):
        part = []
        for i, n, size in zip(place, shape, (p["height"], p["width"]), strict=True):
            start = i * p["stride"] - p["padding"]
            part.append(slice(max(0, start), max(0, min(n, start + size))))
        yield (place[0], place[1]), (part[0], part[1])


@truth("pool")
def pool(node: Node) -> Values:
    x, p = node.source(0), node.params
    found = np.zeros(node.result.shape)
    for place, part in pool_windows(x.shape[2:], found.shape[2:], node):
        window = x[:, :, *part]
        count = p["width"] * p["height"] if p["counts_padding"] else window[0, 0].size
        if p["mode"] == "maximum":
            found[:, :, *place] = window.max(axis=(2, 3))
        else:
            found[:, :, *place] = window.sum(axis=(2, 3)) / count
    return found


@truth("pool_back")
def pool_back(node: Node) -> Values:
    gradient, x, p = node.source(0), node.source(1), node.params
    found = np.zeros(x.shape)
    for place, part in pool_windows(x.shape[2:], gradient.shape[2:], node):
        window = x[:, :, *part]
        count = p["width"] * p["height"] if p["counts_padding"] else window[0, 0].size
        for i in np.ndindex(x.shape[:2]):
            share = np.full(window[i].shape, 1 / count)
            if p["mode"] == "maximum":
                share = np.arange(window[i].size).reshape(window[i].shape) == window[i].argmax()
            found[*i, *part] += share * gradient[*i, *place]
    return found


@truth("window_part")
def window_part(node: Node) -> Values:
    x, size = node.source(0)[0], node.params["size"]
    padded = np.pad(x, [(0, -x.shape[0] % size), (0, -x.shape[1] % size), (0, 0)])
    down, across = padded.shape[0] // size, padded.shape[1] // size
    parts = padded.reshape(down, size, across, size, -1).swapaxes(1, 2)
    return parts.reshape(node.result.shape)


@truth("window_join")
def window_join(node: Node) -> Values:
    x, size = node.source(0), node.params["size"]
    rows, wide = node.result.shape[1:3]
    across = -(-wide // size)
    whole = x.reshape(-1, across, size, size, x.shape[3]).swapaxes(1, 2)
    return whole.reshape(-1, across * size, x.shape[3])[None, :rows, :wide]


@truth("relative_positions")
def relative_positions(node: Node) -> Values:
    n = node.result.shape[1]
    queries, keys = np.arange(n)[:, None], np.arange(n)[None, :]
    return node.source(0)[0, 0, queries - keys + n - 1][None]


@truth("add_relative_positions")
def add_relative_positions(node: Node) -> Values:
    x, across, down = node.source(0), node.source(1), node.source(2)
    added = down[..., :, None] + across[..., None, :]
    return x + added.reshape(x.shape)
