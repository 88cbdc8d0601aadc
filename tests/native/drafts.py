"""Models with a draft head, made from those of ../shared/parity, and their reference logits.

The references, native/tests/drafts/NAME.npz, are what llama.cpp computes (with a context of type
MTP) for the models that `describe` describes: `tokens`, and the logits of all but the first one.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from tests.native import tern
from tests.native.parity import REFERENCES

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = tern.SOURCE / "tests" / "drafts"
# What draft heads of mimo2 have not: projections apart, and experts.
LEFT_OUT = ("attn_q.", "attn_k.", "attn_v.", "ffn_gate_inp.", "exps.", "exp_probs_b.")


def names() -> list[str]:
    """Name the models that have a reference."""
    return sorted(path.stem for path in FOLDER.glob("*.npz"))


def describe(name: str) -> dict[str, Any]:
    """Describe the model with a copy of its last layer as the layer of a draft head."""
    model: dict[str, Any] = json.loads((REFERENCES / f"{name}.json").read_text(encoding="utf-8"))
    metadata = model["kv"]
    kind = metadata["general.architecture"]["value"]
    layers = metadata[f"{kind}.block_count"]["value"]
    for entry in metadata.values():
        if entry["type"][0] == "ARRAY" and len(entry["value"]) == layers:
            entry["value"].append(entry["value"][-1])
    for key in ("sliding_window_pattern", "recurrent_layers"):
        entry = metadata.get(f"{kind}.attention.{key}")
        if entry and isinstance(entry["value"], list):
            entry["value"][-1] = 0
    if kind == "glm4moe":  # with sections llama.cpp ends the process
        metadata[f"{kind}.rope.dimension_sections"]["value"] = [0, 0, 0, 0]
    metadata[f"{kind}.block_count"]["value"] = layers + 1
    metadata[f"{kind}.nextn_predict_layers"]["value"] = 1
    model["tensors"] += _head(model["tensors"], layers, kind)
    return model


def write_description(name: str, target: Path) -> None:
    """Write it as a file."""
    target.write_text(json.dumps(describe(name)), encoding="utf-8")


def _head(tensors: list[dict[str, Any]], layers: int, kind: str) -> list[dict[str, Any]]:
    last, new = f"blk.{layers - 1}.", f"blk.{layers}."
    head = []
    for tensor in tensors:
        if tensor["name"].startswith(last):
            head.append(copy.deepcopy(tensor))
            head[-1]["name"] = new + tensor["name"].removeprefix(last)
    width = next(t["shape"][0] for t in tensors if t["name"] == "token_embd.weight")
    if kind == "mimo2":
        head = _dense(head, new, width)
    shapes = {"eh_proj": [2 * width, width]}
    for part in ("eh_proj", "enorm", "hnorm", "shared_head_norm"):
        shape = shapes.get(part, [width])
        head.append({"name": f"{new}nextn.{part}.weight", "shape": shape, "type": "F32"})
    return head


def _dense(head: list[dict[str, Any]], prefix: str, width: int) -> list[dict[str, Any]]:
    """Leave experts out, and join the projections."""
    rows = sum(
        tensor["shape"][1]
        for tensor in head
        if tensor["name"].endswith(("attn_q.weight", "attn_k.weight", "attn_v.weight"))
    )
    kept = [tensor for tensor in head if not any(part in tensor["name"] for part in LEFT_OUT)]
    joined = {"name": f"{prefix}attn_qkv.weight", "shape": [width, rows], "type": "F32"}
    return [*kept, joined]
