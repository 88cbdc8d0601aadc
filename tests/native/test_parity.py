"""Logits agree with those that llama.cpp computes, for prompts at once and token by token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.native import gguf_models, parity
from tests.native.tern import PARITY

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.native.tern import Tern

# A wrong rope base, scale or mask moves each of these models by more; see the README beside them.
LIMIT = 1e-6
NAMES = sorted(path.stem for path in PARITY.glob("*.json"))


def nmse(reference: NDArray[Any], found: NDArray[Any]) -> float:
    """Squared error as a part of the squared reference."""
    a, b = reference.astype(np.float64), found.astype(np.float64)
    return float(((a - b) ** 2).sum() / (a**2).sum())


def logits(native: Tern, model: Path, tokens: list[int], out: Path, *options: str) -> NDArray[Any]:
    """Let tern-logits compute; read what it wrote."""
    ids = ",".join(map(str, tokens))
    native.run("tern-logits", model, "--tokens", ids, "--out", out, *options)
    return np.load(out)  # type: ignore[no-any-return]


def test_three_models_are_compared() -> None:
    assert NAMES == ["gpt2-dense", "llama-dense", "qwen2-dense"]


@pytest.mark.parametrize("mode", ["prefill", "decode"])
@pytest.mark.parametrize("name", NAMES)
def test_logits_agree(
    native: Tern,
    models: dict[str, Path],
    tmp_path: Path,
    record_property: Any,
    name: str,
    mode: str,
) -> None:
    reference = np.load(PARITY / f"{name}.npz")
    expected = reference[mode]
    tokens = reference["tokens"][: len(expected)].tolist()

    found = logits(native, models[name], tokens, tmp_path / "logits.npy", "--mode", mode)

    error = nmse(expected, found)
    record_property("nmse", error)
    assert found.shape == expected.shape
    assert error <= LIMIT


@pytest.mark.parametrize("name", NAMES)
def test_the_comparison_sees_the_order_of_tokens(
    native: Tern, models: dict[str, Path], tmp_path: Path, name: str
) -> None:
    reference = np.load(PARITY / f"{name}.npz")
    tokens = reference["tokens"].tolist()
    changed = [*tokens[:6][::-1], *tokens[6:]]

    found = logits(native, models[name], changed, tmp_path / "logits.npy")

    moved = nmse(reference["prefill"][8:], found[8:])
    assert moved == pytest.approx(float(reference["power"]), rel=1e-2)
    assert moved > LIMIT


@pytest.mark.parametrize("name", NAMES)
def test_threads_and_files_make_no_difference(
    native: Tern, models: dict[str, Path], tmp_path: Path, name: str
) -> None:
    tokens = [1, 2, 3, 4, 5]
    plain = logits(native, models[name], tokens, tmp_path / "a.npy", "--threads", "1")
    threads = logits(native, models[name], tokens, tmp_path / "b.npy", "--threads", "3")
    native.run("tern-logits", models[name], "--tokens", "1,2,3,4,5", "--out", tmp_path / "c.bin")

    assert np.array_equal(plain, threads)
    assert (tmp_path / "c.bin").read_bytes() == plain.tobytes()


@pytest.mark.skipif(not parity.REFERENCES.exists(), reason=f"there is no {parity.REFERENCES}")
def test_all_models_with_a_reference_agree(native: Tern, tmp_path: Path) -> None:
    failed = []
    for name in parity.names():
        model = tmp_path / f"{name}.gguf"
        gguf_models.write_model(parity.REFERENCES / f"{name}.json", model)
        found = parity.measure(native, parity.REFERENCES / f"{name}.npz", model)
        model.unlink()
        failed += [] if found.passed or found.unknown else [found.line()]

    assert not failed


def test_run_continues_with_the_most_likely_token(
    native: Tern, models: dict[str, Path], tmp_path: Path
) -> None:
    printed = native.run("tern-run", models["llama-dense"], "--tokens", "1,2,3", "--count", "8")
    made = [int(line) for line in printed.split()]

    tokens = [1, 2, 3, *made]
    rows = logits(native, models["llama-dense"], tokens, tmp_path / "logits.npy")
    assert len(made) == 8
    assert rows.argmax(axis=1)[2:-1].tolist() == made
