"""Processes and all that they started: ended, told apart, found by the folder that they work in."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import psutil


def end(pid: int, *, grace_s: float = 3.0) -> None:
    """End a process and its descendants: asked first, killed when they do not listen."""
    import psutil  # noqa: PLC0415 - it takes longer to import than many processes to run

    family = _family(pid)
    for member in family:
        _quietly(member.terminate)
    _, alive = psutil.wait_procs(family, timeout=grace_s)
    for member in alive:
        _quietly(member.kill)


def kill(pid: int) -> None:
    """Kill a process and its descendants, and wait for none: whose it is, who wants its exit status."""
    for member in _family(pid):
        _quietly(member.kill)


def identity() -> str:
    """Return what names this process and no later one with the same number."""
    import psutil  # noqa: PLC0415 - as above

    return _identity(psutil.Process())


def is_another(identity_: str) -> bool:
    """Tell whether a process that `identity` named is still running, and is not this one."""
    import psutil  # noqa: PLC0415 - as above

    number = identity_.partition(" ")[0]
    if not number.isdigit() or int(number) == os.getpid():
        return False
    try:
        return _identity(psutil.Process(int(number))) == identity_
    except psutil.Error:
        return False


def end_users(place: Path) -> None:
    """End the processes whose command line names a folder: those that a killed run left behind."""
    import psutil  # noqa: PLC0415 - as above

    family = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    for other in psutil.process_iter(["pid", "cmdline"]):
        words = other.info["cmdline"] or []
        if other.pid not in family and any(str(place) in word for word in words):
            end(other.pid)


def _identity(process: psutil.Process) -> str:
    return f"{process.pid} {process.create_time()}"


def _family(pid: int) -> list[psutil.Process]:
    import psutil  # noqa: PLC0415 - as above

    try:
        parent = psutil.Process(pid)
        return [*parent.children(recursive=True), parent]
    except psutil.NoSuchProcess:
        return []


def _quietly(action: Callable[[], None]) -> None:
    import psutil  # noqa: PLC0415 - as above

    with contextlib.suppress(psutil.NoSuchProcess):
        action()
