"""Gradients, losses and steps of training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.elementwise import sigmoid
from tests.native.truth.node import truth

if TYPE_CHECKING:
    from tests.native.truth.node import Node, Values


@truth("silu_back")
def silu_back(node: Node) -> Values:
    gradient, s = node.source(0), sigmoid(node.source(1))
    return gradient * s * (1 + node.source(1) * (1 - s))


@truth("softmax_back")
def softmax_back(node: Node) -> Values:
    gradient, y = node.source(0), node.source(1)
    return node.params["scale"] * y * (gradient - (gradient * y).sum(axis=3, keepdims=True))


@truth("rms_norm_back")
def rms_norm_back(node: Node) -> Values:
    gradient, x = node.source(0), node.source(1)
    square = np.square(x).mean(axis=3, keepdims=True) + node.params["epsilon"]
    along = (gradient * x).mean(axis=3, keepdims=True)
    return (gradient - x * along / square) / np.sqrt(square)


@truth("get_rows_back")
def get_rows_back(node: Node) -> Values:
    found = np.zeros(node.result.shape)
    np.add.at(found[0, 0], node.source(1).ravel(), node.source(0)[0, 0])
    return found


def log_softmax(x: Values) -> Values:
    top = x.max(axis=3, keepdims=True)
    return x - top - np.log(np.exp(x - top).sum(axis=3, keepdims=True))


@truth("cross_entropy_loss")
def cross_entropy_loss(node: Node) -> Values:
    x = node.source(0)
    rows = x.size // x.shape[3]
    return (-(node.source(1) * log_softmax(x)).sum() / rows).reshape(1, 1, 1, 1)


@truth("cross_entropy_loss_back")
def cross_entropy_loss_back(node: Node) -> Values:
    x = node.source(1)
    rows = x.size // x.shape[3]
    return node.source(0) * (np.exp(log_softmax(x)) - node.source(2)) / rows


@truth("opt_step_adamw")
def opt_step_adamw(node: Node) -> Values:
    assert node.target is not None
    gradient, first, second = (node.source(i) for i in range(3))
    rate, beta1, beta2, epsilon, decay, unbias1, unbias2 = node.source(3).ravel()
    first = beta1 * first + (1 - beta1) * gradient
    second = beta2 * second + (1 - beta2) * gradient**2
    step = rate * first * unbias1 / (np.sqrt(second * unbias2) + epsilon)
    return node.target * (1 - rate * decay) - step


@truth("opt_step_sgd")
def opt_step_sgd(node: Node) -> Values:
    assert node.target is not None
    rate, decay = node.source(1).ravel()
    return node.target * (1 - rate * decay) - rate * node.source(0)
