"""The only module that starts processes: always a list of arguments, never a shell."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from buildprof import process_tree
from buildprof.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path


Argument = "str | Path"


@dataclass(frozen=True)
class Finished:
    """A process that has ended: its exit code, what it printed, and how long it ran (seconds).

    CPU time and memory are of the process and all it started, the memory that of the largest single
    one; None where the system does not tell.
    """

    command: tuple[str, ...]
    returncode: int
    output: str
    wall_s: float
    cpu_s: float | None = None
    peak_rss_kib: int | None = None
    timed_out: bool = False


def capture(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: str | None = None,
    timeout_s: float | None = None,
) -> Finished:
    """Run a command to its end; stdout and stderr come back as one text.

    Raises ToolError where the program is missing, cannot be started or runs past `timeout_s`.
    """
    arguments = tuple(str(part) for part in command)
    started = time.monotonic()
    try:
        done = subprocess.run(
            arguments,
            cwd=cwd,
            env=env,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise _cannot_start(arguments, error) from error
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"gave no answer within {timeout_s:g} s", where=arguments[0]) from error
    return Finished(arguments, done.returncode, done.stdout, time.monotonic() - started)


def translate(
    command: Sequence[str | Path], data: bytes, *, timeout_s: float = 60, partial: bool = False
) -> bytes:
    """Run a filter over bytes: what it prints. Empty where it takes longer than allowed, or fails.

    With `partial` what it printed counts though it failed.

    Raises ToolError where the program is missing or cannot be started.
    """
    arguments = tuple(str(part) for part in command)
    with tempfile.TemporaryFile() as question:
        question.write(data)
        question.seek(0)
        try:
            done = subprocess.run(
                arguments,
                stdin=question,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=timeout_s,
                check=False,
            )
        except OSError as error:
            raise _cannot_start(arguments, error) from error
        except subprocess.TimeoutExpired:
            return b""
    return done.stdout if partial or done.returncode == 0 else b""


def stream(
    command: Sequence[str | Path],
    on_line: Callable[[str], None],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout_s: float | None = None,
) -> Finished:
    """Run a command and hand over each line as it is printed; `output` holds them all.

    When the caller is interrupted, the command and all that it started end before this returns; after
    `timeout_s` they are killed, and the outcome says so.
    """
    arguments = tuple(str(part) for part in command)
    started = time.monotonic()
    lines: list[str] = []
    with _start(arguments, cwd, env) as child, _limit(child.pid, timeout_s) as expired:
        try:
            for line in child.stdout or ():
                lines.append(line)
                on_line(line.rstrip("\n"))
            usage = _wait(child)
        except BaseException:
            process_tree.end(child.pid)
            raise
    wall_s = time.monotonic() - started
    output, late = "".join(lines), expired.is_set()
    return Finished(arguments, child.returncode, output, wall_s, *usage, timed_out=late)


@contextlib.contextmanager
def _limit(pid: int, timeout_s: float | None) -> Iterator[threading.Event]:
    """Kill a process and its descendants after so many seconds; the event says that it came to that."""
    expired = threading.Event()
    if timeout_s is None:
        yield expired
        return

    def expire() -> None:
        expired.set()
        process_tree.kill(pid)

    timer = threading.Timer(max(timeout_s, 0), expire)
    timer.daemon = True
    timer.start()
    try:
        yield expired
    finally:
        timer.cancel()


def _wait(child: subprocess.Popen[str]) -> tuple[float | None, int | None]:
    """Wait for a process; return the CPU seconds and the peak KiB of it and its descendants."""
    if not hasattr(os, "wait4"):
        child.wait()
        return None, None
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    # macOS counts bytes, everybody else KiB
    peak_kib = usage.ru_maxrss >> 10 if sys.platform == "darwin" else usage.ru_maxrss
    return usage.ru_utime + usage.ru_stime, peak_kib


def _start(
    arguments: tuple[str, ...], cwd: Path | None, env: Mapping[str, str] | None
) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            arguments,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise _cannot_start(arguments, error) from error


def _cannot_start(arguments: tuple[str, ...], error: OSError) -> ToolError:
    return ToolError(
        f"cannot be started: {error.strerror or error}",
        where=arguments[0],
        hint="Is it installed, and is its folder on PATH?",
    )
