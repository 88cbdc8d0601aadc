"""Rotary positions."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.node import truth

if TYPE_CHECKING:
    from typing import Any

    from tests.native.truth.node import Node, Values


@truth("rope", "rope_back")
def rope(node: Node) -> Values:
    """Each pair as a complex number, times exp(i angle)."""
    x, p = node.source(0), node.params
    first, second = pairs(p)
    kinds, exponents = sections(p, len(first))
    divisors = np.ones(len(first)) if node.sources[2] is None else node.source(2).ravel()
    frequency = p["base"] ** (-2.0 * exponents / p["dims"]) / divisors[: len(first)]
    kept, magnitude = yarn(len(first), p)
    step = frequency * (p["frequency_scale"] * (1 - kept) + kept)
    positions = node.source(1).reshape(-1, x.shape[1])[kinds].T
    angle = (positions * step)[None, :, None, :] * (-1 if node.op == "rope_back" else 1)
    turned = (x[..., first] + 1j * x[..., second]) * magnitude * np.exp(1j * angle)
    found = x.copy()
    found[..., first], found[..., second] = turned.real, turned.imag
    return found


def pairs(p: dict[str, Any]) -> tuple[Values, Values]:
    """Give the elements of a head that turn together."""
    count = p["dims"] if p["mode"] == "vision" else p["dims"] // 2
    first = np.arange(count) * (2 if p["mode"] == "normal" else 1) + p["offset"]
    return first, first + (1 if p["mode"] == "normal" else count)


def sections(p: dict[str, Any], count: int) -> tuple[Values, Values]:
    """Give which position of a token turns each pair, and which frequency the pair has."""
    plain = np.arange(count)
    if p["mode"] in {"normal", "neox"}:
        return np.zeros(count, int), plain
    sizes = json.loads(p["sections"])
    place = plain % sum(sizes)
    if p["mode"] == "interleaved_mrope":
        turns = place < 3 * np.array(sizes)[place % 3]
        return np.where(turns, place % 3, 3), plain
    kinds = np.repeat(np.arange(4), sizes)[place]
    starts = np.cumsum([0, *sizes[:3]])
    return kinds, place - starts[kinds] if p["mode"] == "vision" else plain


def yarn(count: int, p: dict[str, Any]) -> tuple[Values, float]:
    """Give how much of its frequency each pair keeps, and by what the result is multiplied."""
    if p["extrapolation"] == 0:
        return np.zeros(count), float(p["magnitude"])

    def pair_that_turns(times: float) -> float:
        length = p["original_context"] / (times * 2 * math.pi)
        return float(p["dims"] * math.log(length) / (2 * math.log(p["base"])))

    low = max(0, math.floor(pair_that_turns(p["beta_fast"])))
    high = min(p["dims"] - 1, math.ceil(pair_that_turns(p["beta_slow"])))
    ramp = np.clip((np.arange(count) - low) / max(0.001, high - low), 0, 1)
    growth = 1 + 0.1 * math.log(1 / p["frequency_scale"])
    return (1 - ramp) * p["extrapolation"], float(p["magnitude"] * growth)
