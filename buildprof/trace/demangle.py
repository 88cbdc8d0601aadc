"""Mangled names as users read them, through the demangler that is installed with the compiler.

Names are lines of bytes: thousands of them, all in one batch.
"""

from __future__ import annotations

import itertools
import os

ITANIUM = ("llvm-cxxfilt", "c++filt")
MICROSOFT = ("llvm-undname",)


def itanium(names: bytes) -> bytes:
    """One line for each line; without a demangler the same."""
    return _ask(names, ITANIUM) or names


def microsoft(names: bytes) -> bytes:
    """One line for each line; a name that is not understood stays as it is.

    llvm-undname answers with the name, its readable form if it has one, and an empty line, and fails
    when it does not understand one of them.
    """
    answer = _ask(names, MICROSOFT, partial=True).split(b"\n")
    lines = names.split(b"\n")
    wanted = set(lines) - {b""}
    known = {name: form for name, form in itertools.pairwise(answer) if name in wanted and form}
    return b"\n".join(known.get(line, line) for line in lines)


def _ask(names: bytes, tools: tuple[str, ...], *, partial: bool = False) -> bytes:
    tool = next((path for name in tools if (path := _which(name))), None)
    if tool is None:
        return b""
    from buildprof import process  # noqa: PLC0415 - quick analyses need no process
    from buildprof.errors import ToolError  # noqa: PLC0415

    try:
        return process.translate([tool], names, partial=partial)
    except ToolError:
        return b""


def _which(name: str) -> str | None:
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for ending in ("", ".exe"):
            path = os.path.join(folder, name + ending)  # noqa: PTH118 - on the quick path
            if folder and os.access(path, os.X_OK):
                return path
    return None
