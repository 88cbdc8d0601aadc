"""The CMake File API: which compilers, targets and sources a configured build tree has.

Format: cmake-file-api(7), objects toolchains v1 and codemodel v2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.errors import ToolError

if TYPE_CHECKING:
    from pathlib import Path

CLIENT = "client-buildprof"


class Compiler(msgspec.Struct, frozen=True, rename="camel"):
    """The compiler of a language."""

    id: str = ""
    path: str = ""
    version: str = ""
    target: str = ""


class Toolchain(msgspec.Struct, frozen=True):
    """A language and its compiler."""

    language: str
    compiler: Compiler


class _Toolchains(msgspec.Struct, frozen=True):
    toolchains: tuple[Toolchain, ...]


def request(build_root: Path) -> None:
    """Ask CMake, before it configures, for the objects that this module reads."""
    folder = build_root / ".cmake/api/v1/query" / CLIENT
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {"requests": [{"kind": "toolchains", "version": 1}]}
    (folder / "query.json").write_bytes(msgspec.json.encode(wanted))


def toolchains(build_root: Path) -> tuple[Toolchain, ...]:
    """Return the compiler of every language that the project enabled."""
    folder = build_root / ".cmake/api/v1/reply"
    replies = sorted(folder.glob("toolchains-v1-*.json"))
    if not replies:
        raise ToolError(
            "CMake left no File API reply", where=folder, hint="Is it CMake 3.20 or later?"
        )
    return _decode(replies[-1], _Toolchains).toolchains


Object = TypeVar("Object")


def _decode(path: Path, type_: type[Object]) -> Object:
    try:
        return msgspec.json.decode(path.read_bytes(), type=type_)
    except msgspec.MsgspecError as error:
        raise ToolError(f"is not as the File API describes it: {error}", where=path) from error
