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


def load(path: Path) -> Any:
    loader = importlib.machinery.SourceFileLoader("bootstrap", str(path))
    spec = importlib.util.spec_from_loader("bootstrap", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository that holds bootstrap and what it hashes, and nothing else."""
    root = tmp_path / "a repository"
    (root / "buildprof" / "trace" / "core").mkdir(parents=True)
    for name in ("bootstrap", "requirements.txt", "requirements-test.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
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
