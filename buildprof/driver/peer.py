"""The report of the real ClangBuildAnalyzer on the traces of a build, kept beside our own records."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from buildprof.analysis import clang_build_analyzer
from buildprof.cmake.settings import FOLDER
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LOG = "clang-build-analyzer"


def report(tool: Path, build_root: Path, traces: Iterable[str]) -> str:
    """Return its report on just these traces; where it fails, what it said.

    It reads every JSON file below a folder, and the build tree also holds CMake's copies of the traces
    and those of the configure step, so it is shown a folder of links.
    """
    folder = build_root / FOLDER / LOG
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for trace in traces:
        _link(build_root / trace, folder / trace)
    try:
        return clang_build_analyzer.report(tool, folder)
    except ToolError as error:
        return f"{error}\n"


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:  # a file system without links
        shutil.copyfile(source, target)
