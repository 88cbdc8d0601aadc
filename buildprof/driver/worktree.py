"""Other commits of a project, checked out aside: the user's own tree is neither read nor changed."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof import process
from buildprof.errors import ToolError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# hooks of the user's repository are not for checkouts that nobody will see
_QUIET = ("-c", f"core.hooksPath={os.devnull}")


@contextmanager
def checked_out(source: Path, revisions: Sequence[str]) -> Iterator[tuple[Path, ...]]:
    """Give the project's folder at each revision; the work trees are removed at the end.

    All have paths of the same length, and the folder's name is that of the user's. Raises UsageError
    where a revision does not exist or the project is in no git repository.
    """
    top = _top(source)
    commits = [_commit(source, revision) for revision in revisions]
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        trees = [Path(folder).resolve() / str(place) / top.name for place in range(len(commits))]
        try:
            for tree, commit in zip(trees, commits, strict=True):
                _add(top, tree, commit)
            yield tuple(tree / source.resolve().relative_to(top) for tree in trees)
        finally:
            for tree in trees:
                process.capture(["git", "-C", top, "worktree", "remove", "--force", tree])
            process.capture(["git", "-C", top, "worktree", "prune"])


def _top(source: Path) -> Path:
    done = process.capture(["git", "-C", source, "rev-parse", "--show-toplevel"])
    if done.returncode != 0:
        raise UsageError(
            "is in no git repository, so that it has no revisions",
            where=source,
            hint="Name the project's folder with --source.",
        )
    return Path(done.output.strip()).resolve()


def _commit(source: Path, revision: str) -> str:
    wanted = f"{revision}^{{commit}}"
    done = process.capture(
        ["git", "-C", source, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted]
    )
    if done.returncode != 0:
        raise UsageError(
            f"there is no revision {revision!r}",
            where=source,
            hint="A branch, a tag or a commit of this repository is one.",
        )
    return done.output.strip().splitlines()[-1]


def _add(top: Path, tree: Path, commit: str) -> None:
    _git(top, "worktree", "add", "--quiet", "--detach", str(tree), commit)
    if (tree / ".gitmodules").is_file():
        _git(tree, "submodule", "--quiet", "update", "--init", "--recursive")


def _git(folder: Path, *arguments: str) -> None:
    done = process.capture(["git", *_QUIET, "-C", folder, *arguments])
    if done.returncode != 0:
        raise ToolError(f"fails: {done.output.strip()}", where=f"git {' '.join(arguments[:2])}")
