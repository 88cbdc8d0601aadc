"""The parts of `buildprof ci` between its options and the stages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from buildprof import console
from buildprof.ci import profile, runner, select, summary, switches, toolchains
from buildprof.ci import results as records
from buildprof.ci.context import Context
from buildprof.ci.switches import Switches
from buildprof.ci.trees import Trees
from buildprof.cli._run import reported
from buildprof.errors import UsageError
from buildprof.progress import progress
from buildprof.project.project import Project
from buildprof.report import quantity, table
from buildprof.runs.folder import RunFolder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.ci.results import Results, StageResult
    from buildprof.ci.select import Chosen
    from buildprof.progress import Progress
    from buildprof.project.stage import Stage


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What the user asked for."""

    project: Project
    out: Path
    mnt: Path
    build_dir: Path
    jobs: int
    only: list[str]
    skip: list[str]
    without_tests: list[str]
    variants: list[str]
    record_tests: bool
    resume: bool
    keep_going: bool
    switches: Switches
    profile: RunFolder | None = None
    reference: Path | None = None

    def context(self) -> Context:
        """Return what the stages share. Raises where a variant or a switch cannot be."""
        switches.refuse_unknown(os.environ)
        for name in self.variants:
            self.project.variant(name)
        if len(self.variants) == 1:
            raise UsageError(
                "--variants needs two or more to compare",
                hint=f"For example: --variants baseline,{self.variants[0]}",
            )
        trees = Trees(
            self.project, self.build_dir, self.switches, jobs=self.jobs, resume=self.resume
        )
        return Context(
            project=self.project,
            out=self.out,
            mnt=self.mnt,
            trees=trees,
            switches=self.switches,
            jobs=self.jobs,
            without_tests=tuple(self.without_tests),
            variants=tuple(self.variants),
            record_tests=self.record_tests,
        )

    def chosen(self, context: Context) -> list[Chosen]:
        """Return the stages; --variants by itself means the stage of that name."""
        only = self.only or (["variants"] if self.variants else [])
        return select.choose(context, only, self.skip)


def listing(call: Call) -> str:
    """Return the stages as a table: what they are, where they run, and which would be skipped."""
    rows = [
        (
            one.stage.name,
            one.stage.title,
            one.stage.tree,
            f"skipped: {one.skipped}" if one.skipped else "",
        )
        for one in call.chosen(call.context())
    ]
    return table.render(("stage", "what", "build", "note"), rows, left=(0, 1, 2, 3))


def run(call: Call) -> Results:
    """Run the stages, print their table and write the summary."""
    context = call.context()
    toolchains.check(call.switches, call.project.profile.pipeline, context.trees.compiler)
    chosen = call.chosen(context)
    # a run that is not there is known before the stages begin
    more = profile.sections(call.profile, call.reference) if call.profile else []
    earlier = records.load(call.out) if call.resume else None
    with progress() as shown:
        results = runner.run(
            chosen, context, Watcher(shown, chosen), keep_going=call.keep_going, earlier=earlier
        )
    summary.publish(results, call.out, more)
    if call.profile:
        call.profile.save_stages(results)
        console.note(f"report: {reported(call.profile)}")
    return results


class Watcher:
    """Shows how the stages go on."""

    def __init__(self, shown: Progress, chosen: Sequence[Chosen]) -> None:
        self._shown, self._total, self._number = shown, len(chosen), 0

    def began(self, stage: Stage) -> None:
        """Begin a stage."""
        self._shown.start(f"[{self._number + 1}/{self._total}] {stage.name}", stage.title)

    def line(self, text: str) -> None:
        """Move the bar with ninja's and ctest's counts."""
        if found := summary.counted(text):
            self._shown.step(*found, console.printable(text))

    def ended(self, result: StageResult) -> None:
        """Sum a stage up in a line."""
        self._number += 1
        outcome = result.outcome
        if result.started is None:
            return
        self._shown.end(f"{outcome.state} in {quantity.seconds(result.wall_us)}")
