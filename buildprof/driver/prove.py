"""Proof that a variant took effect, from the traces alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.runs.schema import Proof

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.project.variant import Variant
    from buildprof.trace.unit import Unit


def prove(variant: Variant, units: Sequence[Unit]) -> Proof:
    """Hold what the traces show against what the variant promises."""
    pch_units = sum(unit.kind == "pch" for unit in units)
    pch_users = sum(unit.reads_pch for unit in units)
    unity_units = sum(unit.kind == "unity" for unit in units)
    problems = [
        *_problem(
            variant.pch, "precompiled header", bool(pch_units), bool(pch_units and pch_users)
        ),
        *_problem(variant.unity, "unity source", bool(unity_units), bool(unity_units)),
    ]
    return Proof(
        pch_units=pch_units,
        pch_users=pch_users,
        unity_units=unity_units,
        problem="; ".join(problems) or None,
    )


def _problem(treatment: str, thing: str, seen: bool, used: bool) -> list[str]:
    if treatment == "off" and seen:
        return [f"a {thing} was compiled all the same"]
    if treatment == "on" and not used:
        return [f"no {thing} was {'used' if seen else 'compiled'}"]
    return []
