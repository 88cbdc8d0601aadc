from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.driver import worktree
from buildprof.errors import UsageError
from tests import toy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return toy.two_commits(tmp_path / "repository")


def test_each_revision_is_there_and_gone_afterwards(source: Path) -> None:
    before = toy.snapshot(source)
    with worktree.checked_out(source, ["HEAD~1", "HEAD"]) as (old, new):
        assert old.name == new.name == source.name
        assert len(str(old)) == len(str(new))
        assert (old / "src/line.cpp").read_text() != (new / "src/line.cpp").read_text()
    assert not old.exists()
    assert toy.snapshot(source) == before
    assert len(toy.git(source, "worktree", "list").splitlines()) == 1


def test_they_are_gone_after_an_error_too(source: Path) -> None:
    def fail() -> None:
        with worktree.checked_out(source, ["HEAD"]):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert len(toy.git(source, "worktree", "list").splitlines()) == 1


def test_hooks_do_not_run(source: Path) -> None:
    hook = source / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\ntouch $(git rev-parse --git-common-dir)/ran\n")
    hook.chmod(0o755)
    with worktree.checked_out(source, ["HEAD"]):
        pass
    assert not (source / ".git/ran").exists()


def test_a_revision_that_does_not_exist(source: Path) -> None:
    with pytest.raises(UsageError, match="there is no revision 'elsewhere'"):
        worktree.checked_out(source, ["elsewhere"]).__enter__()
    with pytest.raises(UsageError, match="there is no revision '--all'"):
        worktree.checked_out(source, ["--all"]).__enter__()


def test_a_project_outside_of_git(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is in no git repository"):
        worktree.checked_out(toy.make(tmp_path / "toy"), ["HEAD"]).__enter__()
