"""The CPU backend against formulas in numpy, in double precision: a sample of every op and type."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.native.truth.node import FORMULAS, Node, Values, load

if TYPE_CHECKING:
    from tests.native.tern import Tern

for _file in sorted((Path(__file__).parent / "truth").glob("*.py")):
    importlib.import_module(f"tests.native.truth.{_file.stem}")


@pytest.fixture(scope="session")
def dumped(native: Tern, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Node]]:
    """Give the ops that the harness computed, by name."""
    folder = tmp_path_factory.mktemp("ops")
    native.run("tern-test-ops", "dump", "--sample", "6", "--threads", "2", "--out", folder)
    return load(folder)


def expected(node: Node) -> Values:
    """Give what the formula makes of the operands; nothing is made of nothing."""
    return FORMULAS[node.op](node) if node.result.size else node.result


def error(found: Values, truth: Values) -> float:
    """Give the normalised mean squared error; infinite if the numbers that are none differ."""
    if found.shape != truth.shape:
        return np.inf
    special = ~np.isfinite(truth)
    if not np.array_equal(found[special], truth[special], equal_nan=True):
        return np.inf
    wrong = np.sum((found[~special] - truth[~special]) ** 2)
    return float(wrong / (np.sum(truth[~special] ** 2) or 1.0))


def test_every_op_has_a_formula(dumped: dict[str, list[Node]]) -> None:
    assert set(dumped) - set(FORMULAS) == set()


@pytest.mark.parametrize("op", sorted(FORMULAS))
def test_op_agrees_with_its_formula(dumped: dict[str, list[Node]], op: str) -> None:
    if op not in dumped:
        pytest.skip("no case yet")
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = {node.instance: error(node.result, expected(node)) for node in dumped[op]}
    limits = {node.instance: node.limit for node in dumped[op]}

    assert {name: e for name, e in errors.items() if not e <= limits[name]} == {}
