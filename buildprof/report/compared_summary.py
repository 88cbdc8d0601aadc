"""The summary of a comparison in markdown: the verdict first, then what moved most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import comparison_text, quantity, summary, table
from buildprof.report.annotations import Annotation
from buildprof.report.budget import Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.compare.result import Changes, Comparison

MOST = 100


def sections(comparison: Comparison) -> list[Section]:
    """Return the sections, the most important first."""
    movers = summary.movers(comparison, "A", "B")
    parts = [
        summary.folded(f"all changes of {comparison_text.TITLES[part.part]}", rows)
        for part in comparison.changes
        if (rows := _rows(part))
    ]
    biggest = [Section("the biggest movers", f"#### Biggest movers\n\n{movers}")] if movers else []
    return [_verdict(comparison), *biggest, *parts]


def findings(comparison: Comparison) -> list[Annotation]:
    """Return what to show at files: gates that were not met, then files that became slower beyond noise."""
    gates = [
        Annotation(level="error", title="gate", message=f"{gate.limit}: {gate.why}")
        for gate in comparison.gates
        if not gate.passed
    ]
    return [*gates, *_slower(comparison)]


def _slower(comparison: Comparison) -> Iterator[Annotation]:
    for part in comparison.changes:
        if part.part != "file":
            continue
        for row in part.rows:
            if row.significant and row.relevant and row.difference_us > 0:
                took = quantity.change(row.difference_us)
                share = comparison_text.percent(row.change)
                text = f"takes longer to compile: {took} ({share})"
                yield Annotation(file=row.name, title="build time", message=text)


def _verdict(comparison: Comparison) -> Section:
    safe = table.cell
    a, b = comparison.a, comparison.b
    title = f"### {safe(a.project, 'md')}: {safe(b.name, 'md')} against {safe(a.name, 'md')}\n"
    header = ("Metric", "A", "B", "Change", "Interval", "Significant", "Relevant")
    rows = [comparison_text.cells(estimate) for estimate in comparison.estimates]
    notes = [
        *(
            f"gate {g.limit}: {'passed' if g.passed else 'FAILED'}: {g.why}"
            for g in comparison.gates
        ),
        *(f"FORCED, not comparable: {reason}" for reason in comparison.forced),
        *comparison.limits,
    ]
    listed = "".join(f"- {safe(note, 'md')}\n" for note in notes)
    parts = [
        title,
        f"**{safe(comparison.conclusion, 'md')}**\n",
        table.render(header, rows, sink="md"),
    ]
    return Section("the verdict", "\n".join([*parts, listed] if listed else parts))


def _rows(part: Changes) -> str:
    rows = [
        [
            row.name,
            quantity.seconds(row.a_us, 2),
            quantity.seconds(row.b_us, 2),
            quantity.change(row.difference_us),
            comparison_text.percent(row.change),
            comparison_text.word(row.significant),
        ]
        for row in part.rows[:MOST]
        if row.difference_us
    ]
    header = (comparison_text.TITLES[part.part], "A", "B", "Change", "Relative", "Significant")
    return table.render(header, rows, sink="md") if rows else ""
