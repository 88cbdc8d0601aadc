"""What `-fproc-stat-report` wrote: user time and peak memory of every compiler process.

A line is `"tool","output",total µs,user µs,peak KB`; with an architecture behind it where a compile is
for GPUs.
"""

from __future__ import annotations

import csv
import os
from pathlib import Path

import msgspec

_COMPILER = "clang"


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


class DeviceUsage(msgspec.Struct, frozen=True, kw_only=True):
    """What the processes of one architecture used: clang, and other programs; None is unknown."""

    clang_us: int = 0
    tools_us: int = 0
    user_us: int | None = 0
    peak_kib: int | None = 0


def devices(path: Path) -> dict[str, DeviceUsage]:
    """Return usage by architecture, "" for the host; empty where there is no report."""
    if not path.is_file():
        return {}
    found: dict[str, DeviceUsage] = {}
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        for row in csv.reader(file):
            try:
                tool, _, total_us, user_us, peak_kib, arch = row
                one = _used(tool, int(total_us), user_us, peak_kib)
            except ValueError:
                continue  # cut short by a kill
            found[arch] = _sum(found[arch], one) if arch in found else one
    return found


def _used(tool: str, total_us: int, user_us: str, peak_kib: str) -> DeviceUsage:
    return DeviceUsage(
        clang_us=total_us if tool == _COMPILER else 0,
        tools_us=0 if tool == _COMPILER else total_us,
        user_us=int(user_us) if user_us else None,
        peak_kib=int(peak_kib) if peak_kib else None,
    )


def _sum(a: DeviceUsage, b: DeviceUsage) -> DeviceUsage:
    unknown_user, unknown_peak = None in {a.user_us, b.user_us}, None in {a.peak_kib, b.peak_kib}
    return DeviceUsage(
        clang_us=a.clang_us + b.clang_us,
        tools_us=a.tools_us + b.tools_us,
        user_us=None if unknown_user else (a.user_us or 0) + (b.user_us or 0),
        peak_kib=None if unknown_peak else max(a.peak_kib or 0, b.peak_kib or 0),
    )


def _entry(row: list[str], build_root: Path) -> tuple[str, Usage] | None:
    try:
        _, output, _, user_us, peak_kib = row
        usage = Usage(int(user_us), int(peak_kib))
    except ValueError:
        return None  # cut short by a kill
    return Path(os.path.relpath(build_root / output, build_root)).as_posix(), usage
