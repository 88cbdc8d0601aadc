"""What OpenCL computes here: models, and kernels watched by oclgrind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.native import parity
from tests.native.tern import PARITY

if TYPE_CHECKING:
    from tests.native.tern import Tern

NO_DEVICE = 77
OCLGRIND = Path("/usr/lib/oclgrind/liboclgrind-rt-icd.so")

# Small cases of kernels whose threads share memory or write side by side.
SHARING = [
    ("softmax", r"x=\[33, 4, 1, 2\]"),
    ("rms_norm", r"x=\[64, 5, 4, 3\],epsilon=0,layout=dense"),
    ("argmax", r"x=\[7, 5\]"),
    ("argsort", r"x=\[(7|15), "),
    ("sum_rows", r"dense"),
    ("set_rows", r"f32|F32"),
    ("matmul", r"type=Q4_0,a=\[256, 16\],b=\[256(, 2)?\],layout=dense"),
]


def skip_without(native: Tern) -> None:
    if (
        native.attempt("tern-test-ops", "test", "--backend", "opencl", "--list").returncode
        == NO_DEVICE
    ):
        pytest.skip("no device opencl")


@pytest.mark.parametrize("name", sorted(path.stem for path in PARITY.glob("*.npz")))
def test_logits_agree(native: Tern, models: dict[str, Path], name: str) -> None:
    skip_without(native)

    found = parity.measure(native, PARITY / f"{name}.npz", models[name], "opencl")

    assert found.passed, found.line()


@pytest.mark.slow
@pytest.mark.skipif(not OCLGRIND.exists(), reason="oclgrind is not installed")
@pytest.mark.parametrize(("op", "cases"), SHARING)
def test_threads_do_not_race(
    native: Tern, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, op: str, cases: str
) -> None:
    (tmp_path / "oclgrind.icd").write_text(f"{OCLGRIND}\n", encoding="utf-8")
    log = tmp_path / "log.txt"
    for variable, value in {
        "OCL_ICD_VENDORS": str(tmp_path),
        "OCLGRIND_DATA_RACES": "1",
        "OCLGRIND_LOG": str(log),
        "TERN_OPENCL_IMAGES": "1",
    }.items():
        monkeypatch.setenv(variable, value)
    skip_without(native)

    done = native.attempt(
        "tern-test-ops", "test", "--backend", "opencl", "--op", op, "--filter", cases
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed on opencl" in done.stdout
    assert (log.read_text(encoding="utf-8") if log.exists() else "") == ""
