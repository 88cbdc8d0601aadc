"""What lies on disk beside the traces of a build: objects, members of unity files, what processes used."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from buildprof.analysis import paths
from buildprof.analysis.units import Sidecar
from buildprof.cmake import unity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from buildprof.analysis.claims import Claim
    from buildprof.analysis.trees import Tree
    from buildprof.cmake.proc_stat import Usage
    from buildprof.cmake.step import Step


def sidecars(
    root: Path, compiled: Sequence[Claim], usage: Mapping[str, Usage], trees: Sequence[Tree]
) -> dict[str, Sidecar]:
    """Sizes of objects and members of unity files, where they are on disk; what processes used."""
    return {claim.trace: _sidecar(root, claim, usage, trees) for claim in compiled}


def _sidecar(
    root: Path, claim: Claim, usage: Mapping[str, Usage], trees: Sequence[Tree]
) -> Sidecar:
    outputs = claim.step.outputs if claim.step else tuple(paths.objects_of(claim.trace))
    used = next((usage[output] for output in outputs if output in usage), None)
    sizes = [size for output in outputs if (size := _size(root / output)) is not None]
    source = claim.step.source if claim.step else None
    around = [tree for tree in trees if claim.trace.startswith(f"{tree.folder}/".lstrip("/"))]
    return Sidecar(
        configuration=around[-1].facts.build_type if around else None,
        object_bytes=sizes[0] if sizes and not claim.arch else None,
        members=unity.members(root, source or claim.stem),
        user_us=used.user_us if used and not claim.arch else None,
        peak_kib=used.peak_kib if used and not claim.arch else None,
    )


def objects(root: Path, steps: Sequence[Step]) -> set[str] | None:
    """Outputs of compile steps that exist; None where none does, as in traces that were copied."""
    outputs = [output for step in steps if step.role == "compile" for output in step.outputs]
    return {output for output in outputs if _size(root / output) is not None} or None


def _size(path: Path) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return None
