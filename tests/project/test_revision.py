from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof import process
from buildprof.project import revision

if TYPE_CHECKING:
    from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@t.invalid")
    done = process.capture(["git", "-C", folder, *identity, *arguments])
    assert done.returncode == 0, done.output
    return done.output.strip()


def repository(folder: Path) -> Path:
    (folder / "CMakeLists.txt").write_text("project(x)\n", "utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def test_outside_of_git_there_is_no_commit(tmp_path: Path) -> None:
    assert revision.of(tmp_path) == revision.Revision()


def test_a_clean_tree_has_its_commit(tmp_path: Path) -> None:
    source = repository(tmp_path)
    assert revision.of(source) == revision.Revision(commit=git(source, "rev-parse", "HEAD"))


def test_a_changed_tree_is_dirty(tmp_path: Path) -> None:
    source = repository(tmp_path)
    (source / "CMakeLists.txt").write_text("project(y)\n", "utf-8")
    assert revision.of(source).dirty


def test_a_project_that_the_surrounding_repository_does_not_track_has_none(tmp_path: Path) -> None:
    inner = repository(tmp_path) / "unpacked"
    inner.mkdir()
    (inner / "CMakeLists.txt").write_text("project(z)\n", "utf-8")
    assert revision.of(inner) == revision.Revision()
