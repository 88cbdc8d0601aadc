"""A build tree of ours: made anew for every build, and never anybody else's."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

from buildprof.cmake import settings
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

ATTEMPTS = 6
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
    _remove(build_root)
    (build_root / MARK).parent.mkdir(parents=True)
    (build_root / MARK).write_text("made by buildprof, removed by its next build\n", "utf-8")


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
