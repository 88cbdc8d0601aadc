"""A comparison as the page shows it: what was found of each metric, and what changed, in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import comparison_text, quantity
from buildprof.report.page.tables import Cell, Table

if TYPE_CHECKING:
    from buildprof.compare.result import Change, Changes, Comparison, Estimate

MOST = 100


class ComparedView(msgspec.Struct, frozen=True, kw_only=True):
    """One comparison of the page: `key` names its elements."""

    key: str
    title: str
    conclusion: str
    verdict: str
    notes: tuple[str, ...]
    metrics: Table
    parts: tuple[Table, ...]


def make(key: str, title: str, comparison: Comparison) -> ComparedView:
    """Lay a comparison out."""
    gates = (
        f"gate {gate.limit}: {'passed' if gate.passed else 'FAILED'}: {gate.why}"
        for gate in comparison.gates
    )
    forced = (f"FORCED, not comparable: {reason}" for reason in comparison.forced)
    parts = (_part(key, part) for part in comparison.changes)
    return ComparedView(
        key=key,
        title=title,
        conclusion=comparison.conclusion,
        verdict=comparison.verdict,
        notes=(*gates, *forced, *comparison.limits),
        metrics=_metrics(key, comparison),
        parts=tuple(part for part in parts if part.rows),
    )


def _metrics(key: str, comparison: Comparison) -> Table:
    return Table(
        id=f"{key}-metrics",
        title="Metrics",
        columns=("Metric", "A", "B", "Change", "Interval", "Significant", "Relevant"),
        rows=tuple(_metric(estimate) for estimate in comparison.estimates),
        total=len(comparison.estimates),
        about=f"A is {comparison.a.label} of run {comparison.a.run}, B is {comparison.b.label} of run "
        f"{comparison.b.run}. Significant is beyond noise; relevant is big enough to care.",
    )


def _metric(estimate: Estimate) -> tuple[Cell, ...]:
    a, b, change, interval, significant, relevant = comparison_text.cells(estimate)[1:]
    return (
        Cell(estimate.metric),
        Cell(a, estimate.a, numeric=True),
        Cell(b, estimate.b, numeric=True),
        Cell(_minus(change), estimate.change, numeric=True),
        Cell(_minus(interval), estimate.low, numeric=True),
        Cell(significant),
        Cell(relevant),
    )


def _part(key: str, part: Changes) -> Table:
    rows = [row for row in part.rows if row.difference_us]
    most = max((abs(row.difference_us) for row in rows), default=0)
    title = comparison_text.TITLES[part.part]
    groups = (
        ("in both", part.common_us),
        ("only in A", part.only_a_us),
        ("only in B", part.only_b_us),
    )
    sums = ", ".join(f"{name} {quantity.change(us)}" for name, us in groups if us)
    shown = abs(part.remainder_us) >= comparison_text.SHOWN_US
    rest = f", {part.remainder}: {quantity.change(part.remainder_us)}" if shown else ""
    measures = part.measures[:1].upper() + part.measures[1:]
    return Table(
        id=f"{key}-{part.part.replace(' ', '-')}",
        title=title,
        columns=(title, "A", "B", "B − A", "Change", "Significant"),
        rows=tuple(_row(row, most) for row in rows[:MOST]),
        total=len(rows),
        about=f"{measures}. The whole changed by {quantity.change(part.whole_us)}: {sums}{rest}.",
    )


def _row(row: Change, most: float) -> tuple[Cell, ...]:
    bar = round(100 * abs(row.difference_us) / most, 1) if most else None
    tone = "more" if row.difference_us > 0 else "less"
    return (
        Cell(row.name),
        Cell(quantity.seconds(row.a_us, 2), row.a_us, numeric=True),
        Cell(quantity.seconds(row.b_us, 2), row.b_us, numeric=True),
        Cell(quantity.change(row.difference_us), row.difference_us, bar, numeric=True, tone=tone),
        Cell(_minus(comparison_text.percent(row.change)), row.change, numeric=True),
        Cell(comparison_text.word(row.significant)),
    )


def _minus(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")
