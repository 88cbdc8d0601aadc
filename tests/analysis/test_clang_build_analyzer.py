from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis import clang_build_analyzer as peer
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="scripts stand in for the program")

# Says what it was asked, as the report of the program it stands in for.
SCRIPT = f"""#!{sys.executable}
import os, pathlib, sys
if sys.argv[1] == "--analyze":
    print(pathlib.Path(sys.argv[2]).read_text() + "|" + os.getcwd())
elif sys.argv[1] == "--stop":
    session = pathlib.Path(sys.argv[2]) / "ClangBuildAnalyzerSession.txt"
    pathlib.Path(sys.argv[3]).write_text("stop " + session.read_text().strip())
else:
    pathlib.Path(sys.argv[3]).write_text(" ".join(sys.argv[1:3]))
"""


def program(folder: Path, text: str = SCRIPT) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / peer.NAME
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_real_one_on_path_is_found_behind_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "ours", "#!/usr/bin/python3\nfrom buildprof.report.drop_in import main\n")
    real = program(tmp_path / "real")
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "ours"), str(tmp_path / "real")]))

    assert peer.find() == real


def test_without_a_real_one_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert peer.find() is None


def test_what_is_given_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not there"):
        peer.find(tmp_path / "none")


def test_all_traces_or_those_since(tmp_path: Path) -> None:
    tool, root = program(tmp_path / "bin"), tmp_path / "b"
    root.mkdir()

    assert peer.report(tool, root) == f"--all {root}|{root}\n"
    assert peer.report(tool, root, since_s=5, settings_folder=tmp_path) == f"stop 5|{tmp_path}\n"
    assert list(root.iterdir()) == []


def test_a_session_that_was_open_stays_open(tmp_path: Path) -> None:
    (tmp_path / peer.SESSION).write_text("77\n")

    peer.report(program(tmp_path / "bin"), tmp_path, since_s=5)

    assert (tmp_path / peer.SESSION).read_text() == "77\n"


def test_its_failure_is_an_error_with_its_words(tmp_path: Path) -> None:
    tool = program(tmp_path / "bin", "#!/bin/sh\necho no traces here\nexit 1\n")

    with pytest.raises(ToolError, match=r"failed \(1\): no traces here"):
        peer.report(tool, tmp_path)
