"""One module prints, one module starts processes: both can be replaced, and seen whole."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "buildprof"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

PRINTS = {"console.py"}
STARTS = {
    "process.py",
    "cmake/inject/device_nvcc.py",  # as the next
    "cmake/inject/device_trace.py",  # ninja calls it in front of compiles: it stands alone
}
WRITING = {"sys.stdout.write", "sys.stderr.write", "print", "typer.echo", "typer.secho"}
STARTING = {"os.system", "os.popen", "os.posix_spawn", "os.startfile"}
STARTING_MODULES = {"subprocess", "pty", "asyncio.subprocess"}


@pytest.mark.parametrize("module", [name for name in MODULES if name not in PRINTS])
def test_only_console_prints(module: str) -> None:
    assert sorted(set(_calls(PACKAGE / module)) & WRITING) == []


@pytest.mark.parametrize("module", [name for name in MODULES if name not in STARTS])
def test_only_process_starts_processes(module: str) -> None:
    called = set(_calls(PACKAGE / module))
    spawned = {name for name in called if name.startswith(("os.exec", "os.spawn"))}

    assert sorted(set(_imports(PACKAGE / module)) & STARTING_MODULES) == []
    assert sorted((called & STARTING) | spawned) == []


def test_no_process_is_started_through_a_shell() -> None:
    tree = ast.parse((PACKAGE / "process.py").read_text(encoding="utf-8"))
    keywords = [node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)]

    assert "shell" not in keywords


def _calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
