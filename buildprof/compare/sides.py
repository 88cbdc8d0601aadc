"""From what the user names to a side: `RUN`, `RUN:variant`, `RUN:scope/variant`, `:variant`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare.result import Side
from buildprof.errors import UsageError
from buildprof.runs import find
from buildprof.runs.folder import RunFolder
from buildprof.runs.schema import Run

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.schema import Build

BASELINE = "baseline"


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A side with its records. `only` are the builds that count, None where all do.

    The builds are those that were made whole, or in `lockstep` those that were not.
    """

    folder: RunFolder
    run: Run
    scope: str
    variant: str
    name: str
    only: frozenset[str] | None = None
    lockstep: bool = False

    @property
    def all_builds(self) -> tuple[Build, ...]:
        """All repetitions of its kind, in order."""
        return tuple(
            sorted(
                (
                    build
                    for build in self.run.builds
                    if (build.scope, build.variant) == (self.scope, self.variant)
                    and (build.lockstep is not None) == self.lockstep
                ),
                key=lambda build: build.repetition,
            )
        )

    @property
    def builds(self) -> tuple[Build, ...]:
        """The repetitions that can be compared: built, and proven where the variant promises."""
        return tuple(build for build in self.all_builds if not self._problem(build))

    @property
    def record(self) -> Side:
        """What the comparison says of this side."""
        run = self.run
        labels = {row.name: row.label for row in (*run.plan.scopes, *run.plan.variants)}
        return Side(
            name=self.name,
            run=run.id,
            scope=self.scope,
            variant=self.variant,
            label=f"{labels[self.scope]}, {labels[self.variant]}",
            project=run.project.name,
            commit=run.project.revision.commit,
            dirty=run.project.revision.dirty,
            created=run.created,
            compiler=run.toolchain.title,
            machine=run.machine.name,
            jobs=run.plan.jobs,
            builds=tuple(build.id for build in self.builds),
            left_out=tuple(
                f"{build.id}: {problem}"
                for build in self.all_builds
                if (problem := self._problem(build))
            ),
        )

    def _problem(self, build: Build) -> str | None:
        if build.state != "built":
            return build.state
        if build.proof and build.proof.problem:
            return build.proof.problem
        return None if self.only is None or build.id in self.only else "has no partner"


def choose(a: str, b: str, reports: Path) -> tuple[Chosen, Chosen]:
    """Return both sides. A side that names no variant takes that of the other, else a common one."""
    folder_a, wanted_a = split(a, reports)
    folder_b, wanted_b = split(b, reports)
    run_a, run_b = folder_a.load(), folder_b.load()
    common = [cell for cell in cells(run_a) if cell in cells(run_b)]
    cell_a = _cell(run_a, a, wanted_a, wanted_b, common)
    cell_b = _cell(run_b, b, wanted_b, wanted_a, common)
    if (run_a.id, cell_a) == (run_b.id, cell_b) and folder_a.path == folder_b.path:
        raise UsageError(
            f"{a} and {b} are the same builds",
            hint=f"Name two runs, or two variants of one: {_known(run_a)}.",
        )
    return _chosen(folder_a, run_a, cell_a), _chosen(folder_b, run_b, cell_b)


def split(name: str, reports: Path) -> tuple[RunFolder, str | None]:
    """Return the run that a name means, and what follows it: the latest where it begins with `:`."""
    run, colon, rest = name.rpartition(":")
    if not colon:
        return find.find(name, reports), None
    try:
        return find.find(name, reports), None  # a path may hold a colon
    except UsageError:
        return find.find(run or "latest", reports), rest


def cells(run: Run) -> list[tuple[str, str]]:
    """Return the scopes and variants of a run that were built, in the order of its plan."""
    built = {(build.scope, build.variant) for build in run.builds if build.state == "built"}
    return [
        (scope.name, variant.name)
        for scope in run.plan.scopes
        for variant in run.plan.variants
        if (scope.name, variant.name) in built
    ]


def _cell(
    run: Run, name: str, wanted: str | None, other: str | None, common: list[tuple[str, str]]
) -> tuple[str, str]:
    chosen = wanted or other
    if chosen is None:
        likely = [cell for cell in common if cell[1] == BASELINE] or common
        if not likely:
            raise UsageError(
                "the two runs have no variant in common",
                where=name,
                hint=f"Name one behind a colon: {_known(run)}.",
            )
        return likely[0]
    scope, _, variant = chosen.rpartition("/")
    for cell in cells(run):
        if variant == cell[1] and scope in {"", cell[0]}:
            return cell
    raise UsageError(
        f"run {run.id} has no successful build of {chosen!r}",
        where=name,
        hint=f"It has: {_known(run)}.",
    )


def _chosen(folder: RunFolder, run: Run, cell: tuple[str, str]) -> Chosen:
    scope, variant = cell
    return Chosen(
        folder=folder, run=run, scope=scope, variant=variant, name=f"{run.id}:{scope}/{variant}"
    )


def _known(run: Run) -> str:
    return ", ".join(f"{scope}/{variant}" for scope, variant in cells(run)) or "nothing"
