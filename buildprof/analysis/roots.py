"""Where a build's sources are, as its steps spell them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from buildprof.analysis.units import Roots

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from buildprof.cmake.step import Step

_SHALLOWEST = 2


def find_roots(root: Path, steps: Sequence[Step], source_root: Path | None) -> Roots:
    """The source root as given, else the folder that all sources share."""
    build = _build(steps) or root.absolute().as_posix()
    source = source_root.absolute().as_posix() if source_root else _shared(steps, build)
    return Roots(source=source, build=build)


def _build(steps: Sequence[Step]) -> str | None:
    """The directory that outputs are relative to."""
    return next((step.directory for step in steps if step.directory), None)


def _shared(steps: Sequence[Step], build: str) -> str | None:
    inside = build.rstrip("/") + "/"
    sources = [
        step.source
        for step in steps
        if step.source and step.source.startswith("/") and not step.source.startswith(inside)
    ]
    if not sources:
        return None
    shared = posixpath.commonpath([posixpath.dirname(source) for source in sources])
    return shared if shared.count("/") >= _SHALLOWEST else None
