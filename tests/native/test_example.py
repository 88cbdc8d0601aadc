"""The example outside the tree: built against an installed library, it continues a text."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tests.native import tern

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = tern.SOURCE / "examples" / "generate"


def test_the_example_generates_text(native: tern.Tern, tmp_path: Path) -> None:
    prefix, build, models = (tmp_path / name for name in ("prefix", "build", "models"))
    tern.must([tern.tool("cmake"), "--install", native.build, "--prefix", prefix])
    tern.configure(build, f"-DCMAKE_PREFIX_PATH={prefix}", source=EXAMPLE)
    tern.build(build)
    native.run("tern-generate-models", models, "--arch", "llama")
    program = build / f"generate{tern.suffix()}"
    model = min(models.glob("llama*.gguf"))

    # Random weights choose bytes that are no text, so they are not decoded.
    command = [str(program), str(model), "Hello", "8"]
    texts = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)]

    assert texts[0].strip()
    assert texts[0] == texts[1]
    assert tern.call([program]).returncode == 2
    assert tern.call([program, tmp_path / "none.gguf", "Hello"]).returncode == 1
