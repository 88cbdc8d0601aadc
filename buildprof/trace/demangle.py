"""Mangled names as users read them, through the demangler that is installed with the compiler."""

from __future__ import annotations

import itertools
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
    """One answer a line, in the order of the questions."""
    lines = _ask(names, tools)
    return dict(zip(names, lines, strict=True)) if len(lines) == len(names) else {}


def _undecorate(names: list[str]) -> dict[str, str]:
    """llvm-undname answers with the name, its readable form if it knows one, and an empty line."""
    lines = _ask(names, _MICROSOFT)
    pairs = itertools.pairwise(lines)
    wanted = set(names)
    return {name: answer for name, answer in pairs if name in wanted and answer}


def _ask(names: list[str], tools: tuple[str, ...]) -> list[str]:
    tool = next((path for name in tools if (path := shutil.which(name))), None)
    if not names or tool is None:
        return []
    try:
        done = process.capture([tool], stdin="\n".join(names) + "\n", quiet=True)
    except ToolError:
        return []
    return done.output.split("\n")[:-1] if done.returncode == 0 else []
