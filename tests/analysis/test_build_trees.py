"""Build trees that lie in one folder, and what their settings do to traces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from buildprof.analysis.build import analyze
from tests.traces import EC, OBJECT, TRACE, messages, only, text, write

if TYPE_CHECKING:
    from pathlib import Path


def tree(root: Path, folder: str, **cache: str) -> None:
    commands = [{"directory": "/b", "file": "/s/a.cpp", "output": OBJECT, "command": "clang++"}]
    write(root, json.dumps(commands), f"{folder}/compile_commands.json")
    entries = [f"{name}:STRING={value}" for name, value in cache.items()]
    write(root, "\n".join(entries), f"{folder}/CMakeCache.txt")
    write(root, text(EC), f"{folder}/{TRACE}")


def test_two_trees_are_told_apart(tmp_path: Path) -> None:
    tree(tmp_path, "debug", CMAKE_BUILD_TYPE="Debug")
    tree(tmp_path, "release", CMAKE_BUILD_TYPE="Release")

    result = analyze(tmp_path, detect=True)

    assert sorted(unit.configuration or "" for unit in result.units) == ["Debug", "Release"]
    assert messages(result) == ["holds 2 build trees (debug, release): sums are over all of them"]
    assert result.differences == ()


def test_configurations_of_one_tree_are_told_apart(tmp_path: Path) -> None:
    for name in ("Debug", "Release"):
        write(tmp_path, text(EC), f"CMakeFiles/app.dir/{name}/a.cpp.json")

    assert sorted(unit.configuration or "" for unit in analyze(tmp_path).units) == [
        "Debug",
        "Release",
    ]


@pytest.mark.parametrize(
    ("cache", "words"),
    [
        ({"CMAKE_OSX_ARCHITECTURES": "arm64;x86_64"}, "CMAKE_OSX_ARCHITECTURES has 2"),
        ({"CMAKE_CXX_COMPILER_LAUNCHER": "/usr/bin/ccache"}, "compiles through ccache"),
        ({"CMAKE_CXX_COMPILER_LAUNCHER": "distcc"}, "remote compilations do not come back"),
    ],
)
def test_settings_that_lose_traces_are_said(
    tmp_path: Path, cache: dict[str, str], words: str
) -> None:
    tree(tmp_path, "b", **cache)

    [problem] = analyze(tmp_path / "b", detect=True).warnings

    assert problem.path == "CMakeCache.txt"
    assert words in problem.message


def test_a_broken_database_does_not_stop_the_analysis(tmp_path: Path) -> None:
    write(tmp_path, text(EC))
    write(tmp_path, '[{"directory":', "compile_commands.json")

    result = analyze(tmp_path, detect=True)

    assert only(result).trace == "a.cpp.json"
    assert "is no compilation database" in messages(result)[0]
