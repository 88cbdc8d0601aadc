"""Where things lie, what a failure is, and how the user is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = sys.platform == "win32"
CORE = ROOT / "buildprof" / "trace" / "core"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
STATE = VENV / "bootstrap.json"
LOCK = VENV / "bootstrap.lock"
LOG = VENV / "bootstrap.log"
LOG_LINES = 25


class Failure(Exception):  # noqa: N818
    """What went wrong and what to do next."""

    def __init__(self, what: str, todo: str = "", code: int = 3) -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo
        self.code = code


def say(text: str) -> None:
    """Tell what happens on stderr: stdout belongs to the command that is started."""
    sys.stderr.write(f"bootstrap: {text}\n")
    sys.stderr.flush()


def program(name: str) -> str:
    """Return the path of a program of the environment."""
    return str(BIN / (f"{name}.exe" if WINDOWS else name))


def environment(**more: str) -> dict[str, str]:
    """Return the user's environment without what would mix in another Python's packages."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH")}
    return {**kept, **more}
