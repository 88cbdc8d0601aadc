"""Converted tensors equal those of the package gguf, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Kind

from tests.native import gguf_models

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

INTEGERS = ["I8", "I16", "I32"]
PLAIN = ["F32", "F16", "BF16"]
EXACT = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "TQ1_0", "TQ2_0", "MXFP4"]
READ_ONLY = ["IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "IQ3_S"]
# The root of the mean squared error of a round trip, as a part of that of the values: normally
# distributed values lose at least as much as in the first column, at most as in the second. Then
# the largest error in a row of any size, as a part of its largest value; halves are coarse for the
# scales of small rows.
FITTED: dict[str, tuple[float, float, float]] = {
    "Q2_K": (0.25, 0.28, 0.4),
    "Q3_K": (0.13, 0.15, 0.22),
    "Q4_K": (0.07, 0.078, 0.12),
    "Q5_K": (0.034, 0.04, 0.2),
    "Q6_K": (0.015, 0.018, 0.3),
    "IQ4_NL": (0.07, 0.078, 0.14),
    "IQ4_XS": (0.07, 0.079, 0.34),
    "NVFP4": (0.078, 0.086, 0.2),
}
KINDS = [*PLAIN, *EXACT, *READ_ONLY, *FITTED]
ROWS, COLUMNS = 256, 512


def raw_bytes(kind: Kind) -> np.ndarray:
    """Give bytes of a tensor: every pattern of bits can come, in scales too."""
    block, size = gguf.GGML_QUANT_SIZES[kind]
    shape = (ROWS, COLUMNS // block * size)
    return np.random.default_rng(5).integers(0, 256, shape, np.uint8)


def floats() -> np.ndarray:
    """Give rows from tiny to large; some have zeros or the same value throughout."""
    random = np.random.default_rng(7)
    values = random.standard_normal((ROWS, COLUMNS), np.float32)
    values *= np.logspace(-4, 3, ROWS, dtype=np.float32)[:, None]
    values[3] = 0
    values[5] = 0.75
    values[7] = -3
    values[9, ::2] = 0
    values[11] = np.round(random.standard_normal(COLUMNS) * 9)
    # Which of two zeros numpy takes for the smaller one depends on the processor.
    return values + np.float32(0)


def store(path: Path, stored: np.ndarray, kind: Kind) -> None:
    """Write a file with one tensor `w`."""
    writer = gguf.GGUFWriter(path, "none")
    writer.add_tensor("w", stored, raw_dtype=kind)
    gguf_models.finish(writer)


def dequantised(native: Tern, folder: Path, stored: np.ndarray, kind: Kind) -> np.ndarray:
    """Give what tern makes of a stored tensor."""
    store(folder / "stored.gguf", stored, kind)
    out = folder / "w.npy"
    native.run("tern-info", folder / "stored.gguf", "--export", "w", "--out", out)
    found: np.ndarray = np.load(out)
    return found


def quantised(native: Tern, folder: Path, values: np.ndarray, kind: Kind) -> np.ndarray:
    """Give the bytes to which tern converts floats."""
    store(folder / "floats.gguf", values, Kind.F32)
    out = folder / "w.bin"
    words = ("--export", "w", "--as", kind.name, "--out", out)
    native.run("tern-info", folder / "floats.gguf", *words)
    return np.fromfile(out, np.uint8).reshape(len(values), -1)


def test_every_type_of_gguf_is_here() -> None:
    known = gguf.quants._type_traits

    assert {kind.name for kind in known} <= set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_dequantisation_is_equal_to_the_last_bit(native: Tern, tmp_path: Path, name: str) -> None:
    kind = Kind[name]
    stored = raw_bytes(kind)

    found = dequantised(native, tmp_path, stored, kind)

    with np.errstate(invalid="ignore", over="ignore"):
        expected = gguf.quants.dequantize(stored, kind).astype(np.float32)
    assert found.shape == (ROWS, COLUMNS)
    # The bits of a NaN that comes out of arithmetic depend on the order of operands.
    numbers = ~np.isnan(expected)
    assert np.array_equal(np.isnan(found), ~numbers)
    assert np.array_equal(found[numbers].view(np.uint32), expected[numbers].view(np.uint32))
    assert numbers.mean() > 0.9


@pytest.mark.parametrize("name", [*PLAIN, *EXACT])
def test_quantisation_is_equal_to_the_last_bit(native: Tern, tmp_path: Path, name: str) -> None:
    values = floats()

    found = quantised(native, tmp_path, values, Kind[name])

    expected = gguf.quants.quantize(values, Kind[name]).view(np.uint8)
    assert np.array_equal(found, expected)


def loss(native: Tern, folder: Path, values: np.ndarray, kind: Kind) -> float:
    """Give the error of a round trip: quantised here, dequantised by the package."""
    back = gguf.quants.dequantize(quantised(native, folder, values, kind), kind)
    return float(np.sqrt(np.mean((back - values) ** 2) / np.mean(values**2)))


@pytest.mark.parametrize("name", FITTED)
def test_round_trips_lose_little(native: Tern, tmp_path: Path, name: str) -> None:
    values = np.random.default_rng(8).standard_normal((ROWS, COLUMNS), np.float32)

    found = loss(native, tmp_path, values, Kind[name])

    least, most, _ = FITTED[name]
    assert least < found < most


@pytest.mark.parametrize("name", FITTED)
def test_round_trips_of_any_size_are_close(native: Tern, tmp_path: Path, name: str) -> None:
    values = floats()
    back = gguf.quants.dequantize(quantised(native, tmp_path, values, Kind[name]), Kind[name])

    assert np.array_equal(back[3], values[3])
    # The smallest scale of NVFP4 is 2^-9.
    rows = np.abs(values).max(axis=1) > (0.01 if name == "NVFP4" else 0)
    worst = np.abs(back - values)[rows].max(axis=1) / np.abs(values)[rows].max(axis=1)
    assert worst.max() < FITTED[name][2]


@pytest.mark.parametrize("name", READ_ONLY)
def test_what_cannot_be_written_says_so(native: Tern, tmp_path: Path, name: str) -> None:
    store(tmp_path / "floats.gguf", floats(), Kind.F32)
    words = ("--export", "w", "--as", name, "--out", tmp_path / "w.bin")

    done = native.attempt("tern-info", tmp_path / "floats.gguf", *words)

    assert done.returncode != 0
    assert done.stderr == f"tern-info: [type] {name} cannot be written, only read\n"


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_are_read(native: Tern, tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.gguf"
    writer = gguf.GGUFWriter(path, "none")
    writer.add_tensor("n", np.arange(6).reshape(2, 3).astype(name.lower().replace("i", "int")))
    gguf_models.finish(writer)

    assert native.run("tern-info", path).splitlines()[-1] == f"n: {name} [3, 2]"
    done = native.attempt("tern-info", path, "--export", "n", "--out", tmp_path / "n.npy")
    assert f"{name} does not hold floats" in done.stderr


def test_unknown_types_and_broken_blocks_are_wrong_calls(native: Tern, tmp_path: Path) -> None:
    store(tmp_path / "floats.gguf", np.zeros((2, 48), np.float32), Kind.F32)
    for name, message in {"Q9": "no type 'Q9'", "Q4_0": "rows of 48"}.items():
        words = ("--export", "w", "--as", name, "--out", tmp_path / "w.bin")
        done = native.attempt("tern-info", tmp_path / "floats.gguf", *words)
        assert done.returncode == 2
        assert message in done.stderr
