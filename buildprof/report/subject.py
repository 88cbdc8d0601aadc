"""What a report is about: a run, read from its folder as far as a format asks for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from buildprof.analysis import include_tree
from buildprof.analysis.include_tree import IncludeNode
from buildprof.analysis.result import BuildAnalysis
from buildprof.cmake.step import Step
from buildprof.report import pairs, run_rows
from buildprof.report.charts import all as charts

if TYPE_CHECKING:
    from buildprof.report.charts.chart import Chart
    from buildprof.report.pairs import Pair
    from buildprof.report.run_rows import TableRow
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Run
    from buildprof.runs.stages import Results
    from buildprof.trace.unit import Unit


class Subject:
    """One run. `width` is what tables of text must fit, None where nothing limits them."""

    def __init__(self, folder: RunFolder, *, width: int | None = None) -> None:
        self.folder = folder
        self.width = width

    @cached_property
    def run(self) -> Run:
        """The record of the run."""
        return self.folder.load()

    @cached_property
    def rows(self) -> list[TableRow]:
        """Every scope in every variant."""
        return run_rows.rows(self.run)

    @cached_property
    def shown(self) -> list[tuple[str, Build]]:
        """One build, the first, of every scope and variant that was built, with its label."""
        return [(row.label, row.builds[0]) for row in self.rows if row.builds]

    @cached_property
    def charts(self) -> list[Chart]:
        """The charts that the run has data for, drawn once for all that show them."""
        return charts.of(self)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The variants, each compared with the first of its scope."""
        return pairs.of(self.folder, self.run, self.shown)

    @cached_property
    def stages(self) -> Results | None:
        """How the stages ended that ran on this run's code, or None where none ran."""
        return self.folder.stages()

    def units(self, build: Build) -> tuple[Unit, ...]:
        """The translation units of a build."""
        return self.folder.units(build.id)

    def steps(self, build: Build) -> tuple[Step, ...]:
        """The steps of a build."""
        return self.folder.record(build.id, "steps", tuple[Step, ...]) or ()

    def analysis(self, build: Build) -> BuildAnalysis:
        """The tables of a build; empty ones where it has none."""
        return self.folder.record(build.id, "analysis", BuildAnalysis) or BuildAnalysis()

    def includes(self, build: Build) -> tuple[IncludeNode, ...]:
        """The tree of includes of a build; empty where it has none."""
        record = self.folder.record(build.id, include_tree.RECORD, tuple[IncludeNode, ...])
        return record or ()
