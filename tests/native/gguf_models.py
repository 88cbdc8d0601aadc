"""GGUF files for tests: models from their descriptions, with weights that anyone can compute again."""

from __future__ import annotations

import json
import math
import zlib
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def write_model(description: Path, target: Path) -> None:
    """Write the model that a file in native/tests/parity/ describes."""
    model = json.loads(description.read_text(encoding="utf-8"))
    metadata = model["kv"]
    writer = gguf.GGUFWriter(target, metadata["general.architecture"]["value"])
    for key, entry in metadata.items():
        if key != "general.architecture":
            _add_key(writer, key, entry["type"], entry["value"])
    for tensor in model["tensors"]:
        data = weights(tensor["name"], tensor["shape"], tensor["type"])
        writer.add_tensor(tensor["name"], data)
    finish(writer)


def finish(writer: gguf.GGUFWriter) -> None:
    """Write everything that was added, and close the file."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def weights(name: str, shape: list[int], kind: str) -> NDArray[Any]:
    """Give the weights of a tensor; `shape` starts with the row length, the result ends with it.

    The recipe is that of the reference logits: normal numbers seeded with the name, scaled by what
    the name says the tensor is for.
    """
    rows_first = shape[::-1]
    if kind == "I32":
        return np.zeros(rows_first, np.int32)
    seed = zlib.crc32(name.encode())
    normal = np.random.default_rng(seed).standard_normal(math.prod(shape), np.float32)
    values = _scaled(name, shape, normal).reshape(rows_first)
    return values.astype(np.float16 if kind == "F16" else np.float32)


def _scaled(name: str, shape: list[int], normal: NDArray[np.float32]) -> NDArray[np.float32]:
    is_vector = sum(size > 1 for size in shape) < 2
    if name.endswith((".scale", ".input_scale")):
        return 1 + np.float32(0.1) * normal
    if name.startswith(("rope_freqs", "rope_factors")):
        return 1 + np.float32(0.5) * np.abs(normal)
    if "ssm_a" in name:
        return -(np.float32(0.1) + np.abs(normal))
    if "_embd.weight" in name:
        return normal
    if is_vector:
        small = np.float32(0.1) * normal
        return 1 + small if name.endswith(".weight") else small
    return normal * np.float32(1.5 / np.sqrt(shape[0]))


def _add_key(writer: gguf.GGUFWriter, key: str, kind: list[str], value: Any) -> None:
    if kind[0] != "ARRAY":
        writer.add_key_value(key, value, gguf.GGUFValueType[kind[0]])
    elif value:  # an empty list has no element type
        element = gguf.GGUFValueType[kind[1]]
        writer.add_key_value(key, value, gguf.GGUFValueType.ARRAY, element)
