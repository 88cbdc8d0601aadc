"""Sums over units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from buildprof.analysis.result import Summary, Times

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.trace.unit import Kind, Unit

Field = Literal["frontend_us", "backend_us", "other_us", "total_us", "trace_bytes"]


def add_up(units: Iterable[Unit], field: Field) -> int | None:
    """The sum of what is known, or None where nothing is."""
    known: list[int] = [value for unit in units if (value := getattr(unit, field)) is not None]
    return sum(known) if known else None


def times(units: Sequence[Unit]) -> Times:
    """How many units, and their times."""
    return Times(
        units=len(units),
        frontend_us=add_up(units, "frontend_us"),
        backend_us=add_up(units, "backend_us"),
        other_us=add_up(units, "other_us"),
        total_us=add_up(units, "total_us"),
    )


def summarise(units: Sequence[Unit], translation_units: int, instantiation_us: int) -> Summary:
    """The whole build; a translation unit with device traces counts once."""
    kinds: dict[Kind, list[Unit]] = {}
    for unit in units:
        kinds.setdefault(unit.kind, []).append(unit)
    whole = times(units)
    return Summary(
        translation_units=translation_units,
        frontend_us=whole.frontend_us,
        backend_us=whole.backend_us,
        other_us=whole.other_us,
        total_us=whole.total_us,
        instantiation_us=instantiation_us,
        trace_bytes=add_up(units, "trace_bytes") or 0,
        kinds={kind: times(members) for kind, members in kinds.items()},
    )
