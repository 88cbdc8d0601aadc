"""What is done already: a record with a hash of what each step was made from, and its lock."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
import time
from typing import TYPE_CHECKING

from bootstrapping.places import LOCK, ROOT, STATE, VENV, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

HELD: list[int] = []  # the lock's file, handed to pip: the lock outlives a bootstrap that is killed


def files_under(folder: Path) -> list[Path]:
    """Return the files of a folder in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def fingerprint(files: Iterable[Path]) -> str:
    """Hash the names and contents of files; one that is missing counts as empty."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes() if file.is_file() else b""
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_state() -> dict[str, str]:
    """Return what is recorded as done; a record that cannot be read is none."""
    try:
        state = json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state: Mapping[str, str]) -> None:
    """Record what is done, in one piece."""
    fresh = STATE.with_suffix(".new")
    fresh.write_text(json.dumps(state, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    fresh.replace(STATE)


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Hold the set-up's lock; the system releases it when the processes that hold it end."""
    VENV.mkdir(exist_ok=True)
    with LOCK.open("a+", encoding="utf-8") as handle:
        waiting = False
        while not try_lock(handle.fileno()):
            if not waiting:
                say("waiting for another bootstrap to finish its set-up")
            waiting = True
            time.sleep(0.2)
        HELD[:] = [handle.fileno()]
        yield
        HELD.clear()


def try_lock(file: int) -> bool:
    """Lock an open file unless another process holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
