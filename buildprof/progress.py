"""Progress on stderr: a bar in a terminal, a line now and then on a pipe."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from typing import TYPE_CHECKING, Protocol, Self

from buildprof import console
from buildprof.pace import clock, remaining_s

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

EVERY_S = 15.0
PATIENCE_S = 1.0


class Progress(Protocol):
    """Shows how far a task is. `start` begins the next task; `step` counts within it."""

    def start(self, title: str, phase: str) -> None:
        """Begin a task, or a phase of it."""

    def step(self, done: int, total: int, what: str) -> None:
        """Say how far the task is and what has just ended."""

    def end(self, summary: str) -> None:
        """End the task with a line that stays."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def progress() -> Progress:
    """Return what suits stderr: a bar where it is a terminal."""
    if sys.stderr.isatty():
        from buildprof.bar import Bar  # noqa: PLC0415 - rich is slow to import

        return Bar()
    return Lines()


@contextlib.contextmanager
def patience(what: str) -> Iterator[None]:
    """Say what goes on, once, if it takes longer than people wait without asking."""
    timer = threading.Timer(PATIENCE_S, console.note, [f"{what} …"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Lines:
    """Lines on a pipe: one for each phase, and one now and then in between."""

    def __init__(self) -> None:
        self._title = ""
        self._began = self._said = time.monotonic()

    def start(self, title: str, phase: str) -> None:
        """Say which phase begins."""
        self._title = title
        self._began = self._said = time.monotonic()
        console.note(f"{title}: {phase}")

    def step(self, done: int, total: int, what: str) -> None:
        """Say how far it is, when the last line is old enough."""
        now = time.monotonic()
        if now - self._said < EVERY_S:
            return
        self._said = now
        rest = remaining_s(done, total, now - self._began)
        left = f", about {clock(rest)} left" if rest is not None else ""
        elapsed = clock(now - self._began)
        console.note(f"{self._title}: {done}/{total} in {elapsed}{left}: {console.printable(what)}")

    def end(self, summary: str) -> None:
        """Say how the task ended."""
        console.note(f"{self._title}: {summary}")

    def __enter__(self) -> Self:
        """Nothing to set up."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing to take down."""
