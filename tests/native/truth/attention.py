"""Softmax and attention."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.elementwise import repeated, sigmoid
from tests.native.truth.node import truth

if TYPE_CHECKING:
    from tests.native.truth.node import Node, Values


def slopes(heads: int, max_bias: float) -> Values:
    """Give what ALiBi multiplies the mask of each head by."""
    if max_bias <= 0:
        return np.ones(heads)
    power = 2 ** math.floor(math.log2(heads))
    first, second = 2.0 ** (-max_bias / power), 2.0 ** (-max_bias / 2 / power)
    return np.array(
        [first ** (h + 1) if h < power else second ** (2 * (h - power) + 1) for h in range(heads)]
    )


def shares(logits: Values, sinks: Values | None) -> Values:
    """Give the softmax of rows; a row of -inf becomes zeros. A sink takes part and is left out."""
    top = logits.max(axis=-1, keepdims=True, initial=-np.inf)
    if sinks is not None:
        top = np.maximum(top, sinks)
    top = np.where(np.isinf(top), 0, top)
    weight = np.exp(logits - top)
    total = weight.sum(axis=-1, keepdims=True)
    if sinks is not None:
        total = total + np.exp(sinks - top)
    return weight / np.where(total == 0, 1, total)


@truth("softmax")
def softmax(node: Node) -> Values:
    x, p = node.source(0), node.params
    logits = x * p["scale"]
    if node.sources[1] is not None:
        mask = node.source(1)[:, :, : x.shape[2]]
        slope = slopes(x.shape[1], p.get("max_bias", 0.0))[None, :, None, None]
        logits = logits + masked(slope, repeated(mask, x.shape))
    sinks = None if node.sources[2] is None else node.source(2).reshape(1, -1, 1, 1)
    return shares(logits, sinks)


def masked(slope: Values, mask: Values) -> Values:
    """Multiply; what is masked stays so."""
    hidden = np.isneginf(mask)
    return np.where(hidden, -np.inf, slope * np.where(hidden, 0, mask))


def attention_logits(node: Node) -> Values:
    q, k, p = node.source(0), node.source(1), node.params
    logits = p["scale"] * (q @ np.repeat(k, q.shape[1] // k.shape[1], 1).swapaxes(2, 3))
    if p["softcap"]:
        logits = p["softcap"] * np.tanh(logits / p["softcap"])
    if node.sources[3] is not None:
        mask = node.source(3)[:, :, : q.shape[2]]
        slope = slopes(q.shape[1], p["max_bias"])[None, :, None, None]
        logits = logits + masked(slope, repeated(mask, logits.shape))
    return logits


def attention_weights(node: Node) -> Values:
    sinks = None if node.sources[4] is None else node.source(4).reshape(1, -1, 1, 1)
    return shares(attention_logits(node), sinks)


def by_key_head(x: Values, key_heads: int) -> Values:
    """Add up what the heads of queries give that share a head of keys."""
    sequences, heads, *rest = x.shape
    return x.reshape(sequences, key_heads, heads // key_heads, *rest).sum(axis=2)


@truth("flash_attention")
def flash_attention(node: Node) -> Values:
    v = node.source(2)
    weights = attention_weights(node)
    return (weights @ np.repeat(v, weights.shape[1] // v.shape[1], 1)).swapaxes(1, 2)


@truth("flash_attention_back")
def flash_attention_back(node: Node) -> Values:
    q, k, v, p = node.source(0), node.source(1), node.source(2), node.params
    gradient, weights = node.source(5).swapaxes(1, 2), attention_weights(node)
    share, by = q.shape[1] // k.shape[1], p["by"]
    if by == "values":
        return by_key_head(weights.swapaxes(2, 3) @ gradient, k.shape[1])
    reach = gradient @ np.repeat(v, share, 1).swapaxes(2, 3)
    mean = (weights * reach).sum(axis=3)
    if by == "sinks":
        left = 1 - weights.sum(axis=3)
        return -(left * mean).sum(axis=(0, 2)).reshape(1, 1, 1, -1)
    slope = p["scale"] * weights * (reach - mean[..., None])
    if p["softcap"]:
        products = p["scale"] * (q @ np.repeat(k, share, 1).swapaxes(2, 3))
        slope = slope / np.cosh(products / p["softcap"]) ** 2
    if by == "queries":
        return slope @ np.repeat(k, share, 1)
    return by_key_head(slope.swapaxes(2, 3) @ q, k.shape[1])


@truth("lightning_indexer")
def lightning_indexer(node: Node) -> Values:
    q, k, weights, mask = (node.source(i) for i in range(4))
    hits = np.maximum(np.einsum("sthd,scod->sthc", q, k), 0)
    found = np.einsum("soth,sthc->sotc", weights, hits)
    return found + repeated(mask[:, :, : found.shape[2]], found.shape)


@truth("hyper_merge")
def hyper_merge(node: Node) -> Values:
    x, weights = node.source(0), node.source(1)
    if node.params["gated"]:
        return (node.params["scale"] * (x * sigmoid(weights)).sum(axis=2))[None]
    return np.einsum("otsw,oots->otw", x, weights)[None]


@truth("hyper_spread")
def hyper_spread(node: Node) -> Values:
    x, residual, gains = node.source(0)[0, 0], node.source(1)[0], node.source(2)[0, 0]
    if node.sources[3] is not None:
        residual = np.einsum("tfw,tfs->tsw", residual, node.source(3)[0])
    return (gains[..., None] * x[:, None] + residual)[None]


@truth("hyper_weights")
def hyper_weights(node: Node) -> Values:
    mixes, scale, base = node.source(0)[0, 0], node.source(1).ravel(), node.source(2).ravel()
    streams, epsilon = node.result.shape[3], node.params["epsilon"]
    logits = (mixes * scale[2] + base)[:, 2 * streams :].reshape(-1, streams, streams)
    found = shares(logits, None) + epsilon
    for index in range(2 * node.params["iterations"] - 1):
        found = found / (found.sum(axis=1 + index % 2, keepdims=True) + epsilon)
    return found[None]


@truth("hadamard")
def hadamard(node: Node) -> Values:
    x = node.source(0)
    matrix: Values = np.ones((1, 1))
    while len(matrix) < x.shape[3]:
        matrix = np.kron([[1, 1], [1, -1]], matrix)
    return x @ matrix / math.sqrt(x.shape[3])
