"""The folder in which results are kept under the hash of the trace they come from.

It may be removed at any time. BUILDPROF_CACHE names another folder, or `off`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

LARGEST = 512 << 20
_KEEP = 0.8
_PARTS = 1 << 8


def folder() -> str | None:
    """The folder, made if need be; None where there is to be none, or none can be made."""
    given = os.environ.get("BUILDPROF_CACHE")
    if given == "off":
        return None
    path = given or os.path.join(_base(), "buildprof", "traces")  # noqa: PTH118 - on the quick path
    try:
        os.makedirs(path, exist_ok=True)  # noqa: PTH103
    except OSError:
        return None
    return path


def prune(path: str, largest: int = LARGEST) -> None:
    """Remove what was not used for longest, once there is more than `largest` bytes."""
    with contextlib.suppress(OSError):
        # Looking at every file takes longer than a small analysis: a few tell how many there are.
        names = os.listdir(path)  # noqa: PTH208
        if _estimate(path, names) <= largest:
            return
        files = sorted(_facts(path, names), reverse=True)
        kept = 0
        for _, size, name in files:
            kept += size
            if kept > largest * _KEEP:
                with contextlib.suppress(OSError):
                    Path(path, name).unlink()


def _base() -> str:
    home = os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")  # noqa: PTH118
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches")  # noqa: PTH118
    return os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")  # noqa: PTH118


def _estimate(path: str, names: list[str]) -> float:
    """The size of all, from a part of them: names are hashes, so that any part is like the whole."""
    part = names[:_PARTS]
    sizes = [size for _, size, _ in _facts(path, part)]
    return sum(sizes) * len(names) / max(1, len(part))


def _facts(path: str, names: list[str]) -> list[tuple[float, int, str]]:
    """When each file was last used, its size and its name."""
    found = []
    for name in names:
        with contextlib.suppress(OSError):
            facts = os.stat(os.path.join(path, name))  # noqa: PTH116, PTH118
            found.append((max(facts.st_atime, facts.st_mtime), facts.st_size, name))
    return found
