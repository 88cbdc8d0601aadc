"""Files below a directory that may be traces. Their content decides; names only rule out."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# What compilers, linkers and CMake write beside traces, by the ending of its name.
_OTHER = frozenset(
    [
        "a",
        "asm",
        "bc",
        "bat",
        "bin",
        "c",
        "cc",
        "check",
        "cmake",
        "cmd",
        "cpp",
        "cppm",
        "cu",
        "cxx",
        "d",
        "dd",
        "ddi",
        "dll",
        "dwo",
        "dylib",
        "exe",
        "gch",
        "gcda",
        "gcno",
        "h",
        "hh",
        "hip",
        "hpp",
        "html",
        "hxx",
        "i",
        "ii",
        "ifc",
        "ilk",
        "in",
        "inc",
        "ini",
        "internal",
        "ixx",
        "js",
        "lib",
        "ll",
        "log",
        "lst",
        "make",
        "map",
        "marks",
        "md",
        "mm",
        "m",
        "mod",
        "modmap",
        "ninja",
        "nvcc",
        "ninja_deps",
        "ninja_log",
        "ninja_lock",
        "o",
        "obj",
        "out",
        "pc",
        "pcm",
        "pch",
        "pdb",
        "png",
        "ptx",
        "py",
        "pyc",
        "rc",
        "res",
        "rsp",
        "s",
        "sh",
        "so",
        "stamp",
        "stat",
        "svg",
        "tar",
        "tlog",
        "ts",
        "txt",
        "tmp",
        "vcxproj",
        "xcscheme",
        "xml",
        "yaml",
        "yml",
        "zip",
    ]
)
# Directories in which CMake tries out compilers: what they cost belongs to the configure step.
_PROBE = re.compile(
    r"(^|/)CMakeFiles/(CMakeScratch|CMakeTmp|ShowIncludes|_CMakeLTOTest-[^/]*|"
    r"[0-9][^/]*/(CompilerId[^/]*|CMakeDetermine[^/]*))(/|$)"
)
# CMake keeps copies of traces below .cmake when it instruments a build.
_SKIPPED_DIRECTORIES = frozenset(
    {".cmake", ".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"}
)
# Where `-o -` sends an object, clang names the trace after it.
_STRAY = "-.json"
# Files that tell where a build tree is.
_TREE = frozenset({"compile_commands.json", ".ninja_log", "CMakeCache.txt"})


class Found(msgspec.Struct):
    """Paths relative to the root, with forward slashes, sorted; `trees` are folders."""

    candidates: list[str] = []
    probes: list[str] = []
    stray: list[str] = []
    trees: list[str] = []


def find(root: Path, named: Iterable[str] = ()) -> Found:
    """All files below `root` that may be traces; links to directories are not followed.

    `named` are relative paths that somebody says are traces, wherever they are.
    """
    if root.is_file():
        return Found(candidates=[root.name])
    found = Found()
    there = [path for path in named if (root / path).is_file()]
    for path in dict.fromkeys([*_walk(str(root)), *there]):
        folder, _, name = path.rpartition("/")
        if name in _TREE:
            found.trees.append(folder)
        if name == _STRAY:
            found.stray.append(path)
        elif name in _TREE and not name.endswith(".json"):
            continue
        elif _PROBE.search(path):
            found.probes.append(path)
        else:
            found.candidates.append(path)
    for paths in (found.candidates, found.probes, found.stray):
        paths.sort()
    found.trees = sorted(set(found.trees))
    return found


def _walk(root: str) -> Iterator[str]:
    """Relative paths of candidate files; directories that cannot be listed are left out."""
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            entries = list(os.scandir(os.path.join(root, folder)))  # noqa: PTH118
        except OSError:
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _SKIPPED_DIRECTORIES:
                    pending.append(path)
            elif _may_be_trace(entry):
                yield path


def _may_be_trace(entry: os.DirEntry[str]) -> bool:
    if entry.name in _TREE:
        return entry.is_file()
    stem, dot, ending = entry.name.rpartition(".")
    if not dot or not stem:
        return False
    return ending.lower() not in _OTHER and entry.is_file()
