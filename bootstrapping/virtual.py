"""The Python environment: made, filled and refused where it is not ours."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from bootstrapping.commands import pip, run_logged, tail_of_log
from bootstrapping.places import LOCK, LOG, ROOT, STATE, VENV, Failure, environment, say
from bootstrapping.record import read_state

if TYPE_CHECKING:
    from pathlib import Path


def foreign_environment() -> None:
    """Refuse to touch an environment that somebody made by hand."""
    if (VENV / "pyvenv.cfg").exists() and not STATE.exists():
        raise Failure(
            f"{VENV} was not made by bootstrap",
            "Move it away or delete it, then try again.",
            code=2,
        )


def make_venv() -> None:
    """Make .venv anew, whatever was in it."""
    say(f"making .venv with Python {sys.version.split()[0]}")
    for entry in VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry not in (STATE, LOCK, LOG):
            entry.unlink()
    # A build tree remembers the Python that it was made for.
    shutil.rmtree(ROOT / "build" / "core", ignore_errors=True)
    if run_logged([sys.executable, "-m", "venv", str(VENV)], environment()):
        raise Failure("the environment could not be made", tail_of_log())


def install_tests(packages: str) -> dict[str, str]:
    """Install what tests need; the other lock file is part of that one."""
    install_packages(ROOT / "requirements-test.txt")
    return {"packages": packages}


def install_packages(requirements: Path) -> None:
    """Install exactly what a lock file names."""
    say(f"installing the packages of {requirements.name}")
    if pip("--no-deps", "-r", str(requirements)):
        raise Failure(
            f"pip could not install {requirements.name}",
            f"{tail_of_log()}\nIs there a network? A proxy or a mirror is set as pip expects it: "
            "https_proxy, PIP_INDEX_URL or pip.conf.",
        )


def install_project() -> None:
    """Build the compiled core and install the package so that edits to its Python take effect."""
    cxx = os.environ.get("CXX") or read_state().get("clang++", "c++")
    say(f"building the compiled core with {cxx} and installing buildprof")
    if pip("--no-deps", "--no-build-isolation", "-e", str(ROOT), CXX=cxx, CMAKE_GENERATOR="Ninja"):
        raise Failure(f"the package could not be built with {cxx}", tail_of_log())
