"""Large trace sets that stand beside the repository, for tests that need them."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("BUILDPROF_SHARED") or ROOT.parent / "shared")
LLAMA = SHARED / "traces" / "llama-cpp-clang22"
PEER = SHARED / "traces" / "clangbuildanalyzer"

needs_llama = pytest.mark.skipif(not LLAMA.is_dir(), reason=f"there are no traces in {LLAMA}")
needs_peer = pytest.mark.skipif(not PEER.is_dir(), reason=f"there are no traces in {PEER}")


def unpack(name: str, target: Path) -> Path:
    """Unpack one of the builds of llama.cpp: the build directory."""
    with tarfile.open(LLAMA / f"{name}.tar.xz") as archive:
        archive.extractall(target, filter="data")
    return target / name
