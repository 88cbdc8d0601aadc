from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.driver import peer

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="writes shell scripts")


def program(folder: Path, text: str) -> Path:
    tool = folder / "tool"
    tool.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    tool.chmod(0o755)
    return tool


def test_it_is_shown_the_traces_that_count_and_no_other(tmp_path: Path) -> None:
    for name in ("d/a.json", "d/b.json", "copies/a.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}", "utf-8")
    look = 'if [ $1 = --all ]; then cd $2; find . -name "*.json" | sort >$3; else cat $2; fi'
    text = peer.report(program(tmp_path, look), tmp_path, ["d/a.json", "d/b.json"])
    assert text.split() == ["./d/a.json", "./d/b.json"]


def test_a_program_that_fails_is_quoted_and_harms_nothing(tmp_path: Path) -> None:
    text = peer.report(program(tmp_path, "echo no such option; exit 3"), tmp_path, [])
    assert "no such option" in text
