from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.ci.switches import Switches
from buildprof.ci.trees import NotBuilt, Trees
from buildprof.errors import UsageError
from buildprof.project.project import load
from tests import contexts, toy_ci

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.log import Log


def trees(folder: Path, *, resume: bool = False) -> Trees:
    project = load(folder / "engine", None)
    return Trees(project, folder / "trees", Switches(), jobs=2, resume=resume)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return toy_ci.make(tmp_path / "engine")


def test_a_tree_is_built_once_a_call(source: Path, tmp_path: Path, log: Log) -> None:
    made = trees(tmp_path)
    root = made.built("release", log)
    first = (root / "unit").stat().st_mtime_ns
    toy_ci.edit(source, "unit.c", "1 + 1", "2 + 0")

    assert made.built("release", log) == root
    assert (root / "unit").stat().st_mtime_ns == first
    assert "CMAKE_BUILD_TYPE:STRING=Release" in (root / "CMakeCache.txt").read_text(
        "utf-8"
    ).replace("UNINITIALIZED", "STRING")


def test_a_new_call_begins_from_clean_and_resume_does_not(
    source: Path, tmp_path: Path, log: Log
) -> None:
    root = trees(tmp_path).built("release", log)
    (root / "left").touch()

    assert source.is_dir()
    assert (trees(tmp_path, resume=True).built("release", log) / "left").exists()
    assert not (trees(tmp_path).built("release", log) / "left").exists()


def test_what_does_not_compile_is_not_built(source: Path, tmp_path: Path, log: Log) -> None:
    toy_ci.edit(source, "unit.c", "argc != 2", "argc is 2")
    made = trees(tmp_path)
    for _ in range(2):
        with pytest.raises(NotBuilt) as caught:
            made.built("release", log)

    assert "does not compile\nFAILED: " in str(caught.value)
    assert "unit.c:3:" in str(caught.value)


def test_what_cannot_be_configured_is_not_built(source: Path, tmp_path: Path, log: Log) -> None:
    toy_ci.edit(source, "CMakeLists.txt", "enable_testing()", 'message(FATAL_ERROR "no luck")')
    with pytest.raises(NotBuilt, match=r"cannot be configured\nCMake Error[\s\S]*no luck"):
        trees(tmp_path).built("release", log)


def test_a_folder_of_others_is_not_emptied(source: Path, tmp_path: Path, log: Log) -> None:
    (tmp_path / "trees/release").mkdir(parents=True)
    (tmp_path / "trees/release/thesis.txt").touch()

    assert source.is_dir()
    with pytest.raises(UsageError, match="not a build tree of buildprof"):
        trees(tmp_path).built("release", log)
    assert (tmp_path / "trees/release/thesis.txt").exists()


def test_an_unknown_tree_is_refused(source: Path, tmp_path: Path) -> None:
    assert source.is_dir()
    with pytest.raises(UsageError, match="no build tree 'nope'"):
        trees(tmp_path).cache("nope")


def test_a_variant_has_a_tree_of_its_own(source: Path, tmp_path: Path, log: Log) -> None:
    made = trees(tmp_path)
    unity = load(source, None).variant("unity")
    root = made.variant(msgspec.structs.replace(unity, cache={"MORE": "1"}), log)

    assert root == tmp_path / "trees/release-unity"
    assert "MORE:UNINITIALIZED=1" in (root / "CMakeCache.txt").read_text("utf-8")
    assert "unity_0_c.c" in (root / "build.ninja").read_text("utf-8")


def test_compilers_of_the_environment_win(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source.is_dir()
    assert "CMAKE_CXX_COMPILER" in trees(tmp_path).cache("debug")
    monkeypatch.setenv("CXX", "g++")
    assert "CMAKE_CXX_COMPILER" not in trees(tmp_path).cache("debug")
    assert trees(tmp_path).compiler() == "g++"


def test_switches_reach_the_cache(tmp_path: Path) -> None:
    found = contexts.context(tmp_path)

    assert found.trees.cache("debug")["CMAKE_BUILD_TYPE"] == "Debug"
    assert found.trees.cache("release")["BUILD_TESTING"] == "ON"
