from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.cmake import tree
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_tree_of_ours_is_made_anew(tmp_path: Path) -> None:
    root = tmp_path / "build"
    tree.make(root)
    (root / "old.json").touch()
    tree.make(root)
    assert not (root / "old.json").exists()
    assert (root / tree.MARK).is_file()


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    tree.make(tmp_path)
    assert (tmp_path / tree.MARK).is_file()


def test_somebody_elses_files_are_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "thesis.tex"
    precious.write_text("years of work", "utf-8")
    with pytest.raises(UsageError, match="not a build tree of buildprof") as caught:
        tree.make(tmp_path)
    assert caught.value.where == tmp_path
    assert precious.read_text("utf-8") == "years of work"
