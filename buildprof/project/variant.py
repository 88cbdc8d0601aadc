"""Variants: how translation units are compiled. A new one is a row here, or a table in buildprof.toml."""

from __future__ import annotations

from typing import Literal

import msgspec

Treatment = Literal["off", "keep", "on"]


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One way to compile a project.

    `pch` and `unity` say what happens to either technique: `off` takes it away wherever the project
    asks for it, `keep` leaves the project's own settings, `on` makes sure that it is used. `headers`
    gives targets their precompiled headers, `cache` adds CMake cache entries, `flags` compiler flags.
    """

    name: str
    label: str
    pch: Treatment = "keep"
    unity: Treatment = "keep"
    headers: dict[str, tuple[str, ...]] = {}
    unity_targets: tuple[str, ...] = ()
    batch_size: int = 8
    cache: dict[str, str] = {}
    flags: tuple[str, ...] = ()


VARIANTS: tuple[Variant, ...] = (
    Variant(name="baseline", label="baseline", pch="off", unity="off"),
    Variant(name="as-is", label="as is"),
    Variant(name="pch", label="PCH", pch="on", unity="off"),
    Variant(name="unity", label="unity", pch="off", unity="on"),
    Variant(name="pch-unity", label="PCH + unity", pch="on", unity="on"),
)

DEFAULT_VARIANTS = ("baseline", "pch", "unity", "pch-unity")
