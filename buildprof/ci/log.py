"""The log of a stage, and the time that the stage has left."""

from __future__ import annotations

import os
import shlex
import time
from collections import deque
from typing import TYPE_CHECKING

from buildprof import process
from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from buildprof.process import Finished

TAIL = 30


class TimedOut(Exception):  # noqa: N818 - an outcome of a stage, no error of ours
    """The stage's time is over."""


class Log:
    """Runs the commands of a stage and keeps what they print, in a file and its last lines here.

    The time limit (seconds) is for all of them together, from `restart` on.
    """

    def __init__(self, path: Path, limit_s: float, on_line: Callable[[str], None]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._limit_s, self._on_line = path, limit_s, on_line
        self._lines: deque[str] = deque(maxlen=TAIL)
        self._file = path.open("w", encoding="utf-8")
        self.restart()

    def restart(self) -> None:
        """Begin to count the time: a build tree that is made first does not eat up the stage's."""
        self._ends = time.monotonic() + self._limit_s

    def run(
        self,
        command: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Finished:
        """Run a command in the environment with `env` on top. Raises TimedOut, and ToolError."""
        self.write(f"$ {shlex.join(map(str, command))}")
        left = max(self._ends - time.monotonic(), 0.0)
        whole = dict(os.environ) | dict(env or {})
        done = process.stream(command, self.write, cwd=cwd, env=whole, timeout_s=left)
        if done.timed_out:
            self.write(f"killed: more than {self._limit_s:g} s")
            raise TimedOut(f"took more than {self._limit_s:g} s")
        return done

    def write(self, line: str) -> None:
        """Add a line."""
        self._file.write(line + "\n")
        self._file.flush()
        self._lines.append(printable(line))
        self._on_line(line)

    @property
    def tail(self) -> tuple[str, ...]:
        """The last lines."""
        return tuple(self._lines)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def ended(done: Finished) -> str:
    """Return how a process that failed ended: its exit code, or the signal that killed it."""
    code = done.returncode
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
