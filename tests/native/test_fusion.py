"""What is fused on each device that runs here, for the models of the repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.native.tern import SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

BASELINES = SOURCE / "tests" / "fusion"
GPT2 = "NORM+MUL+ADD"
NO_DEVICE = 77  # what the programs end with


def rows(device: str, architecture: str) -> list[str]:
    """Give the lines of a baseline for one architecture."""
    text = (BASELINES / f"{device}.csv").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.split(",")[0].strip() == architecture]


@pytest.mark.parametrize("device", ["cpu", "host", "CUDA0", "MTL0", "opencl"])
@pytest.mark.parametrize("name", ["gpt2", "llama", "qwen2"])
def test_counts_are_those_of_the_baseline(
    native: Tern, models: dict[str, Path], device: str, name: str
) -> None:
    baseline = BASELINES / f"{device.rstrip('0')}.csv"
    arguments: list[str | Path] = [
        "--model",
        models[f"{name}-dense"],
        "--device",
        device,
        "--check",
        baseline,
    ]
    done = native.attempt("tern-test-fusion", *arguments)
    if done.returncode == NO_DEVICE:
        pytest.skip(f"no device {device}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "fusion: 1/1" in done.stdout


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("      5", "      6", "FAIL"),
        (GPT2, "NORM+MUL", f"{GPT2}                       5       0        0"),
        (GPT2, "NORM+MUL", "vanished: gpt2,0,any,NORM+MUL: 5"),
    ],
)
def test_other_counts_and_rows_that_are_gone_fail(
    native: Tern, models: dict[str, Path], tmp_path: Path, before: str, after: str, told: str
) -> None:
    (line,) = rows("MTL", "gpt2")
    changed = tmp_path / "changed.csv"
    changed.write_text(line.replace(before, after) + "\n", encoding="utf-8")
    arguments: list[str | Path] = ["--model", models["gpt2-dense"], "--device", "MTL0", "--counts"]
    done = native.attempt("tern-test-fusion", *arguments, "--check", changed)

    assert done.returncode == 3
    assert told in done.stdout
    assert "fusion: 0/1" in done.stdout
