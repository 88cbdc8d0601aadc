"""What users should know about traces before they trust the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.analysis.result import Problem
from buildprof.analysis.units import is_incomplete

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.analysis.claims import Claim

_FEW = 3
_FOR_DRIVERS = frozenset({"Metal", "OpenCL"})  # their code is made where it runs


def about_units(claims: Iterable[Claim]) -> list[Problem]:
    """Per trace: what its writer said, and what it does not hold."""
    found: list[Problem] = []
    for claim in claims:
        messages = list(claim.file.warnings) if claim.place == 0 else []
        messages += [
            f"{name} has no duration: it is unknown" for name in sorted(set(claim.facts.unknown))
        ]
        if is_incomplete(claim):
            messages.append(
                "holds the backend only, as -save-temps leaves it: the frontend is unknown"
            )
        if _defers_codegen(claim):
            messages.append("code generation is deferred to the link step (LTO)")
        found += [Problem(path=claim.trace, message=message) for message in messages]
    return found


def about_build(claims: Sequence[Claim]) -> list[Problem]:
    """Over all traces: granularities and configurations that do not belong together."""
    found: list[Problem] = []
    if _mixed_granularity(claims):
        found.append(
            Problem(
                path=".",
                message="traces were written with different -ftime-trace-granularity: "
                "compare totals only, not rows of headers and templates",
            )
        )
    return found


def _defers_codegen(claim: Claim) -> bool:
    facts = claim.facts
    optimizes_only = facts.producer == "clang" and facts.optimizer and not facts.codegen
    return optimizes_only and claim.language not in _FOR_DRIVERS


def _mixed_granularity(claims: Sequence[Claim]) -> bool:
    """Whether one trace holds spans that another one would have left out."""
    facts = [claim.facts for claim in claims if claim.facts.events > _FEW]
    shortest = min((one.shortest_us for one in facts if one.shortest_us >= 0), default=0)
    left_out = max((one.left_out_us for one in facts), default=0)
    return left_out > 0 and left_out >= shortest
