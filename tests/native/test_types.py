"""Dequantised tensors equal those of the package gguf, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from tests.native import gguf_models

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

KINDS = ["F32", "F16", "BF16", "Q8_0", "Q4_0"]
ROWS, COLUMNS = 64, 256


def raw_bytes(kind: gguf.GGMLQuantizationType) -> np.ndarray:
    """Give bytes of a tensor: every pattern of bits can come, only scales must be finite."""
    block, size = gguf.GGML_QUANT_SIZES[kind]
    blocks = np.random.default_rng(5).integers(0, 256, (ROWS * COLUMNS // block, size), np.uint8)
    if block > 1:
        scales = np.random.default_rng(6).standard_normal(len(blocks)).astype(np.float16)
        blocks[:, :2] = scales[:, None].view(np.uint8)
    return blocks.reshape(ROWS, -1)


@pytest.mark.parametrize("name", KINDS)
def test_dequantisation_is_equal_to_the_last_bit(native: Tern, tmp_path: Path, name: str) -> None:
    kind = gguf.GGMLQuantizationType[name]
    stored = raw_bytes(kind)
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "none")
    writer.add_tensor("w", stored, raw_dtype=kind)
    gguf_models.finish(writer)

    out = tmp_path / "w.npy"
    native.run("tern-info", tmp_path / "model.gguf", "--export", "w", "--out", out)

    with np.errstate(invalid="ignore"):
        expected = gguf.quants.dequantize(stored, kind).astype(np.float32)
    found = np.load(out)
    assert found.shape == (ROWS, COLUMNS)
    assert np.array_equal(found.view(np.uint32), expected.view(np.uint32))
