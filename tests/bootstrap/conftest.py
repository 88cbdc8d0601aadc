"""bootstrap as a module, in a repository that holds nothing else, with stand-ins for its steps."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import shutil
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent.parent


class Bootstrap:
    """bootstrap and its modules as one: a name is that of the module that has it.

    What a test puts in place of a function is put into every module that uses it.
    """

    def __init__(self, modules: list[Any]) -> None:
        object.__setattr__(self, "modules", modules)

    def __getattr__(self, name: str) -> Any:
        for module in self.modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        for module in self.modules:
            if hasattr(module, name):
                setattr(module, name, value)

    def __delattr__(self, name: str) -> None:
        """Nothing to restore: every test loads modules of its own."""


def load(path: Path) -> Any:
    """Load a copy of bootstrap, with modules of its own."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "bootstrapping"]:
        del sys.modules[name]
    loader = importlib.machinery.SourceFileLoader("bootstrap", str(path))
    spec = importlib.util.spec_from_loader("bootstrap", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    try:
        loader.exec_module(module)
    finally:
        sys.path[:] = before
    ours = [found for name, found in sys.modules.items() if name.startswith("bootstrapping.")]
    return Bootstrap([module, *ours])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository that holds bootstrap and what it hashes, and nothing else."""
    root = tmp_path / "a repository"
    (root / "buildprof" / "trace" / "core").mkdir(parents=True)
    for name in ("bootstrap", "requirements.txt", "requirements-test.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(
        ROOT / "bootstrapping", root / "bootstrapping", ignore=shutil.ignore_patterns("__pycache__")
    )
    (root / "buildprof" / "trace" / "core" / "module.cpp").write_text("int x;\n")
    return root


@pytest.fixture
def bootstrap(copy: Path) -> Any:
    return load(copy / "bootstrap")


class Steps:
    """Stand-ins for the real steps: each leaves the file that the real one leaves."""

    def __init__(self, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.module = module
        self.done: list[str] = []
        self.fail = ""
        for name in ("prepare_system", "make_venv", "install_packages", "install_project"):
            monkeypatch.setattr(module, name, self._stand_in(name))
        monkeypatch.setattr(module, "prepare_browser", self._stand_in("prepare_browser"))

    def _stand_in(self, name: str) -> Callable[..., dict[str, str] | None]:
        leaves = {
            "make_venv": ["python"],
            "install_packages": ["cmake", "pytest"],
            "install_project": ["buildprof"],
        }

        def act(*arguments: Path) -> dict[str, str] | None:
            self.done.append(" ".join([name, *(path.name for path in arguments)]))
            if self.fail == name:
                raise self.module.Failure("no network", "Plug it in.")
            for program in leaves.get(name, []):
                file = Path(self.module.program(program))
                file.parent.mkdir(exist_ok=True)
                file.write_text("#!/bin/sh\n")
            if name == "prepare_system":
                return {"clang": sys.executable, "clang++": "clang++-22"}
            return None

        return act

    def taken(self) -> list[str]:
        done, self.done = self.done, []
        return done


@pytest.fixture
def steps(bootstrap: Any, monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(bootstrap, monkeypatch)


@pytest.fixture
def script() -> Callable[[str | Path, str], None]:
    """Make a program of a few lines for the shell."""

    def make(path: str | Path, text: str) -> None:
        file = Path(path)
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    return make
