"""The variants of a run, each compared with the first of its scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare.compare import Request, compare
from buildprof.compare.result import Comparison
from buildprof.compare.sides import Chosen
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.result import Changes, Part
    from buildprof.runs.folder import RunFolder
    from buildprof.runs.schema import Build, Run


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """A variant against another. `name` is that of its files, `title` what tables call the pair."""

    name: str
    title: str
    reference: str
    label: str
    comparison: Comparison


def of(folder: RunFolder, run: Run, shown: Sequence[tuple[str, Build]]) -> list[Pair]:
    """Return the pairs that can be compared, in the order of the plan."""
    found = []
    for label, build in shown:
        reference, first = next(one for one in shown if one[1].scope == build.scope)
        if first is build:
            continue
        a, b = (_side(folder, run, one) for one in (first, build))
        try:
            comparison = compare(a, b, Request())
        except UsageError:  # such as a variant that had no effect, which the table says already
            continue
        found.append(
            Pair(
                name=f"{build.scope}-{build.variant}",
                title=f"{label} against {reference}",
                reference=reference,
                label=label,
                comparison=comparison,
            )
        )
    return found


def part(comparison: Comparison, wanted: Part) -> Changes | None:
    """Return the rows of one part, or None where a comparison has none."""
    return next((one for one in comparison.changes if one.part == wanted), None)


def _side(folder: RunFolder, run: Run, build: Build) -> Chosen:
    scope, variant = build.scope, build.variant
    name = f"{run.id}:{scope}/{variant}"
    return Chosen(folder=folder, run=run, scope=scope, variant=variant, name=name)
