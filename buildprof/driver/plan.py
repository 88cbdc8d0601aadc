"""Which builds a run makes, and in which order."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from buildprof.errors import UsageError
from buildprof.project.scope import Scope
from buildprof.project.variant import DEFAULT_VARIANTS, Variant
from buildprof.runs import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.project.project import Project

BASELINE = "baseline"


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One build to make."""

    scope: Scope
    variant: Variant
    repetition: int

    @property
    def id(self) -> str:
        """The name of the build."""
        return schema.build_id(self.scope.name, self.variant.name, self.repetition)

    @property
    def label(self) -> str:
        """What tables and progress call it."""
        return f"{self.scope.label}, {self.variant.label}"


def make(
    project: Project,
    scopes: Sequence[str],
    variants: Sequence[str],
    *,
    repetitions: int,
    jobs: int,
    interleave: schema.Interleave = "build",
) -> schema.Plan:
    """Make a plan. The baseline comes first: other variants learn from its traces.

    Raises UsageError where TUs are interleaved, which takes a second repetition, and there is none.
    """
    if interleave == "tu" and repetitions < 2:
        raise UsageError(
            "lockstep begins with the second repetition: the first is a whole build",
            hint="For example: --repeat 5 --interleave tu.",
        )
    names = list(dict.fromkeys(variants or DEFAULT_VARIANTS))
    names.sort(key=lambda name: name != BASELINE)
    chosen_scopes = [project.scope(name) for name in dict.fromkeys(scopes)]
    chosen_variants = [project.variant(name) for name in names]
    return schema.Plan(
        scopes=tuple(schema.Row(name=row.name, label=row.label) for row in chosen_scopes),
        variants=tuple(schema.Row(name=row.name, label=row.label) for row in chosen_variants),
        repetitions=repetitions,
        jobs=jobs,
        interleave=interleave,
    )


def whole(plan: schema.Plan, project: Project) -> Iterator[Job]:
    """Yield the builds that are made whole: all, or the first of each where TUs are interleaved."""
    for job in jobs_of(plan, project):
        if plan.interleave == "build" or job.repetition == 1:
            yield job


def rounds(plan: schema.Plan, project: Project) -> Iterator[tuple[Job, ...]]:
    """Yield what is measured in lockstep: the variants of a scope, repetition by repetition."""
    later = [job for job in jobs_of(plan, project) if job.repetition > 1]
    if plan.interleave == "tu":
        for _, jobs in groupby(later, key=lambda job: (job.repetition, job.scope.name)):
            yield tuple(jobs)


def jobs_of(plan: schema.Plan, project: Project) -> Iterator[Job]:
    """Yield the builds of a plan, repetitions interleaved so that drift meets all variants alike."""
    for repetition in range(1, plan.repetitions + 1):
        for scope in plan.scopes:
            for variant in plan.variants:
                yield Job(
                    scope=project.scope(scope.name),
                    variant=project.variant(variant.name),
                    repetition=repetition,
                )
