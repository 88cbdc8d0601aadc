"""Names of headers as people read them: without the folders that all of them share."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from buildprof.trace.unit import Unit

Origin = Literal["project", "system"]
_ROOTS = ("<source>/", "<build>/")
_INCLUDE = "/include/"


class Names:
    """Shortens paths: those of the project begin at its root, those of the system after `include`."""

    def __init__(self, units: Iterable[Unit]) -> None:
        found = {_root(unit) for unit in units}
        self._roots = sorted({root for root in found if root} | set(_ROOTS), key=len, reverse=True)

    def short(self, path: str) -> str:
        """Return what tables call a path."""
        clean = posixpath.normpath(path.replace("\\", "/"))
        for root in self._roots:
            if clean.startswith(root):
                return clean[len(root) :]
        if clean.startswith("/") and _INCLUDE in clean:
            return f"<{clean.rpartition(_INCLUDE)[2]}>"
        return clean

    def origin(self, path: str) -> Origin:
        """Tell headers of the project from those of the system."""
        clean = posixpath.normpath(path.replace("\\", "/"))
        inside = not clean.startswith("/") or clean.startswith(tuple(self._roots))
        return "project" if inside else "system"


def _root(unit: Unit) -> str:
    """Return the folder that a unit's name is relative to, or nothing where that is unknown."""
    source = (unit.source or "").replace("\\", "/")
    if source.startswith("/") and source.endswith(f"/{unit.name}"):
        return source[: -len(unit.name)]
    return ""
