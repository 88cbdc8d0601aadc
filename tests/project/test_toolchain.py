from __future__ import annotations

import os
from pathlib import Path

import pytest

from buildprof.errors import ToolError
from buildprof.project import toolchain

POSIX = pytest.mark.skipif(os.name == "nt", reason="writes shell scripts")


def fake(folder: Path, name: str, version: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho 'clang version {version}'\n", "utf-8")
    path.chmod(0o755)


def test_the_machines_clang_is_described() -> None:
    found = toolchain.find()
    assert int(found.version.split(".")[0]) >= toolchain.OLDEST
    assert found.proc_stat
    assert found.standard_library != "unknown"
    assert found.target.count("-") >= 2


@POSIX
def test_too_old_a_clang_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("clang", "clang++"):
        fake(tmp_path / "bin", name, "14.0.6")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(ToolError) as caught:
        toolchain.find()
    assert "no clang 15 or later is on PATH (found: clang 14.0.6)" in str(caught.value)


@POSIX
def test_a_clang_without_its_cxx_driver_is_no_candidate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path / "bin", "clang-22", "22.1.0")
    fake(tmp_path / "bin", "clang-format-22", "22.1.0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert toolchain.candidates() == []


@POSIX
def test_a_program_that_writes_no_trace_is_refused(tmp_path: Path) -> None:
    for name in ("clang", "clang++"):
        fake(tmp_path / "bin", name, "22.1.0")
    with pytest.raises(ToolError, match="writes no trace"):
        toolchain.inspect(tmp_path / "bin" / "clang")


@pytest.mark.parametrize(
    ("clang", "cxx"),
    [("clang", "clang++"), ("clang-22", "clang++-22"), ("clang.exe", "clang++.exe")],
)
def test_the_cxx_driver_lies_beside(clang: str, cxx: str) -> None:
    assert toolchain.partner(Path("/usr/bin", clang)) == Path("/usr/bin", cxx)
