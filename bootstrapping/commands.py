"""Commands that bootstrap runs: what they print goes to a log."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from bootstrapping.places import LOG, LOG_LINES, WINDOWS, environment, program
from bootstrapping.record import HELD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_logged(command: Sequence[str], env: Mapping[str, str]) -> int:
    """Run a command with its output in the log; returns its exit code."""
    with LOG.open("ab") as log:
        log.write(f"$ {' '.join(command)}\n".encode())
        log.flush()
        try:
            return subprocess.call(
                command,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=() if WINDOWS or command[0] != program("python") else HELD,
            )
        except OSError as error:
            log.write(f"{error}\n".encode())
            return 127


def output_of(command: Sequence[str]) -> str:
    """Return what a command prints, or nothing where it cannot be run or fails."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout


def tail_of_log() -> str:
    """Return the end of the log, and where the rest of it is."""
    lines = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join([*lines[-LOG_LINES:], f"(all of it: {LOG})"])


def pip(*arguments: str, **more: str) -> int:
    """Run the environment's pip; what it prints goes to the log."""
    more = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_USER": "0", **more}
    command = [program("python"), "-m", "pip", "install", "--quiet", *arguments]
    return run_logged(command, environment(**more))
