from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from buildprof.report import drop_in
from tests.traces import EC, span, text, write

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "ClangBuildAnalyzerSession.txt"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: object) -> int:
    return drop_in.invoke([str(argument) for argument in arguments])


def test_start_build_stop_analyze(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write(tmp_path / "b", text(span("Frontend", 0, 70_000), EC), "old.json")
    os.utime(old, (1_000_000_000, 1_000_000_000))

    assert run("--start", tmp_path / "b") == 0
    assert abs(int((tmp_path / "b" / SESSION).read_text()) - time.time()) < 60
    write(tmp_path / "b", text(span("Frontend", 0, 60_000), EC), "new.json")
    assert run("--stop", tmp_path / "b", tmp_path / "capture") == 0
    capsys.readouterr()
    assert run("--analyze", tmp_path / "capture") == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        f"Analyzing build trace from '{tmp_path / 'capture'}'...",
        "**** Time summary:",
        "Compilation (1 times):",
    ]
    assert f"    60 ms: {tmp_path / 'b' / 'new.json'}" in lines


def test_all_takes_old_traces_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        write(tmp_path / "b", text(span("Frontend", 0, 60_000), EC), f"{name}.json")

    assert run("--all", tmp_path / "b", "capture") == 0
    (tmp_path / "b" / "a.json").unlink()
    assert run("--analyze", "capture") == 0

    assert "Compilation (2 times):" in capsys.readouterr().out


def test_the_settings_of_the_folder_are_honoured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "b", text(span("Frontend", 0, 60_000), EC))
    run("--all", "b", "capture")
    (tmp_path / "ClangBuildAnalyzer.ini").write_text("[minTimes]\nfile = 100\n")

    run("--analyze", "capture")

    assert "Files that took longest to parse" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "these arguments make no command"),
        (("--all", "b"), "these arguments make no command"),
        (("--nonsense",), "usage, one of:"),
        (("--start", "none"), "cannot be written"),
        (("--stop", ".", "capture"), "holds no start time"),
        (("--all", "none", "capture"), "is no directory"),
        (("--all", ".", "capture"), "holds no traces"),
        (("--analyze", "none"), "cannot be read"),
        (("--analyze", "text"), "is no capture"),
        (("--analyze", "theirs"), "was written by ClangBuildAnalyzer"),
        (("--analyze", "cut"), "is damaged"),
    ],
)
def test_what_is_wrong_is_said_and_ends_with_1(
    arguments: tuple[str, ...], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "theirs").write_bytes(b"0ABC\0\0\0\0")
    (tmp_path / "cut").write_bytes(drop_in.MAGIC + b"\x86")

    assert run(*arguments) == 1
    assert words in capsys.readouterr().err


def test_broken_traces_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "b", text(EC))
    write(tmp_path / "b", "{", "bad.json")

    assert run("--all", "b", "capture") == 0
    assert "bad.json: ends in the middle at byte 1" in capsys.readouterr().err


def test_the_version_says_who_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert "buildprof" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="a script stands in for the program")
def test_under_its_name_it_hands_over_to_the_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = tmp_path / "ClangBuildAnalyzer"
    tool.write_text('#!/bin/sh\necho "real $*"\nexit 7\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), os.environ["PATH"]]))
    monkeypatch.setattr("sys.argv", ["ClangBuildAnalyzer", "--all", "b", "c"])

    with pytest.raises(SystemExit, match="7"):
        drop_in.main_as_analyzer()

    assert capsys.readouterr().out == "real --all b c\n"
