"""Files that tern writes, read by the package gguf; files in several parts, read by tern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest
from gguf import GGUFValueType as Kind

from tests.native import gguf_models

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

SCALARS: dict[Kind, Any] = {
    Kind.UINT8: 200,
    Kind.INT8: -100,
    Kind.UINT16: 60000,
    Kind.INT16: -30000,
    Kind.UINT32: 4000000000,
    Kind.INT32: -2000000000,
    Kind.FLOAT32: 0.1,
    Kind.BOOL: True,
    Kind.STRING: "größer",
    Kind.UINT64: 2**63,
    Kind.INT64: -(2**62),
    Kind.FLOAT64: 0.1,
}
UNKNOWN = {"F64", "I64", "Q8_1", "Q8_K", "Q1_0"}  # the package has them, tern has not
TENSORS = {f"t{i}": np.arange(64 * (i + 1), dtype=np.float32).reshape(-1, 64) for i in range(5)}


def fill(writer: gguf.GGUFWriter) -> None:
    for kind, value in SCALARS.items():
        writer.add_key_value(f"one.{kind.name}", value, kind)
        writer.add_key_value(f"many.{kind.name}", [value] * 3, Kind.ARRAY, sub_type=kind)
    for name, values in TENSORS.items():
        writer.add_tensor(name, values)
    gguf_models.finish(writer)


def fill_types(writer: gguf.GGUFWriter) -> list[str]:
    """Add a tensor of each type that both know, of bytes by chance; give the names of the types."""
    known = [kind for kind in gguf.GGML_QUANT_SIZES if kind.name not in UNKNOWN]
    random = np.random.default_rng(7)
    for kind in known:
        block, size = gguf.GGML_QUANT_SIZES[kind]
        data = random.integers(0, 256, (3, 2 * size * (256 // block)), np.uint8)
        writer.add_tensor(f"of.{kind.name}", data, raw_dtype=kind)
    gguf_models.finish(writer)
    return [kind.name for kind in known]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made.gguf"
    fill(gguf.GGUFWriter(path, "none"))
    return path


def contents(path: Path) -> dict[str, Any]:
    reader = gguf.GGUFReader(path)
    keys = {name: field.contents() for name, field in reader.fields.items()}
    kinds = {name: field.types for name, field in reader.fields.items()}
    tensors = {t.name: (t.tensor_type, t.data.tobytes(), t.shape.tolist()) for t in reader.tensors}
    return {"keys": keys, "kinds": kinds, "tensors": tensors}


@pytest.mark.parametrize("version", [2, 3])
def test_the_package_reads_what_was_written(
    native: Tern, tmp_path: Path, file: Path, version: int
) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:4] + version.to_bytes(4, "little") + data[8:])

    native.run("tern-info", file, "--copy", tmp_path / "copy.gguf")

    assert contents(tmp_path / "copy.gguf") == contents(file)


@pytest.mark.parametrize("alignment", [32, 256])
def test_tensors_of_every_type_are_written(native: Tern, tmp_path: Path, alignment: int) -> None:
    path = tmp_path / "types.gguf"
    writer = gguf.GGUFWriter(path, "none")
    writer.add_custom_alignment(alignment)
    names = fill_types(writer)

    native.run("tern-info", path, "--copy", tmp_path / "copy.gguf")

    assert len(names) >= 29
    assert contents(tmp_path / "copy.gguf") == contents(path)
    assert gguf.GGUFReader(tmp_path / "copy.gguf").alignment == alignment


def test_tensors_of_unknown_types_are_not_copied(native: Tern, tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "f64.gguf", "none")
    writer.add_tensor("wide", np.zeros(4, np.float64))
    gguf_models.finish(writer)

    done = native.attempt("tern-info", tmp_path / "f64.gguf", "--copy", tmp_path / "copy.gguf")

    assert done.returncode == 3
    assert "tensor 'wide': expected a known type, got number 28" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["f64.gguf"]


def test_parts_are_read_as_one(native: Tern, tmp_path: Path, file: Path) -> None:
    words = ("--copy", tmp_path / "part", "--split", "2")
    paths = native.run("tern-info", file, *words).split()

    assert [path.rpartition("/")[2] for path in paths] == [
        f"part-0000{i}-of-00003.gguf" for i in (1, 2, 3)
    ]
    assert [len(gguf.GGUFReader(path).tensors) for path in paths] == [2, 2, 1]
    native.run("tern-info", paths[0], "--copy", tmp_path / "again.gguf")
    assert contents(tmp_path / "again.gguf") == contents(file)


def test_parts_of_the_package_are_read(native: Tern, tmp_path: Path, file: Path) -> None:
    fill(gguf.GGUFWriter(tmp_path / "p.gguf", "none", split_max_tensors=2))

    native.run("tern-info", tmp_path / "p-00001-of-00003.gguf", "--copy", tmp_path / "all.gguf")

    assert contents(tmp_path / "all.gguf")["tensors"] == contents(file)["tensors"]


def test_a_model_in_parts_computes_the_same(
    native: Tern, tmp_path: Path, models: dict[str, Path]
) -> None:
    whole = models["llama-dense"]
    parts = native.run("tern-info", whole, "--copy", tmp_path / "m", "--split", "5").split()

    for model, out in ((whole, "whole.npy"), (parts[0], "parts.npy")):
        native.run("tern-logits", model, "--tokens", "1,2,3", "--out", tmp_path / out)

    assert len(parts) > 1
    assert (tmp_path / "whole.npy").read_bytes() == (tmp_path / "parts.npy").read_bytes()


def test_wrong_parts_are_errors_that_say_which(native: Tern, tmp_path: Path, file: Path) -> None:
    words = ("--copy", tmp_path / "part", "--split", "2")
    first, second, third = native.run("tern-info", file, *words).split()

    assert "expected the first of 3 files" in native.attempt("tern-info", second).stderr
    (tmp_path / "other.gguf").write_bytes((tmp_path / first).read_bytes())
    message = "expected a name that ends with -00001-of-00003.gguf"
    assert message in native.attempt("tern-info", tmp_path / "other.gguf").stderr
    (tmp_path / third).unlink()
    assert "part-00003-of-00003.gguf" in native.attempt("tern-info", first).stderr
