"""Gates: `total:5%` limits a metric, `tu:10%,50ms` every TU. Only more than the limit fails."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import metrics
from buildprof.compare.result import Comparison, Judged
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.result import Change, Estimate, Part

PARTS: dict[str, Part] = {"tu": "unit", "file": "file", "target": "target", "header": "header"}
DEFAULTS = ("total:5%", "tu:20%,500ms")
_LIMIT = re.compile(r"(?P<what>[a-z-]+):(?P<first>[^,]+)(?:,(?P<second>[^,]+))?")
_AMOUNT = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>%|us|ms|s|KiB|MiB)")
_FACTORS = {"us": 1.0, "ms": 1e3, "s": 1e6, "KiB": 1.0, "MiB": 1024.0}


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """What may not grow by more than a share and an amount (µs or KiB); both must be passed to fail."""

    text: str
    what: str
    share: float = 0.0
    amount: float = 0.0


def parse(text: str) -> Limit:
    """Read a limit. Raises UsageError that shows how one is written."""
    match = _LIMIT.fullmatch(text.strip())
    if match is None:
        raise _wrong(text)
    if match["what"] not in PARTS:
        metrics.named(match["what"])
    share = amount = 0.0
    for part in (match["first"], match["second"]):
        found = _AMOUNT.fullmatch((part or "0%").strip())
        if found is None:
            raise _wrong(text)
        if found["unit"] == "%":
            share = max(share, float(found["number"]) / 100)
        else:
            amount = float(found["number"]) * _FACTORS[found["unit"]]
    return Limit(text=text.strip(), what=match["what"], share=share, amount=amount)


def needed(named: Sequence[str], limits: Sequence[Limit]) -> tuple[str, ...]:
    """Return the metrics that were named, if any were, and after them those that limits are of."""
    limited = [limit.what for limit in limits if limit.what not in PARTS]
    return (*named, *limited) if named else ()


def judged(comparison: Comparison, limits: Sequence[Limit]) -> Comparison:
    """Return the comparison with its gates."""
    gates = tuple(
        _part(comparison, limit) if limit.what in PARTS else _metric(comparison, limit)
        for limit in limits
    )
    return msgspec.structs.replace(comparison, gates=gates)


def _metric(comparison: Comparison, limit: Limit) -> Judged:
    found = next((one for one in comparison.estimates if one.metric == limit.what), None)
    if found is None or found.change is None:
        return Judged(
            limit=limit.text, passed=False, why=f"{limit.what} is not known of both sides"
        )
    beyond = _beyond(limit, found.change, (found.b or 0) - (found.a or 0))
    return Judged(limit=limit.text, passed=not (beyond and _counts(found)), why=_why(found, beyond))


def _counts(found: Estimate) -> bool:
    """Whether a change beyond its limit fails: noise excuses it only where noise is known."""
    return found.significant is not False


def _why(found: Estimate, beyond: bool) -> str:
    change = f"{found.metric} changed by {(found.change or 0) * 100:+.1f} %"
    if found.significant is None:
        return f"{change}; with so few builds noise is unknown, and the limit alone decides"
    if beyond and not found.significant:
        return f"{change}, beyond the limit, but not beyond noise"
    return change if beyond else f"{change}, within the limit"


def _part(comparison: Comparison, limit: Limit) -> Judged:
    rows = _rows(comparison, PARTS[limit.what])
    worse = [
        row
        for row in rows
        if row.change is not None and _beyond(limit, row.change, row.difference_us)
    ]
    failing = [row for row in worse if row.significant is not False]
    names = tuple(row.name for row in failing)
    if failing:
        why = f"{len(failing)} changed beyond the limit"
        if all(row.significant is None for row in failing):
            why += "; with so few builds noise is unknown, and the limit alone decides"
        return Judged(limit=limit.text, passed=False, why=f"{why}: {_some(failing)}", names=names)
    within = f", {len(worse)} beyond the limit but not beyond noise" if worse else ""
    return Judged(limit=limit.text, passed=True, why=f"none of {len(rows)} failed{within}")


def _rows(comparison: Comparison, part: Part) -> tuple[Change, ...]:
    return next((found.rows for found in comparison.changes if found.part == part), ())


def _beyond(limit: Limit, change: float, difference: float) -> bool:
    return change > limit.share and difference > limit.amount


def _some(rows: Sequence[Change]) -> str:
    shown = [f"{row.name} {(row.change or 0) * 100:+.1f} %" for row in rows[:5]]
    more = [f"and {len(rows) - len(shown)} more"] if len(rows) > len(shown) else []
    return ", ".join([*shown, *more])


def _wrong(text: str) -> UsageError:
    return UsageError(
        f"{text!r} is no limit",
        hint="A limit is a metric, or tu, file, target, header, and how much more is allowed: "
        "total:5%, wall:10%,2s, tu:10%,50ms, peak-rss:100MiB.",
    )
