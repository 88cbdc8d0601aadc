"""Which state of the project was built, as git tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof import process
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """A commit, and whether the work tree differs from it. `commit` is None outside of git."""

    commit: str | None = None
    dirty: bool = False


def of(source: Path) -> Revision:
    """Return the revision of the work tree that tracks `source`."""
    try:
        if _git(source, "ls-files", "--error-unmatch", "CMakeLists.txt") is None:
            return Revision()
        commit = _git(source, "rev-parse", "HEAD")
        changes = _git(source, "status", "--porcelain", "--", ".")
    except ToolError:
        return Revision()
    return Revision(commit=commit, dirty=bool(changes))


def _git(source: Path, *arguments: str) -> str | None:
    done = process.capture(["git", "-C", source, *arguments])
    return done.output.strip() if done.returncode == 0 else None
