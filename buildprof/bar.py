"""The bar of `progress`, drawn by rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from buildprof.console import printable
from buildprof.pace import clock, remaining_s

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import TaskID


class Bar:
    """A bar with counts, elapsed and expected time, and the step that has just ended."""

    def __init__(self) -> None:
        self._title = ""
        self._task: TaskID | None = None
        self._shown = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            TextColumn("[dim]{task.fields[what]}", table_column=None),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=2,  # the processors belong to the compilers
        )

    def start(self, title: str, phase: str) -> None:
        """Draw a new bar; it has no length before its first step."""
        self._drop()
        self._title = title
        text = escape(f"{title}: {phase}")
        self._task = self._shown.add_task(text, total=None, left="", what="")

    def step(self, done: int, total: int, what: str) -> None:
        """Move the bar."""
        if self._task is None:
            return
        elapsed = self._shown.tasks[-1].elapsed or 0.0
        rest = remaining_s(done, total, elapsed)
        self._shown.update(
            self._task,
            completed=done,
            total=total,
            left="" if rest is None else f"{clock(rest)} left",
            what=tail(what),
        )

    def end(self, summary: str) -> None:
        """Leave a line in place of the bar."""
        self._drop()
        self._shown.console.print(escape(f"{self._title}: {summary}"), highlight=False)

    def _drop(self) -> None:
        if self._task is not None:
            self._shown.remove_task(self._task)
            self._task = None

    def __enter__(self) -> Self:
        """Begin to draw."""
        self._shown.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop drawing and give the terminal back."""
        self._shown.stop()


def tail(step: str) -> str:
    """Return a step's name as markup: `Building CXX object …/x.cpp.o` is told by its last part."""
    return escape(printable(step).rpartition("/")[2])
