"""What changed: the rows of every part, with the parts adding up to the whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from buildprof.compare import central, files, parts, rows, samples
from buildprof.compare.result import Change, Changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np

    from buildprof.compare.metrics import Metric
    from buildprof.compare.result import Part
    from buildprof.compare.samples import Samples
    from buildprof.compare.sides import Chosen

RELEVANT = 0.05
RELEVANT_US = 50_000


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """How builds were made: in pairs or not, the variance between runs, the confidence wanted."""

    paired: bool
    between: float
    confidence: float


@dataclass(frozen=True)
class Sides:
    """Both sides with the units of their builds."""

    a: Chosen
    b: Chosen
    units_a: Samples
    units_b: Samples


def all_parts(sides: Sides, metric: Metric, design: Design) -> Iterator[Changes]:
    """Yield the changes of every part; those of units, files and targets are of the metric."""
    yield of_units(sides, metric.field, design)
    yield from of_devices(sides, metric.field, design)
    yield of_files(sides, metric.field, design)
    whole = _whole(sides, metric.field, design)
    targets = [parts.of_targets(one, metric.field) for one in (sides.units_a, sides.units_b)]
    yield _part("target", "sum over the target's TUs", targets, whole, "", design)
    tables = [parts.tables_of(one) for one in (sides.a, sides.b)]
    roots = [parts.source_root(one) for one in (sides.units_a, sides.units_b)]
    for kind in parts.KINDS:
        found = [parts.of_table(side, kind, root) for side, root in zip(tables, roots, strict=True)]
        if any(any(one) for side in found for one in side):
            whole = _whole(sides, kind.whole, design)
            yield _part(kind.part, kind.measures, found, whole, kind.remainder, design)


def of_units(sides: Sides, field: str, design: Design) -> Changes:
    """Return the changes of translation units; these are the whole."""
    both = samples.matrices(sides.units_a, sides.units_b, field)
    if both is None:
        return _summed("unit", "time of the TU", (), 0.0, "")
    names = [key[0].partition("\n")[0] for key in both.keys]
    changed = _changes(names, both.a, both.b, design)
    found = tuple(
        msgspec.structs.replace(change, target=key[1] or None)
        for change, key in zip(changed, both.keys, strict=True)
    )
    remainder = "TUs whose time is unknown on a side" if both.unknown else ""
    return _summed("unit", "time of the TU", found, _total(found), remainder)


def of_devices(sides: Sides, field: str, design: Design) -> Iterator[Changes]:
    """Yield the changes of what is compiled for GPUs, where anything is; no other part holds it."""
    mine = Sides(sides.a, sides.b, samples.of_devices(sides.a), samples.of_devices(sides.b))
    if mine.units_a.keys or mine.units_b.keys:
        measures = "time of the TU on one architecture"
        found = of_units(mine, field, design)
        yield msgspec.structs.replace(found, part="device", measures=measures)


def of_files(sides: Sides, field: str, design: Design) -> Changes:
    """Return the changes of source files, each with its shares of unity sources."""
    alone = files.alone(sides.units_a) | files.alone(sides.units_b)
    times = [
        files.times(units, files.members_of(side), field, alone)
        for side, units in ((sides.a, sides.units_a), (sides.b, sides.units_b))
    ]
    totals = [[{n: t.total for n, t in one.items()} for one in side] for side in times]
    shared = [[{n: t.shared for n, t in one.items()} for one in side] for side in times]
    names, matrix_a, matrix_b = _matrix(totals)
    changed = _changes(names, matrix_a, matrix_b, design)
    parts_a, parts_b = ({n: _mean(n, side) for n in names} for side in shared)
    found = tuple(
        msgspec.structs.replace(c, shared_a=parts_a[c.name], shared_b=parts_b[c.name])
        for c in changed
    )
    measures = "time of the file, in unity sources with its share of what members have in common"
    return _summed("file", measures, found, _whole(sides, field, design), REPEATED)


REPEATED = "rounding of what repetitions share out differently"


def _part(
    part: Part,
    measures: str,
    found: Sequence[Sequence[Mapping[str, float]]],
    whole: float,
    remainder: str,
    design: Design,
) -> Changes:
    names, a, b = _matrix(found)
    changed = tuple(_changes(names, a, b, design))
    return _summed(part, measures, changed, whole, remainder or REPEATED)


def _whole(sides: Sides, field: str, design: Design) -> float:
    both = samples.matrices(sides.units_a, sides.units_b, field)
    if both is None:
        return 0.0
    a, b = central.sides(both.a, both.b, paired=design.paired)
    return float(b.sum() - a.sum())


def _matrix(
    found: Sequence[Sequence[Mapping[str, float]]],
) -> tuple[list[str], np.ndarray, np.ndarray]:
    import numpy as np  # noqa: PLC0415 - slow to import

    names = sorted({name for side in found for one in side for name in one})
    a, b = (np.array([[one.get(n, 0.0) for n in names] for one in side]) for side in found)
    return names, a, b


def _changes(names: Sequence[str], a: np.ndarray, b: np.ndarray, design: Design) -> list[Change]:
    """Return a row for every column, the largest difference first."""
    central_a, central_b = central.sides(a, b, paired=design.paired)
    adjusted = rows.adjusted_p(a, b, paired=design.paired, between=design.between)
    return [
        _change(name, before, after, p, design)
        for name, before, after, p in zip(
            names, central_a.tolist(), central_b.tolist(), adjusted, strict=True
        )
    ]


def _change(name: str, a: float, b: float, p: float | None, design: Design) -> Change:
    change = b / a - 1 if a > 0 and b > 0 else None
    return Change(
        name=name,
        a_us=a or None,
        b_us=b or None,
        difference_us=b - a,
        change=change,
        p=p,
        significant=None if p is None else p < 1 - design.confidence,
        relevant=abs(b - a) >= RELEVANT_US and (change is None or abs(change) >= RELEVANT),
    )


def _summed(
    part: Part, measures: str, found: Sequence[Change], whole: float, remainder: str
) -> Changes:
    only_a = [row.difference_us for row in found if row.b_us is None]
    only_b = [row.difference_us for row in found if row.a_us is None and row.b_us is not None]
    common = _total([row for row in found if row.a_us is not None and row.b_us is not None])
    rest = whole - common - sum(only_a) - sum(only_b)
    return Changes(
        part=part,
        measures=measures,
        rows=tuple(sorted(found, key=lambda row: (-abs(row.difference_us), row.name))),
        common_us=common,
        only_a_us=sum(only_a),
        only_b_us=sum(only_b),
        remainder_us=rest,
        remainder=remainder,
        whole_us=whole,
    )


def _total(found: Sequence[Change]) -> float:
    return sum(row.difference_us for row in found)


def _mean(name: str, builds: Sequence[Mapping[str, float]]) -> float:
    return sum(one.get(name, 0.0) for one in builds) / len(builds)
