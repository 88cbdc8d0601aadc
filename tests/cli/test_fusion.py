from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests import toy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Outcome

    Command = Callable[..., Outcome]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="makes programs that are shell scripts")

ROWS = "gpt2,0,any,NORM+MUL,5\nllama,0,any,ADD+ADD,1\nllama,0,any,ADD+ADD,2\n"
RECORDED = """\
# test-fusion baseline for device MTL
# arch              ,moe ,mode    ,label                       ,  count
gpt2                ,0   ,any     ,NORM+MUL                    ,      5
llama               ,0   ,any     ,ADD+ADD                     ,      1
llama               ,0   ,any     ,ADD+ADD                     ,      2
"""


@pytest.fixture
def fusion(tmp_path: Path, buildprof: Command) -> Callable[..., Outcome]:
    """Run the command over a program that records ROWS: `fusion("check")`."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models/a.gguf").touch()
    report = "gpt2 dense any NORM+MUL 5 0 5 ${NMSE:-1e-9} 2e-7 ok"
    text = f"#!/bin/sh\ncat > $6 <<'END'\n{ROWS}END\necho \"{report}\"\n"
    (tmp_path / "prog").write_text(text, "utf-8")
    (tmp_path / "prog").chmod(0o755)
    fixed = ("--device", "MTL0", "--models", "models", "--program", "prog")
    return lambda action, *more: buildprof("fusion", action, *fixed, "--baseline", "b.csv", *more)


def test_what_was_recorded_is_as_the_baseline_has_it(
    tmp_path: Path, fusion: Callable[..., Outcome]
) -> None:
    recorded, checked = fusion("record"), fusion("check")

    assert (recorded.code, recorded.stdout) == (0, "3 rows on MTL0: recorded\n")
    assert (tmp_path / "b.csv").read_text("utf-8") == RECORDED
    assert (checked.code, checked.stdout) == (0, "3 rows on MTL0: as the baseline has them\n")
    assert "note: 2 rows are llama,0,any,ADD+ADD: counts 1, 2" in checked.stderr


def test_check_fails_on_differences_and_diff_shows_them(
    tmp_path: Path, fusion: Callable[..., Outcome]
) -> None:
    (tmp_path / "b.csv").write_text("gpt2,0,any,NORM+MUL,4\nbloom,0,any,X,1\n", "utf-8")
    told = (
        "vanished: bloom any X: 1 → –\n"
        "changed: gpt2 any NORM+MUL: 4 → 5\n"
        "new: llama any ADD+ADD: – → 1, 2\n"
    )
    checked, shown = fusion("check"), fusion("diff")

    assert (checked.code, checked.stdout) == (1, told)
    assert "3 problems with the fusions" in checked.stderr
    assert (shown.code, shown.stdout) == (0, told + "3 rows on MTL0: 3 differences\n")


def test_an_error_above_its_limit_is_not_recorded(
    tmp_path: Path, fusion: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NMSE", "0.5")
    done = fusion("record")

    assert done.code == 1
    assert "NMSE fused against unfused is 5.00e-01, limit 0.0001" in done.stdout
    assert not (tmp_path / "b.csv").exists()
    assert fusion("record", "--max-nmse-fused", "1").code == 0


def test_a_missing_baseline_is_known_before_the_program_runs(
    tmp_path: Path, fusion: Callable[..., Outcome]
) -> None:
    (tmp_path / "prog").unlink()
    done = fusion("check")

    assert done.code == 2
    assert "b.csv: cannot be read" in done.stderr


def test_a_project_without_a_program_says_where_to_name_one(
    tmp_path: Path, buildprof: Command
) -> None:
    source = toy.make(tmp_path / "toy")
    options = ("--device", "CPU", "--models", tmp_path, "--baseline", "b.csv")
    done = buildprof("fusion", "record", *options, "--source", source)

    assert done.code == 2
    assert "has no fusion test program" in done.stderr
    assert "stage.fusion.program" in done.stderr
