"""The sources that CMake joined in a unity file."""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"(?:^|/)unity_\d+_[a-z]+\.[^/]+$")
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
_LARGEST = 1 << 20


def members(root: Path, source: str) -> tuple[str, ...]:
    """The members of a unity file below `root`, in order; none where it is no such file."""
    if not _NAME.search(source):
        return ()
    for path in _places(root, source):
        try:
            with path.open(encoding="utf-8", errors="replace") as text:
                return tuple(_INCLUDE.findall(text.read(_LARGEST)))
        except OSError:
            continue
    return ()


def _places(root: Path, source: str) -> list[Path]:
    """As spelled; and below `root`, where the build tree was moved."""
    path = Path(source)
    if not path.is_absolute():
        return [root / path]
    tail = source.find("/CMakeFiles/")
    folder = source[:tail].rpartition("/")[2] if tail > 0 else ""
    moved = [root / source[tail + 1 :], root / folder / source[tail + 1 :]] if tail > 0 else []
    return [path, *moved]
