"""What a run is judged against where nothing else is said: the run before it that compares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import comparable, sides
from buildprof.errors import UsageError
from buildprof.runs.folder import everything

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.folder import RunFolder


def before(name: str, reports: Path) -> RunFolder:
    """Return the latest earlier run of the same project, machine, compiler and -j.

    Raises UsageError where there is none.
    """
    folder, _ = sides.split(name, reports)
    run = folder.load()
    for other in reversed(everything(reports)):
        if other.path.resolve() == folder.path.resolve():
            continue
        earlier = other.load()
        before_it = earlier.created < run.created and sides.cells(earlier)
        if before_it and not comparable.reasons(earlier, run):
            return other
    raise UsageError(
        f"there is no earlier run to judge {run.id} against",
        where=reports / "runs",
        hint="Name one with --reference; it must be of the same project, machine, compiler and -j.",
    )
