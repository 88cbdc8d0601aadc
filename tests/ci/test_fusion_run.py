from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof import process
from buildprof.ci import fusion_run
from buildprof.ci.fusion import Nmse, Row
from buildprof.ci.fusion_run import Limits, Measured
from buildprof.errors import ConfigError, GateError, ToolError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from buildprof.process import Finished

POSIX = pytest.mark.skipif(os.name == "nt", reason="makes programs that are shell scripts")
ROW = Row("gpt2", "0", "any", "NORM+MUL", 5)


def program(folder: Path, text: str) -> Path:
    """Write a program and a model; `$6` is the file to record in."""
    (folder / "models").mkdir()
    (folder / "models/a.gguf").touch()
    (folder / "prog").write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    (folder / "prog").chmod(0o755)
    return folder / "prog"


def call(command: Sequence[str | Path]) -> Finished:
    return process.stream(command, lambda _line: None)


def measure(folder: Path, text: str) -> Measured:
    return fusion_run.measure(program(folder, text), "MTL0", folder / "models", call)


@POSIX
def test_rows_and_errors_of_the_program_are_taken(tmp_path: Path) -> None:
    text = "echo 'gpt2,0,any,NORM+MUL,5' > $6\necho 'gpt2 dense any NORM+MUL 5 0 5 1e-9 2e-7 ok'"

    assert measure(tmp_path, text) == Measured(
        device="MTL",
        rows=(ROW,),
        errors=(Nmse(name="gpt2 any NORM+MUL", fused=1e-9, device=2e-7),),
    )


@POSIX
def test_a_device_that_the_program_skips_is_no_pass(tmp_path: Path) -> None:
    with pytest.raises(GateError, match="recorded nothing on MTL0 and ended with exit code 0"):
        measure(tmp_path, "exit 0")


@POSIX
def test_a_record_without_a_row_is_no_pass(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds no row"):
        measure(tmp_path, "echo '# nothing' > $6")


@POSIX
def test_a_program_that_crashes_after_it_recorded_is_no_pass(tmp_path: Path) -> None:
    with pytest.raises(GateError, match="was killed by signal 9"):
        measure(tmp_path, "echo 'gpt2,0,any,NORM+MUL,5' > $6\nkill -9 $$")


def test_a_missing_program_and_missing_models_are_named(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="is not built"):
        fusion_run.measure(tmp_path / "none", "CPU", tmp_path, call)
    (tmp_path / "prog").touch()
    with pytest.raises(ToolError, match=r"holds no \.gguf file"):
        fusion_run.measure(tmp_path / "prog", "CPU", tmp_path, call)


def test_problems_are_rows_and_errors() -> None:
    errors = (Nmse(name="gpt2 any NORM+MUL", fused=1e-9, device=2e-7),)
    good = Measured(device="MTL", rows=(ROW,), errors=errors)

    assert fusion_run.problems(good, [ROW], Limits()) == []
    assert len(fusion_run.problems(good, [ROW, ROW], Limits())) == 1
    assert len(fusion_run.problems(good, [ROW], Limits(device=1e-8))) == 1


def test_a_program_that_reports_no_error_proves_nothing() -> None:
    silent = Measured(device="MTL", rows=(ROW,), errors=())

    assert fusion_run.problems(silent, [ROW], Limits()) == ["the program reports no NMSE"]


@pytest.mark.parametrize(("device", "name"), [("MTL0", "MTL"), ("CPU", "CPU"), ("CUDA12", "CUDA")])
def test_baselines_are_named_after_the_kind_of_device(device: str, name: str) -> None:
    assert fusion_run.base(device) == name
