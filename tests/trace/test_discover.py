from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.trace import discover
from tests.traces import write

if TYPE_CHECKING:
    from pathlib import Path


def test_folders_are_searched_and_sorted(tmp_path: Path) -> None:
    for name in ("b.json", "a/z.json", "a/b/c.json", ".git/x.json", ".cmake/api/v1/reply/x.json"):
        write(tmp_path, "", name)

    assert discover.find(tmp_path).candidates == ["a/b/c.json", "a/z.json", "b.json"]


@pytest.mark.parametrize("name", ["a.o", "a.cpp", "libx.so", "a.d", "Makefile", "x.pch", ".json"])
def test_other_files_are_not_looked_at(tmp_path: Path, name: str) -> None:
    write(tmp_path, "", name)

    assert discover.find(tmp_path).candidates == []


@pytest.mark.parametrize(
    ("path", "probe"),
    [
        ("CMakeFiles/3.25.1/CompilerIdCXX/a.json", True),
        ("sub/CMakeFiles/CMakeScratch/TryCompile-1/a.json", True),
        ("CMakeFiles/CMakeTmp/a.json", True),
        ("CMakeFiles/_CMakeLTOTest-CXX/bin/a.json", True),
        ("CMakeFiles/CompilerIdFan.dir/a.json", False),
        ("CMakeFiles/app.dir/CMakeScratch.cpp.json", False),
    ],
)
def test_probes(tmp_path: Path, path: str, probe: bool) -> None:
    write(tmp_path, "", path)

    found = discover.find(tmp_path)

    assert (found.probes == [path], found.candidates == [path]) == (probe, not probe)


def test_stray_traces_and_trees(tmp_path: Path) -> None:
    for name in ("sub/-.json", "a/.ninja_log", "a/CMakeCache.txt", "b/compile_commands.json"):
        write(tmp_path, "", name)

    found = discover.find(tmp_path)

    assert (found.stray, found.trees) == (["sub/-.json"], ["a", "b"])
    assert found.candidates == ["b/compile_commands.json"]


def test_named_files_are_looked_at_wherever_they_are(tmp_path: Path) -> None:
    write(tmp_path, "", ".cmake/x.json")

    found = discover.find(tmp_path, [".cmake/x.json", "gone.json"])

    assert found.candidates == [".cmake/x.json"]


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "", "real/a.json")
    (tmp_path / "real" / "up").symlink_to(tmp_path)
    (tmp_path / "linked.json").symlink_to(tmp_path / "real" / "a.json")

    assert discover.find(tmp_path).candidates == ["linked.json", "real/a.json"]
