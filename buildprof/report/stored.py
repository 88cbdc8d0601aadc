"""A comparison that was kept: what `buildprof compare --json` printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare.result import SCHEMA_VERSION, Comparison
from buildprof.runs import versioned
from buildprof.runs.folder import RUN_FILE

if TYPE_CHECKING:
    from pathlib import Path


def is_comparison(path: Path) -> bool:
    """Tell a file that should hold a comparison from the names of runs."""
    return path.is_file() and path.name != RUN_FILE


def load(path: Path) -> Comparison:
    """Read a comparison. Raises UsageError where the file holds none, or one of a later version."""
    return versioned.read(
        path,
        Comparison,
        SCHEMA_VERSION,
        otherwise="is no comparison",
        hint="Make one: buildprof compare A B --json > FILE",
    )
