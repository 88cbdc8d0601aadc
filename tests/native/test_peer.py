"""llama.cpp reads the models that tern generates; pytest -m peer tests/native/test_peer.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.native import peer
from tests.native.peer import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from tests.native.tern import Tern

ASSERTION = "src/llama-model.cpp:7: GGML_ASSERT(n > 0) failed"
UNKNOWN = "llama_model_load: error loading model: unknown model architecture: 'x'"


@pytest.mark.peer
def test_llama_cpp_reads_all_models_that_are_generated(native: Tern, tmp_path: Path) -> None:
    if not peer.installed():
        pytest.skip("llama-cpp-python is not installed (pip install llama-cpp-python)")
    peer.generate(native, tmp_path, [])
    readings = list(peer.read_all(native, tmp_path))
    lines = [*(reading.line() for reading in readings), peer.summary(readings)]
    sys.stdout.write("\n".join(lines) + "\n")

    assert readings
    assert not [r.line() for r in readings if not r.agrees and not r.unknown]


def test_a_reading_is_told_in_one_line() -> None:
    assert Reading("a", 1e-9).line() == "a 1.0e-09 PASS"
    assert Reading("a", 1e-3).line() == "a 1.0e-03 DIFFERS"
    assert Reading("a", float("nan")).line() == "a nan DIFFERS"
    assert Reading("a", None, "why").line() == "a - REFUSED why"


def test_what_llama_cpp_does_not_know_does_not_count() -> None:
    readings = [Reading("a", 1e-9), Reading("b", 1e-3), Reading("c", None, UNKNOWN)]

    assert peer.summary(readings) == (
        "peer: 2 of 2 read, 1 of 2 agree (1 that llama.cpp does not know)"
    )


@pytest.mark.parametrize("line", [ASSERTION, UNKNOWN, "what():  missing tensor 'y'"])
def test_the_line_that_tells_most_is_picked(line: str) -> None:
    assert peer.complaint(f"loading\n  {line}\nbacktrace\n") == line


def test_without_such_a_line_the_first_one_is_picked() -> None:
    assert peer.complaint("killed\nby someone\n") == "killed"
    assert peer.complaint("") == "nothing"
