"""A build tree of ours: made anew for every build, and never anybody else's."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from buildprof.cmake import settings
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

MARK = f"{settings.FOLDER}/tree"


def make(build_root: Path) -> None:
    """Make an empty build tree; an earlier one of ours goes away.

    Raises UsageError where the folder holds anything that buildprof did not make.
    """
    if build_root.exists() and not (build_root / MARK).is_file() and any(build_root.iterdir()):
        raise UsageError(
            "holds files that are not a build tree of buildprof; it would have to be emptied",
            where=build_root,
            hint="Name another folder with --build-dir.",
        )
    if build_root.exists():
        shutil.rmtree(build_root)
    (build_root / MARK).parent.mkdir(parents=True)
    (build_root / MARK).write_text("made by buildprof, removed by its next build\n", "utf-8")
