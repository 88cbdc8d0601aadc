"""A step of a build: one edge of the build graph that ran."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal["compile", "link", "custom", "install", "test", "other"]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One edge that ran. Paths are as the build tool spelled them: relative to the build root.

    Times are microseconds; `started_us` counts from the Unix epoch. None is unknown.
    """

    role: Role
    outputs: tuple[str, ...]
    source: str | None = None
    target: str | None = None
    language: str | None = None
    configuration: str | None = None
    command: str | None = None
    directory: str | None = None
    trace: str | None = None
    started_us: int | None = None
    duration_us: int | None = None
    result: int | None = None
