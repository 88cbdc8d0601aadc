"""Ops on each element by itself."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tests.native.truth.node import truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.native.truth.node import Node, Values

erf = np.vectorize(math.erf, otypes=[np.float64])


def sigmoid(x: Values) -> Values:
    return 0.5 * (1 + np.tanh(x / 2))


def softplus(x: Values) -> Values:
    return np.logaddexp(0, x)


def relu(x: Values) -> Values:
    return np.maximum(x, 0)


def gelu(x: Values) -> Values:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gelu_erf(x: Values) -> Values:
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def gelu_quick(x: Values) -> Values:
    return x * sigmoid(1.702 * x)


def silu(x: Values) -> Values:
    return x * sigmoid(x)


def elu(x: Values) -> Values:
    return np.where(x > 0, x, np.expm1(np.minimum(x, 0)))


def hardsigmoid(x: Values) -> Values:
    return np.clip((x + 3) / 6, 0, 1)


def away_from_zero(x: Values) -> Values:
    return np.sign(x) * np.floor(np.abs(x) + 0.5)


UNARY: dict[str, Callable[[Values], Values]] = {
    "relu": relu,
    "sigmoid": sigmoid,
    "silu": silu,
    "tanh": np.tanh,
    "gelu": gelu,
    "gelu_erf": gelu_erf,
    "gelu_quick": gelu_quick,
    "elu": elu,
    "relu_sqr": lambda x: relu(x) ** 2,
    "hardsigmoid": hardsigmoid,
    "hardswish": lambda x: x * hardsigmoid(x),
    "softplus": softplus,
    "sqr": np.square,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "neg": np.negative,
    "abs": np.abs,
    "step": lambda x: (x > 0).astype(np.float64),
    "sgn": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
    "round": away_from_zero,
    "trunc": np.trunc,
}
GATES: dict[str, Callable[[Values], Values]] = {
    "reglu": relu,
    "geglu": gelu,
    "geglu_erf": gelu_erf,
    "geglu_quick": gelu_quick,
    "swiglu": silu,
}
BINARY: dict[str, Callable[[Values, Values], Values]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
}


@truth(*UNARY)
def unary(node: Node) -> Values:
    return UNARY[node.op](node.source(0))


@truth(*BINARY)
def binary(node: Node) -> Values:
    a, b = node.source(0), node.source(1)
    return BINARY[node.op](a, repeated(b, a.shape))


@truth(*GATES)
def glu(node: Node) -> Values:
    return GATES[node.op](node.source(0)) * node.source(1)


@truth("swiglu_oai")
def swiglu_oai(node: Node) -> Values:
    limit = node.params["limit"]
    gate = np.minimum(node.source(0), limit)
    value = np.clip(node.source(1), -limit, limit)
    return gate * sigmoid(node.params["alpha"] * gate) * (value + 1)


@truth("scale")
def scale(node: Node) -> Values:
    return node.source(0) * node.params["factor"] + node.params["bias"]


@truth("clamp")
def clamp(node: Node) -> Values:
    return np.clip(node.source(0), node.params["low"], node.params["high"])


@truth("leaky_relu")
def leaky_relu(node: Node) -> Values:
    x = node.source(0)
    return np.where(x > 0, x, node.params["slope"] * x)


@truth("xielu")
def xielu(node: Node) -> Values:
    """Parameters as models store them."""
    x, p = node.source(0), node.params
    positive = softplus(np.float64(p["alpha_positive"]))
    negative = p["beta"] + softplus(np.float64(p["alpha_negative"]))
    bent = np.expm1(np.minimum(x, p["epsilon"])) - x
    return np.where(x > 0, positive * x**2, negative * bent) + p["beta"] * x


def repeated(x: Values, shape: tuple[int, ...]) -> Values:
    """Repeat in every dimension until the shape is reached."""
    return np.tile(x, [n // m if m else 1 for n, m in zip(shape, x.shape, strict=True)])


@truth("swiglu_clamp")
def swiglu_clamp(node: Node) -> Values:
    limit = node.params["limit"]
    return silu(np.minimum(node.source(0), limit)) * np.clip(node.source(1), -limit, limit)
