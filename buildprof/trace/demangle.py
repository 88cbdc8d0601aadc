"""Mangled names as users read them, through the demangler that is installed with the compiler."""

from __future__ import annotations

import shutil

from buildprof import process
from buildprof.errors import ToolError

_ITANIUM = ("llvm-cxxfilt", "c++filt")
_MICROSOFT = ("llvm-undname",)


def demangle(names: list[str]) -> list[str]:
    """The same names, readable where a demangler is there and knows them; all in one batch."""
    readable = dict(zip(names, names, strict=True))
    readable.update(_batch([name for name in names if not name.startswith("?")], _ITANIUM))
    readable.update(_undecorate([name for name in names if name.startswith("?")]))
    return [readable[name] for name in names]


def _batch(names: list[str], tools: tuple[str, ...]) -> dict[str, str]:
    tool = next((path for name in tools if (path := shutil.which(name))), None)
    if not names or tool is None:
        return {}
    try:
        done = process.capture([tool], stdin="\n".join(names) + "\n")
    except ToolError:
        return {}
    lines = done.output.splitlines()
    if done.returncode != 0 or len(lines) != len(names):
        return {}
    return dict(zip(names, lines, strict=True))


def _undecorate(names: list[str]) -> dict[str, str]:
    """llvm-undname answers with the name, its readable form and an empty line."""
    tool = next((path for name in _MICROSOFT if (path := shutil.which(name))), None)
    if not names or tool is None:
        return {}
    try:
        done = process.capture([tool], stdin="\n".join(names) + "\n")
    except ToolError:
        return {}
    blocks = [block.split("\n") for block in done.output.strip("\n").split("\n\n")]
    return {block[0]: block[1] for block in blocks if len(block) == 2 and "error:" not in block[1]}
