"""Ops with a state that goes from token to token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.elementwise import softplus
from tests.native.truth.node import truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.native.truth.node import Node, Values

    # A token of one head: changes the state in place and gives the output.
    Step = Callable[[Values, int, int, int], Values]


def walk(node: Node, outputs: tuple[int, ...], start: Values, step: Step) -> Values:
    """Take all heads from token to token; give outputs and the newest states, as ops do."""
    sequences, tokens, heads, _ = outputs
    snapshots = max(1, min(node.params.get("snapshots", 1), tokens))
    states = np.zeros((snapshots, *start.shape))
    found = np.zeros(outputs)
    for sequence, head in np.ndindex(sequences, heads):
        state = start[sequence, head].copy()
        for token in range(tokens):
            found[sequence, token, head] = step(state, sequence, token, head)
            age = tokens - 1 - token
            if age < snapshots:
                states[age, sequence, head] = state
    return np.concatenate([found.ravel(), states.ravel()]).reshape(1, 1, 1, -1)


@truth("ssm_conv")
def ssm_conv(node: Node) -> Values:
    x, kernel = node.source(0)[0], node.source(1)[0, 0]
    windows = np.lib.stride_tricks.sliding_window_view(x, kernel.shape[1], axis=2)
    return np.einsum("sctw,cw->stc", windows, kernel)[None]


@truth("ssm_scan")
def ssm_scan(node: Node) -> Values:
    states, x, dt, decay, b, c, slots = (node.source(i) for i in range(7))
    heads = x.shape[2]
    share = heads // b.shape[2]
    time = softplus(dt[0])

    def step(state: Values, s: int, t: int, h: int) -> Values:
        bt, ct, tau = b[s, t, h // share], c[s, t, h // share], time[s, t, h]
        state *= np.exp(tau * decay[0, 0, h])
        state += np.outer(x[s, t, h] * tau, bt)
        return np.asarray(state @ ct)

    return walk(node, x.shape, states[slots.ravel()], step)


@truth("gated_delta_net")
def gated_delta_net(node: Node) -> Values:
    q, k, v, gate, beta, states = (node.source(i) for i in range(6))
    key_heads, keys = q.shape[2], q.shape[3]

    def step(state: Values, s: int, t: int, h: int) -> Values:
        key, query = k[s, t, h % key_heads], q[s, t, h % key_heads]
        state *= np.exp(gate[s, t, h])
        state += beta[s, t, h] * np.outer(v[s, t, h] - state @ key, key)
        return np.asarray(state @ query / np.sqrt(keys))

    return walk(node, v.shape, states, step)


@truth("gated_linear_attention")
def gated_linear_attention(node: Node) -> Values:
    q, k, v, gate, states = (node.source(i) for i in range(5))

    def step(state: Values, s: int, t: int, h: int) -> Values:
        state *= gate[s, t, h][:, None]
        state += np.outer(k[s, t, h], v[s, t, h])
        return np.asarray(node.params["scale"] * (q[s, t, h] @ state))

    return walk(node, v.shape, states, step)


@truth("rwkv_wkv6")
def rwkv_wkv6(node: Node) -> Values:
    k, v, r, first, decay, states = (node.source(i) for i in range(6))

    def step(state: Values, s: int, t: int, h: int) -> Values:
        new = np.outer(k[s, t, h], v[s, t, h])
        output = r[s, t, h] @ (state + first[0, 0, h][:, None] * new)
        state *= decay[s, t, h][:, None]
        state += new
        return np.asarray(output)

    return walk(node, v.shape, states, step)


@truth("rwkv_wkv7")
def rwkv_wkv7(node: Node) -> Values:
    r, decay, k, v, a, b, states = (node.source(i) for i in range(7))

    def step(state: Values, s: int, t: int, h: int) -> Values:
        read = state @ a[s, t, h]
        state *= decay[s, t, h]
        state += np.outer(v[s, t, h], k[s, t, h]) + np.outer(read, b[s, t, h])
        return np.asarray(state @ r[s, t, h])

    return walk(node, v.shape, states, step)
