"""Draft heads give the logits that those of llama.cpp give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.native import drafts, gguf_models, parity

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern


@pytest.mark.skipif(not parity.REFERENCES.is_dir(), reason="no ../shared/parity")
@pytest.mark.parametrize("name", drafts.names())
def test_the_draft_head_agrees(native: Tern, tmp_path: Path, name: str) -> None:
    reference = np.load(drafts.FOLDER / f"{name}.npz")
    description, model = tmp_path / "model.json", tmp_path / "model.gguf"
    drafts.write_description(name, description)
    gguf_models.write_model(description, model)

    found = parity.logits(native, model, reference["tokens"], "draft")

    assert found.shape == reference["draft"].shape
    assert parity.nmse(reference["draft"], found) <= parity.LIMIT


def test_there_are_references() -> None:
    assert len(drafts.names()) >= 8
