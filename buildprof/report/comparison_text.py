"""A comparison as text or markdown: the conclusion first, then the metrics, then what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.compare import conclude
from buildprof.report import quantity, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.result import Change, Changes, Comparison, Estimate, Side
    from buildprof.report.table import Sink

MOVERS = 10
# less than what two digits of a second show
SHOWN_US = 5_000
TITLES = {
    "unit": "TUs",
    "device": "Device TUs",
    "file": "Source files",
    "target": "Targets",
    "header": "Headers",
    "template set": "Template sets",
    "function set": "Function sets",
    "pass": "Optimiser passes",
}


def render(
    comparison: Comparison, sink: Sink = "text", width: int | None = None, movers: int = MOVERS
) -> str:
    """Return the whole comparison; tables in text fit `width` where it is given."""
    parts = [
        _title(comparison, sink),
        _safe(comparison.conclusion, sink) + "\n",
        _gates(comparison, sink),
        _estimates(comparison.estimates, sink, width),
        _limits(comparison, sink),
    ]
    parts += [_changes(part, sink, width, movers) for part in comparison.changes]
    return "\n".join(part for part in parts if part)


def _title(comparison: Comparison, sink: Sink) -> str:
    a, b = comparison.a, comparison.b
    lines = [f"# {_safe(a.project, sink)}: {_name(b, a, sink)} against {_name(a, b, sink)}\n"]
    what = "round" if comparison.lockstep else "build"
    lines += [f"- {side}: {_side(one, what, sink)}" for side, one in (("A", a), ("B", b))]
    if comparison.forced:
        lines.append("- FORCED, not comparable: " + _safe("; ".join(comparison.forced), sink))
    return "\n".join(lines) + "\n"


def _name(side: Side, other: Side, sink: Sink) -> str:
    same = side.run == other.run
    return _safe(side.label if same else side.run, sink)


def _side(side: Side, what: str, sink: Sink) -> str:
    commit = (side.commit[:12] if side.commit else "unknown commit") + (
        " with changes" if side.dirty else ""
    )
    builds = f"{len(side.builds)} {what}{'' if len(side.builds) == 1 else 's'}"
    text = f"{side.name}, {commit}, {builds}, {side.created}"
    return _safe(text, sink)


def _estimates(estimates: Sequence[Estimate], sink: Sink, width: int | None) -> str:
    header = ("Metric", "A", "B", "Change", "Interval", "Significant", "Relevant")
    rows = [cells(estimate) for estimate in estimates]
    return table.render(header, rows, sink=sink, width=width)


def cells(estimate: Estimate) -> list[str]:
    """Return what tables say of a metric: its name, A, B, change, interval, and two answers."""
    return [
        estimate.metric,
        _value(estimate, estimate.a),
        _value(estimate, estimate.b),
        percent(estimate.change),
        _interval(estimate),
        word(estimate.significant),
        word(estimate.relevant),
    ]


def _value(estimate: Estimate, value: float | None) -> str:
    if estimate.unit == "KiB":
        return quantity.memory(value)
    return quantity.seconds(value, 2) if estimate.unit == "us" else quantity.count(value)


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return quantity.UNKNOWN
    return f"{percent(estimate.low)} to {percent(estimate.high)}"


def percent(change: float | None) -> str:
    """Return a relative change with its sign: `+3.1 %`."""
    return quantity.UNKNOWN if change is None else conclude.percent(change)


def word(answer: bool | None) -> str:
    """Return yes, no, or a dash where it cannot be told."""
    return quantity.UNKNOWN if answer is None else "yes" if answer else "no"


def _gates(comparison: Comparison, sink: Sink) -> str:
    lines = [
        f"- gate {gate.limit}: {'passed' if gate.passed else 'FAILED'}: {_safe(gate.why, sink)}"
        for gate in comparison.gates
    ]
    return "\n".join(lines) + "\n" if lines else ""


def _limits(comparison: Comparison, sink: Sink) -> str:
    return "".join(f"- {_safe(line, sink)}\n" for line in comparison.limits)


def _changes(part: Changes, sink: Sink, width: int | None, movers: int) -> str:
    shown = [row for row in part.rows if row.difference_us][:movers]
    title = f"## {TITLES[part.part]}\n\n{part.measures[:1].upper()}{part.measures[1:]}.\n"
    if not shown:
        return f"{title}\nNothing changed.\n"
    header = (TITLES[part.part], "A", "B", "B - A", "Change", "Significant")
    cells = [_row(row) for row in shown] + _sums(part, shown)
    return f"{title}\n{table.render(header, cells, sink=sink, width=width)}{_below(part)}"


def _row(row: Change) -> list[str]:
    return [
        row.name,
        quantity.seconds(row.a_us, 2),
        quantity.seconds(row.b_us, 2),
        signed(row.difference_us),
        _group(row),
        word(row.significant),
    ]


def _group(row: Change) -> str:
    if row.a_us is None:
        return "only in B"
    return "only in A" if row.b_us is None else percent(row.change)


def _sums(part: Changes, shown: Sequence[Change]) -> list[list[str]]:
    """Return the lines below a table that make it add up."""
    left = [row for row in part.rows if row not in shown]
    groups = [
        (f"{len(left)} more", sum(row.difference_us for row in left)),
        ("remainder", part.remainder_us),
        ("whole", part.whole_us),
    ]
    return [
        [name, "", "", signed(us), "", ""]
        for name, us in groups
        if name == "whole" or abs(us) >= SHOWN_US
    ]


def _below(part: Changes) -> str:
    """Return what explains the sums: the groups, and what the remainder is."""
    groups = [("in both", part.common_us), *_lonely(part)]
    lines = []
    if len(groups) > 1:
        lines.append("; ".join(f"{name} {signed(us)}" for name, us in groups) + ".")
    if abs(part.remainder_us) >= SHOWN_US:
        lines.append(f"Remainder: {part.remainder}.")
    return "".join(f"\n{line[:1].upper()}{line[1:]}\n" for line in lines)


def _lonely(part: Changes) -> list[tuple[str, float]]:
    only_a = [row for row in part.rows if row.b_us is None and row.a_us is not None]
    only_b = [row for row in part.rows if row.a_us is None and row.b_us is not None]
    groups = (("A", only_a, part.only_a_us), ("B", only_b, part.only_b_us))
    return [(f"{len(rows)} only in {side}", us) for side, rows, us in groups if rows]


def signed(us: float) -> str:
    """Return a difference in seconds with its sign."""
    return f"{us / 1_000_000:+,.2f} s"


def _safe(text: str, sink: Sink) -> str:
    return table.cell(text, sink)
