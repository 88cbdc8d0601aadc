"""What `-fproc-stat-report` wrote: user time and peak memory of every compiler process.

A line is `"tool","output",total µs,user µs,peak KB`.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import msgspec


class Usage(msgspec.Struct, frozen=True):
    """User time in microseconds and peak memory in KiB of one compile."""

    user_us: int
    peak_kib: int


def read(path: Path, build_root: Path) -> dict[str, Usage]:
    """Return usage by output, its path relative to the build root; empty where there is no report."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        return dict(entry for row in csv.reader(file) if (entry := _entry(row, build_root)))


def _entry(row: list[str], build_root: Path) -> tuple[str, Usage] | None:
    try:
        _, output, _, user_us, peak_kib = row
        usage = Usage(int(user_us), int(peak_kib))
    except ValueError:
        return None  # cut short by a kill
    return Path(os.path.relpath(build_root / output, build_root)).as_posix(), usage
