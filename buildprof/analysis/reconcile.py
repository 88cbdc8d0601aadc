"""Compile steps, traces and objects must agree; here is where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis import paths
from buildprof.analysis.result import Difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.analysis.claims import Claims
    from buildprof.analysis.result import Problem


def differences(
    claims: Claims, unreadable: Sequence[Problem], objects: set[str] | None
) -> list[Difference]:
    """Every difference, by name. `objects` are those that exist; None where that is not known."""
    found = [_no_trace(step.outputs[0], step.result) for step in claims.missing]
    found += [
        Difference(kind="stale-trace", path=path, message="is of an earlier build: left out")
        for path in claims.stale
    ]
    found += [
        Difference(
            kind="unclaimed-trace",
            path=path,
            message="belongs to no compile step of this build: left out",
        )
        for path in claims.unclaimed
    ]
    found += [
        Difference(kind="unreadable-trace", path=problem.path, message=problem.message)
        for problem in unreadable
    ]
    if objects is not None:
        found += _no_object(claims, objects)
    return found


def _no_trace(output: str, result: int | None) -> Difference:
    if result:
        return Difference(
            kind="no-trace", path=output, message=f"its compilation failed ({result})"
        )
    return Difference(
        kind="no-trace",
        path=output,
        message="was compiled and left no trace: from a compiler cache or a remote machine, "
        "not by clang, or into a directory that cannot be written",
    )


def _no_object(claims: Claims, objects: set[str]) -> list[Difference]:
    """Traces whose object is gone though their step names it."""
    found = []
    for claim in claims.units:
        output = claim.step.outputs[0] if claim.step and claim.step.outputs else None
        if output and paths.device_of(claim.trace) is None and output not in objects:
            found.append(
                Difference(kind="no-object", path=output, message="has a trace, but does not exist")
            )
    return found
