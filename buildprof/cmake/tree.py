"""A build tree of ours: made anew for every build, and never anybody else's."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

from buildprof import process_tree
from buildprof.cmake import settings
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

ATTEMPTS = 6
MARK = f"{settings.FOLDER}/tree"


def make(build_root: Path) -> None:
    """Make an empty build tree; an earlier one of ours goes away, with what still runs in it.

    Raises UsageError where the folder holds anything that buildprof did not make, and where another
    run is using it.
    """
    if build_root.exists() and not (build_root / MARK).is_file() and any(build_root.iterdir()):
        raise UsageError(
            "holds files that are not a build tree of buildprof; it would have to be emptied",
            where=build_root,
            hint="Name another folder with --build-dir.",
        )
    mark = build_root / MARK
    if mark.is_file():
        _take_over(build_root, mark.read_text("utf-8").strip())
    _remove(build_root)
    mark.parent.mkdir(parents=True)
    mark.write_text(process_tree.identity(), "utf-8")


def _take_over(build_root: Path, owner: str) -> None:
    if process_tree.is_another(owner):
        raise UsageError(
            f"is in use by another run of buildprof (process {owner.partition(' ')[0]})",
            where=build_root,
            hint="Wait for it, or name another folder with --build-dir.",
        )
    # a run that was killed leaves its cmake and ninja behind, and they would write into the new tree
    process_tree.end_users(build_root)


def _remove(build_root: Path) -> None:
    # compilers of a run that was killed may write for a moment longer
    for attempt in range(ATTEMPTS):
        try:
            if build_root.exists():
                shutil.rmtree(build_root)
        except OSError as error:
            if attempt == ATTEMPTS - 1:
                raise UsageError(
                    f"cannot be emptied: {error.strerror}",
                    where=error.filename or build_root,
                    hint="Does another build use it? Name another folder with --build-dir.",
                ) from error
            time.sleep(0.5)
        else:
            return
