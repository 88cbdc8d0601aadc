"""The real ClangBuildAnalyzer, where it is installed: run on the same traces as we read."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from buildprof import process
from buildprof.errors import ToolError, UsageError

NAME = "ClangBuildAnalyzer"
_LARGEST_SCRIPT = 1 << 20
SESSION = "ClangBuildAnalyzerSession.txt"


def find(given: Path | None = None) -> Path | None:
    """The program as given, else the one on PATH, else None. Raises UsageError where it is no file."""
    if given is None:
        return next((path for path in _on_path() if not _is_ours(path)), None)
    if not given.is_file():
        raise UsageError(
            "is not there", where=given, hint=f"Give the path of the program {NAME} itself."
        )
    return given.absolute()


def _on_path() -> list[Path]:
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = [shutil.which(NAME, path=folder) for folder in folders if folder]
    return [Path(path) for path in found if path]


def _is_ours(path: Path) -> bool:
    """Whether it is the command that we install under this name: a short script, or a launcher."""
    try:
        with path.open("rb") as file:
            return b"buildprof" in file.read(_LARGEST_SCRIPT)
    except OSError:
        return False


def report(
    tool: Path, root: Path, *, since_s: int | None = None, settings_folder: Path | None = None
) -> str:
    """Its report on the traces below `root`: all of them, or those written from `since_s` on.

    It takes ClangBuildAnalyzer.ini from `settings_folder`, else from `root`.
    """
    root = root.absolute()
    with tempfile.TemporaryDirectory(prefix="buildprof-") as folder:
        capture = Path(folder) / "capture.bin"
        if since_s is None:
            _run(tool, ["--all", str(root), str(capture)], root)
        else:
            _stop(tool, root, capture, since_s)
        return _run(tool, ["--analyze", str(capture)], settings_folder or root)


def _stop(tool: Path, root: Path, capture: Path, since_s: int) -> None:
    """`--stop` reads the time of `--start` from a file in the directory: it is put there and removed."""
    session = root / SESSION
    before = session.read_bytes() if session.is_file() else None
    session.write_text(f"{since_s}\n", encoding="ascii")
    try:
        _run(tool, ["--stop", str(root), str(capture)], root)
    finally:
        if before is None:
            session.unlink(missing_ok=True)
        else:
            session.write_bytes(before)


def _run(tool: Path, arguments: list[str], cwd: Path) -> str:
    done = process.capture([tool, *arguments], cwd=cwd)
    if done.returncode != 0:
        lines = done.output.strip().splitlines() or ["it said nothing"]
        raise ToolError(f"failed ({done.returncode}): {lines[-1]}", where=tool)
    return done.output
