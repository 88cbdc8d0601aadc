"""Where a build's sources are, as its steps spell them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from buildprof.analysis.units import Roots

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from buildprof.analysis.trees import Tree
    from buildprof.cmake.step import Step

_SHALLOWEST = 2


def find_roots(
    root: Path, steps: Sequence[Step], source_root: Path | None, trees: Sequence[Tree] = ()
) -> Roots:
    """Source roots as given, else as CMake knows them, else the folder that all sources share."""
    spelled = {step.directory for step in steps if step.directory}
    builds = sorted({*spelled, root.absolute().as_posix()})
    known = [tree.facts.source for tree in trees if tree.facts.source]
    if source_root:
        known = [source_root.absolute().as_posix()]
    shared = [] if known else [_shared(steps, builds)]
    sources = [source for source in [*known, *shared] if source]
    return Roots(sources=tuple(dict.fromkeys(sources)), builds=tuple(builds))


def _shared(steps: Sequence[Step], builds: Sequence[str]) -> str | None:
    inside = tuple(f"{build.rstrip('/')}/" for build in builds)
    sources = [
        step.source
        for step in steps
        if step.source and step.source.startswith("/") and not step.source.startswith(inside)
    ]
    if not sources:
        return None
    shared = posixpath.commonpath([posixpath.dirname(source) for source in sources])
    return shared if shared.count("/") >= _SHALLOWEST else None
