"""What the compiled core says of a file and of the processes traced in it."""

from __future__ import annotations

import enum
from typing import Literal

import msgspec


class Status(enum.IntEnum):
    """What a file turned out to be."""

    TRACE = 0
    IGNORED = 1
    UNREADABLE = 2


class UnitFacts(msgspec.Struct, frozen=True, array_like=True):
    """One traced process. Times are microseconds; None is unknown."""

    producer: str
    work: Literal["compile", "device", "link"]
    process: str
    module: str
    total_us: int | None
    frontend_us: int | None
    backend_us: int | None
    started_us: int | None
    reads_pch: bool
    writes_ast: bool
    optimizer: bool
    codegen: bool
    totals: bool
    instantiation_us: int
    events: int
    shortest_us: int
    left_out_us: int
    members: tuple[str, ...]
    unknown: tuple[str, ...]


class FileFacts(msgspec.Struct, frozen=True, array_like=True):
    """One file; `size` is -1 where it could not be opened."""

    status: Status
    message: str
    size: int
    modified_ns: int
    warnings: tuple[str, ...]
    units: tuple[UnitFacts, ...]
