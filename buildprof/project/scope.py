"""Scopes: which part of a project is built."""

from __future__ import annotations

import msgspec


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a project: the cache entries that choose it and the targets to build (none: all)."""

    name: str
    label: str
    cache: dict[str, str] = {}
    targets: tuple[str, ...] = ()


MINIMAL = Scope(name="minimal", label="Minimal")
FULL = Scope(name="full", label="Full")
