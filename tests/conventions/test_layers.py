"""Packages stand in one line: each imports only from those before it and from the root modules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "buildprof"
LINE = (
    *("project", "cmake", "trace", "analysis", "runs", "driver", "compare", "report", "ci", "cli"),
)
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
ROOT_MODULES = {path.stem for path in PACKAGE.glob("*.py")}


def test_every_package_stands_in_the_line() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert packages - set(LINE) == set()


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_from_what_stands_before_it(module: str) -> None:
    place = Path(module).parts[1:]
    before = _before(place)
    wrong = sorted(name for name in _imported(ROOT / module) if name not in before)

    assert wrong == [], f"{module} may import from: {', '.join(sorted(before))}"


def _before(place: tuple[str, ...]) -> set[str]:
    if place == ("__main__.py",):
        return {"cli"}
    if place == ("entry.py",):  # decides between the command line and the short way to a report
        return {"cli", "report"}
    if len(place) == 1:
        return ROOT_MODULES
    return {*LINE[: LINE.index(place[0]) + 1], *ROOT_MODULES}


def _imported(path: Path) -> set[str]:
    """Return what a module imports of buildprof: names of packages and of root modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            names |= (
                {f"buildprof.{alias.name}" for alias in node.names}
                if module == "buildprof"
                else {module}
            )
    ours = {name.split(".")[1] for name in names if name.startswith("buildprof.")}
    return {name for name in ours if name in ROOT_MODULES or (PACKAGE / name).is_dir()}
