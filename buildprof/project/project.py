"""The project to build: where it is, and how it is built."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.errors import UsageError
from buildprof.project import config, profile

if TYPE_CHECKING:
    from buildprof.project.scope import Scope
    from buildprof.project.variant import Variant

Row = TypeVar("Row")


class Project(msgspec.Struct, frozen=True, kw_only=True):
    """A CMake project and what buildprof knows of it."""

    source: Path
    profile: profile.Profile

    @property
    def name(self) -> str:
        """The profile's name, or the folder's where the profile fits any project."""
        return self.source.name if self.profile.name == "generic" else self.profile.name

    def scope(self, name: str) -> Scope:
        """Return a scope by name. Raises UsageError that lists the names there are."""
        return _row("scope", name, {row.name: row for row in self.profile.scopes})

    def variant(self, name: str) -> Variant:
        """Return a variant by name. Raises UsageError that lists the names there are."""
        return _row("variant", name, {row.name: row for row in self.profile.variants})


def load(source: Path | None, config_file: Path | None) -> Project:
    """Find the project (default: here, else native/ below here) and read its configuration."""
    root = (source or _default_source()).resolve()
    if not (root / "CMakeLists.txt").is_file():
        raise UsageError(
            "there is no CMakeLists.txt",
            where=root,
            hint="Name the folder of a CMake project with --source.",
        )
    found = profile.detect(root)
    file = config_file or _optional(root / config.FILE_NAME)
    if file is not None:
        found = config.overlay(found, config.read(file))
    return Project(source=root, profile=found)


def _default_source() -> Path:
    here = Path.cwd()
    embedded = here / "native"
    return embedded if not _has_cmake(here) and _has_cmake(embedded) else here


def _has_cmake(folder: Path) -> bool:
    return (folder / "CMakeLists.txt").is_file()


def _optional(path: Path) -> Path | None:
    return path if path.is_file() else None


def _row(kind: str, name: str, rows: dict[str, Row]) -> Row:
    try:
        return rows[name]
    except KeyError:
        raise UsageError(
            f"there is no {kind} named {name!r}", hint=f"There are: {', '.join(rows)}."
        ) from None
