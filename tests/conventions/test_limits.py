"""Limits on the largest file and the longest function: what goes wrong is always a few giants."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
FILE_LINES = 600
FUNCTION_LINES = 80
CPP = {
    ".c",
    ".cc",
    ".cl",
    ".cpp",
    ".cu",
    ".cuh",
    ".glsl",
    ".h",
    ".hip",
    ".hpp",
    ".inl",
    ".metal",
    ".mm",
}


def test_no_file_is_too_long(tracked: Callable[..., list[Path]]) -> None:
    long = {
        path.relative_to(ROOT).as_posix(): lines
        for path in tracked()
        if _is_source(path)
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > FILE_LINES
    }

    assert long == {}, f"more than {FILE_LINES} lines: split them by what they do"


def test_no_function_is_too_long(tracked: Callable[..., list[Path]]) -> None:
    long = {
        f"{path.relative_to(ROOT).as_posix()}:{function.lineno} {function.name}": lines
        for path in tracked()
        if _is_python(path)
        for function in _functions(path)
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > FUNCTION_LINES
    }

    assert long == {}, f"more than {FUNCTION_LINES} lines: split them by what they do"


def _functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]


def _is_source(path: Path) -> bool:
    return _is_python(path) or path.suffix in CPP


def _is_python(path: Path) -> bool:
    return path.suffix == ".py" or path.name == "bootstrap"
