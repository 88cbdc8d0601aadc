"""The rows of each part of a build: how long every TU, target, header, … took, in every build."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.result import BuildAnalysis, FunctionRow, Header, Row
from buildprof.compare.result import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from buildprof.compare.samples import Samples
    from buildprof.compare.sides import Chosen

NO_ROOT = "\0"


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A part that is read from the tables of an analysis; its rows are parts of `whole`."""

    part: Part
    table: str
    field: str
    whole: str
    measures: str
    remainder: str


KINDS: tuple[Kind, ...] = (
    Kind(
        part="header",
        table="headers",
        field="self_us",
        whole="frontend_us",
        measures="time in the header itself, without what it includes",
        remainder="frontend time in sources themselves, at the end of TUs, and in headers below "
        "the tracer's resolution",
    ),
    Kind(
        part="template set",
        table="template_sets",
        field="self_us",
        whole="frontend_us",
        measures="time of instantiation itself, without nested instantiations",
        remainder="frontend time that is no instantiation",
    ),
    Kind(
        part="function set",
        table="function_sets",
        field="total_us",
        whole="backend_us",
        measures="time of optimising and generating code of the functions",
        remainder="backend time that belongs to no single function",
    ),
    Kind(
        part="pass",
        table="passes",
        field="self_us",
        whole="backend_us",
        measures="time in the pass itself, without nested passes",
        remainder="backend time outside of passes",
    ),
)


Rows = dict[str, float]


def of_targets(side: Samples, field: str) -> list[Rows]:
    """Return the sum over the units of every target, for every build."""
    return [
        _summed(
            (unit.target or "(no target)", float(value))
            for unit in one.values()
            if (value := getattr(unit, field)) is not None
        )
        for one in side.builds
    ]


def of_table(tables: Sequence[BuildAnalysis], kind: Kind, root: str) -> list[Rows]:
    """Return the rows of a table of an analysis, for every build, without the path of the sources."""
    return [
        _summed(
            (name_of(row).replace(root, ""), float(getattr(row, kind.field)))
            for row in getattr(table, kind.table)
        )
        for table in tables
    ]


def tables_of(side: Chosen) -> list[BuildAnalysis]:
    """Read the analysis of every build."""
    return [
        side.folder.record(build.id, "analysis", BuildAnalysis) or BuildAnalysis()
        for build in side.builds
    ]


def name_of(row: Header | Row | FunctionRow) -> str:
    """Return what a row is called: headers have a path."""
    return row.path if isinstance(row, Header) else row.name


def source_root(side: Samples) -> str:
    """Return where the sources were, with a slash behind it; a text that no name holds if unknown."""
    for one in side.builds:
        for unit in one.values():
            source = unit.source or ""
            if unit.kind == "source" and source != unit.name and source.endswith("/" + unit.name):
                return source.removesuffix(unit.name)
    return NO_ROOT


def _summed(pairs: Iterable[tuple[str, float]]) -> Rows:
    sums: Rows = defaultdict(float)
    for name, value in pairs:
        sums[name] += value
    return dict(sums)
