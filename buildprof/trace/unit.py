"""The record of one translation unit."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["source", "unity", "pch", "generated", "device"]


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """One translation unit. Times are microseconds of its trace; None is unknown, never 0.

    A unit of a device is compiled for `arch`, and its time holds what assembled and linked the code.
    `name` is what tables show: the source, relative to the source or build root. `trace` is relative
    to the directory that was analysed. `total_us` is the compiler's whole time (ExecuteCompiler) and
    `other_us` what of it is neither frontend nor backend. A unit is `incomplete` where its trace holds
    only a part of the compilation.
    """

    name: str
    trace: str
    kind: Kind = "source"
    source: str | None = None
    members: tuple[str, ...] = ()
    target: str | None = None
    configuration: str | None = None
    language: str | None = None
    arch: str | None = None
    frontend_us: int | None = None
    backend_us: int | None = None
    other_us: int | None = None
    total_us: int | None = None
    user_us: int | None = None
    peak_kib: int | None = None
    trace_bytes: int | None = None
    object_bytes: int | None = None
    started_us: int | None = None
    reads_pch: bool = False
    incomplete: bool = False

    @property
    def title(self) -> str:
        """The name, with the device that it is compiled for."""
        device = ", ".join(filter(None, (self.language, self.arch)))
        return f"{self.name} ({device})" if self.kind == "device" and device else self.name
