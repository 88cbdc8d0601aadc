"""The record of a `buildprof ci` call: OUT/ci.json, written after every stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.errors import UsageError
from buildprof.runs.stages import RED, OneTest, Outcome, Results, StageResult, State, TestState

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "RED",
    "OneTest",
    "Outcome",
    "Results",
    "StageResult",
    "State",
    "TestState",
    "load",
    "save",
]

FILE_NAME = "ci.json"


def save(out: Path, results: Results) -> None:
    """Write the record; it is whole at every moment."""
    out.mkdir(parents=True, exist_ok=True)
    aside = out / f"{FILE_NAME}.part"
    aside.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    aside.replace(out / FILE_NAME)


def load(out: Path) -> Results:
    """Read the record of an earlier call. Raises UsageError where there is none that can be read."""
    file = out / FILE_NAME
    try:
        return msgspec.json.decode(file.read_bytes(), type=Results)
    except OSError as error:
        raise UsageError(
            f"cannot be read: {error.strerror}",
            where=file,
            hint="--resume goes on with an earlier call of the same OUT.",
        ) from error
    except msgspec.MsgspecError as error:
        raise UsageError(f"is no record of stages: {error}", where=file) from error
