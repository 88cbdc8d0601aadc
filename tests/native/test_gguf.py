"""What tern-info reads from a file is what the package gguf wrote into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from tests.native import gguf_models

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

SCALARS = {
    "UINT8": (200, "200"),
    "INT8": (-100, "-100"),
    "UINT16": (60000, "60000"),
    "INT16": (-30000, "-30000"),
    "UINT32": (4000000000, "4000000000"),
    "INT32": (-2000000000, "-2000000000"),
    "FLOAT32": (1.25, "1.25"),
    "BOOL": (True, "true"),
    "STRING": ("größer", "größer"),
    "UINT64": (2**63, "9223372036854775808"),
    "INT64": (-(2**62), "-4611686018427387904"),
    "FLOAT64": (-0.5, "-0.5"),
}
ARRAYS = {
    "UINT8": ([1, 200], "[1, 200]"),
    "INT8": ([-1, 100], "[-1, 100]"),
    "UINT16": ([60000], "[60000]"),
    "INT16": ([-3, 4], "[-3, 4]"),
    "UINT32": ([1, 2, 3], "[1, 2, 3]"),
    "INT32": ([-1], "[-1]"),
    "FLOAT32": ([0.5, -2.0], "[0.5, -2]"),
    "BOOL": ([True, False], "[true, false]"),
    "STRING": (["a", "", "bc"], "[a, , bc]"),
    "UINT64": ([2**63], "[9223372036854775808]"),
    "INT64": ([-5], "[-5]"),
    "FLOAT64": ([0.25], "[0.25]"),
}


def lines(native: Tern, path: Path) -> list[str]:
    """Give what tern-info prints, by lines."""
    return native.run("tern-info", path).splitlines()


@pytest.mark.parametrize("name", SCALARS)
def test_scalars_are_read(native: Tern, tmp_path: Path, name: str) -> None:
    value, text = SCALARS[name]
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "none")
    writer.add_key_value("some.key", value, gguf.GGUFValueType[name])
    gguf_models.finish(writer)

    assert f"some.key = {name} {text}" in lines(native, tmp_path / "model.gguf")


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_read(native: Tern, tmp_path: Path, name: str) -> None:
    value, text = ARRAYS[name]
    writer = gguf.GGUFWriter(tmp_path / "model.gguf", "none")
    writer.add_key_value("some.key", value, gguf.GGUFValueType.ARRAY, gguf.GGUFValueType[name])
    gguf_models.finish(writer)

    assert f"some.key = ARRAY {text}" in lines(native, tmp_path / "model.gguf")


@pytest.mark.parametrize("alignment", [32, 64, 4096])
def test_tensors_are_read(native: Tern, tmp_path: Path, alignment: int) -> None:
    path = tmp_path / "model.gguf"
    first = np.arange(6, dtype=np.float32).reshape(2, 3)
    second = np.arange(24, dtype=np.float16).reshape(2, 3, 4)
    writer = gguf.GGUFWriter(path, "none")
    writer.add_custom_alignment(alignment)
    writer.add_tensor("first", first)
    writer.add_tensor("second", second)
    gguf_models.finish(writer)

    printed = lines(native, path)
    native.run("tern-info", path, "--export", "second", "--out", tmp_path / "second.npy")

    assert f"GGUF version 3, 2 keys, 2 tensors, alignment {alignment}" in printed
    assert printed[-2:] == ["first: F32 [3, 2]", "second: F16 [4, 3, 2]"]
    assert np.array_equal(np.load(tmp_path / "second.npy"), second.astype(np.float32))


def test_every_key_and_tensor_of_a_model_is_listed(native: Tern, models: dict[str, Path]) -> None:
    reader = gguf.GGUFReader(models["llama-dense"])
    keys = sorted(key for key in reader.fields if not key.startswith("GGUF."))

    printed = lines(native, models["llama-dense"])

    listed = [line.split(" = ")[0] for line in printed[1 : 1 + len(keys)]]
    assert listed == keys
    names = [line.split(": ")[0] for line in printed[1 + len(keys) :]]
    assert names == [tensor.name for tensor in reader.tensors]


def test_a_cut_file_is_an_error_that_says_where(
    native: Tern, models: dict[str, Path], tmp_path: Path
) -> None:
    whole = models["llama-dense"].read_bytes()
    path = tmp_path / "cut.gguf"
    for size in (0, 10, 1000, len(whole) - 32):
        path.write_bytes(whole[:size])
        done = native.attempt("tern-info", path)
        assert done.returncode == 3
        assert done.stdout == ""
        assert done.stderr.startswith(f"tern-info: [gguf] {path}: at byte ")
        assert "file ends inside" in done.stderr


def test_big_endian_files_are_refused_by_name(native: Tern, tmp_path: Path) -> None:
    path = tmp_path / "big.gguf"
    writer = gguf.GGUFWriter(path, "none", endianess=gguf.GGUFEndian.BIG)
    gguf_models.finish(writer)

    done = native.attempt("tern-info", path)

    assert done.returncode == 3
    assert "big-endian files are not supported" in done.stderr


def test_wrong_calls_end_with_2(native: Tern, models: dict[str, Path]) -> None:
    model = models["llama-dense"]
    calls: dict[str, list[str | Path]] = {
        "expected a model": ["tern-info"],
        "unknown option '--odd'": ["tern-info", model, "--odd"],
        "no tensor 'x'": ["tern-info", model, "--export", "x", "--out", "y"],
        "--count: expected a whole number, got 'z'": [
            *("tern-run", model, "--tokens", "1", "--count", "z"),
        ],
        "--mode: expected prefill, decode or draft": [
            *("tern-logits", model, "--tokens", "1", "--out", "o", "--mode", "m"),
        ],
    }
    for message, (name, *arguments) in calls.items():
        done = native.attempt(str(name), *arguments)
        assert done.returncode == 2, message
        assert message in done.stderr


def test_help_and_version_need_no_model(native: Tern) -> None:
    for name in ("tern-run", "tern-logits", "tern-info"):
        assert native.run(name, "--help").startswith(f"usage: {name} MODEL.gguf [options]")
        assert native.run(name, "--version").count(".") == 2
