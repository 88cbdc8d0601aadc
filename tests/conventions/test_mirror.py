"""tests/ mirrors buildprof/, path by path."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "buildprof"

# Modules without a test of their own, each with the reason. A line that is no longer true fails.
EXCEPTIONS = {
    "__main__.py": "two lines, run by tests/cli through `python -m buildprof`",
}


def test_every_module_with_code_has_its_test() -> None:
    without = [
        name for name in _modules() if name not in EXCEPTIONS and not _test_of(name).exists()
    ]

    assert without == [], "each needs a test file of the same path and name under tests/"


def test_exceptions_are_still_needed() -> None:
    stale = [name for name in EXCEPTIONS if name not in _modules() or _test_of(name).exists()]

    assert stale == [], "take these out of EXCEPTIONS"


def test_every_test_has_its_module() -> None:
    layers = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    tests = [path for layer in layers for path in (ROOT / "tests" / layer).rglob("test_*.py")]
    expected = {_test_of(name) for name in _all_modules()}
    strays = [str(path.relative_to(ROOT)) for path in tests if not _belongs(path, expected)]

    assert strays == [], "a test lies where its module lies; several of one module share its name"


def _belongs(test: Path, expected: set[Path]) -> bool:
    """Tell whether a test is of a module: test_x.py, or test_x_about.py where there is too much."""
    words = test.stem.split("_")
    names = ["_".join(words[:end]) for end in range(len(words), 1, -1)]
    return any(test.with_name(f"{name}.py") in expected for name in names)


def _all_modules() -> list[str]:
    return sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def _modules() -> list[str]:
    return [name for name in _all_modules() if _has_code(PACKAGE / name)]


def _has_code(path: Path) -> bool:
    """Tell whether there is anything to test: a function, not only records and constants."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.If, ast.For)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return path.name == "__main__.py" or any(
        isinstance(node, functions) for node in ast.walk(tree) if not _for_types(node)
    )


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _test_of(name: str) -> Path:
    module = Path(name)
    stem = module.stem.strip("_")
    return ROOT / "tests" / module.parent / f"test_{stem}.py"
