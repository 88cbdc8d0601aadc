from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.errors import UsageError
from buildprof.project import project

if TYPE_CHECKING:
    from pathlib import Path


def cmake(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CMakeLists.txt").write_text("project(x)\n", "utf-8")
    return folder


def test_the_project_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cmake(tmp_path / "native")
    monkeypatch.chdir(cmake(tmp_path))
    assert project.load(None, None).source == tmp_path.resolve()


def test_the_embedded_project_is_taken_where_there_is_none_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded = cmake(tmp_path / "native")
    monkeypatch.chdir(tmp_path)
    assert project.load(None, None).source == embedded.resolve()


def test_a_folder_without_a_project_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no CMakeLists\.txt") as caught:
        project.load(tmp_path, None)
    assert caught.value.where == tmp_path.resolve()


def test_a_generic_project_is_called_as_its_folder(tmp_path: Path) -> None:
    assert project.load(cmake(tmp_path / "engine"), None).name == "engine"


def test_an_unknown_variant_lists_the_known(tmp_path: Path) -> None:
    loaded = project.load(cmake(tmp_path), None)
    with pytest.raises(UsageError) as caught:
        loaded.variant("pgo")
    assert caught.value.hint == "There are: baseline, as-is, pch, unity, pch-unity."


def test_the_projects_own_file_is_read(tmp_path: Path) -> None:
    cmake(tmp_path)
    (tmp_path / "buildprof.toml").write_text("[project]\nname = 'named'\n", "utf-8")
    assert project.load(tmp_path, None).name == "named"
