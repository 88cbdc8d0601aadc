"""What CMakeCache.txt says about a build tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "CMakeCache.txt"
_ENTRY = re.compile(r"^([\w.-]+):[A-Z]+=(.*)$", re.MULTILINE)


class CacheFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The entries that an analysis needs; None where the cache does not say."""

    source: str | None = None
    build_type: str | None = None
    architectures: tuple[str, ...] = ()
    launcher: str | None = None


def load(build_dir: Path) -> CacheFacts:
    """Read the cache of a build tree; where there is none, nothing is known."""
    try:
        text = (build_dir / FILE_NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return CacheFacts()
    entries = {name: value.strip() for name, value in _ENTRY.findall(text)}
    architectures = entries.get("CMAKE_OSX_ARCHITECTURES", "")
    return CacheFacts(
        source=entries.get("CMAKE_HOME_DIRECTORY") or None,
        build_type=entries.get("CMAKE_BUILD_TYPE") or None,
        architectures=tuple(one for one in architectures.split(";") if one),
        launcher=entries.get("CMAKE_CXX_COMPILER_LAUNCHER")
        or entries.get("CMAKE_C_COMPILER_LAUNCHER")
        or None,
    )
