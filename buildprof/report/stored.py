"""A comparison that was kept: what `buildprof compare --json` printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare.result import SCHEMA_VERSION, Comparison
from buildprof.errors import UsageError
from buildprof.runs.folder import RUN_FILE

if TYPE_CHECKING:
    from pathlib import Path


class _Version(msgspec.Struct, frozen=True):
    schema_version: int


def is_comparison(path: Path) -> bool:
    """Tell a file that should hold a comparison from the names of runs."""
    return path.is_file() and path.name != RUN_FILE


def load(path: Path) -> Comparison:
    """Read a comparison. Raises UsageError where the file holds none, or one of a later version."""
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Version).schema_version
        if version > SCHEMA_VERSION:
            raise UsageError(
                f"was written by a later buildprof (schema {version}, this one reads {SCHEMA_VERSION})",
                where=path,
                hint="Update buildprof.",
            )
        return msgspec.json.decode(data, type=Comparison)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=path) from error
    except msgspec.MsgspecError as error:
        raise UsageError(
            f"is no comparison: {error}",
            where=path,
            hint="Make one: buildprof compare A B --json > FILE",
        ) from error
