"""A chart: what it is called, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from buildprof.report.charts import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Chart:
    """A drawn chart; `key` names its files, `title` says what it shows."""

    key: str
    title: str
    drawn: Figure

    @cached_property
    def svg(self) -> bytes:
        """The chart as a file."""
        return style.saved(self.drawn, "svg", self.key)

    @cached_property
    def png(self) -> bytes:
        """The chart as pixels."""
        return style.saved(self.drawn, "png", self.key)

    def inline(self) -> str:
        """The chart as an element of a page."""
        return style.inline(self.svg, self.key, self.title)
