"""The tables of the page: cells as they are read, each number with the value it is sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from buildprof.report import quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from buildprof.analysis.result import BuildAnalysis, FunctionRow, Header, Row
    from buildprof.report.names import Names
    from buildprof.trace.unit import Unit

MOST_UNITS = 1000
MOST_HEADERS = 200
MOST_ROWS = 100

Record = TypeVar("Record")


class Cell(msgspec.Struct, frozen=True):
    """One cell: what is shown, what it is sorted by (None is unknown), and a bar's length in percent.

    `tone` says what the bar is of: nothing, `more` or `less`.
    """

    text: str
    value: float | None = None
    bar: float | None = None
    numeric: bool = False
    tone: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table; the first column is a name. `total` counts the rows that there are in all."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: int
    about: str = ""


def make(place: str, units: Sequence[Unit], analysis: BuildAnalysis, names: Names) -> list[Table]:
    """Return the tables of a build at a place of the page; those that are empty are left out."""
    tables = [
        _units(units),
        _headers(analysis.headers, names),
        _plain("template-sets", "Template sets", analysis.template_sets, _SETS),
        _plain("templates", "Templates", analysis.templates, ""),
        _functions("functions", "Functions", analysis.functions),
        _functions("function-sets", "Function sets", analysis.function_sets),
        _plain("passes", "Optimiser passes", analysis.passes, ""),
    ]
    return [
        msgspec.structs.replace(table, id=f"{place}-{table.id}") for table in tables if table.rows
    ]


_SETS = "All instantiations of a template together; $ stands for its arguments."


def _units(units: Sequence[Unit]) -> Table:
    chosen = _longest(units, lambda unit: unit.total_us or 0, MOST_UNITS)
    most = max((unit.total_us or 0 for unit in chosen), default=0)
    rows = tuple(
        (
            Cell(unit.title),
            Cell(unit.target or quantity.UNKNOWN),
            Cell(unit.kind),
            _time(unit.total_us, most),
            *(_time(us) for us in (unit.frontend_us, unit.backend_us, unit.other_us)),
            _number(quantity.memory(unit.peak_kib), unit.peak_kib),
            _number(quantity.size(unit.object_bytes), unit.object_bytes),
        )
        for unit in chosen
    )
    columns = (
        "TU",
        "Target",
        "Kind",
        "Total",
        "Frontend",
        "Backend",
        "Other",
        "Peak RSS",
        "Object",
    )
    return Table(id="units", title="TUs", columns=columns, rows=rows, total=len(units))


def _headers(headers: Sequence[Header], names: Names) -> Table:
    chosen = _longest(headers, lambda header: header.self_us, MOST_HEADERS)
    most = max((header.self_us for header in chosen), default=0)
    rows = tuple(
        (
            Cell(names.short(header.path)),
            _time(header.self_us, most),
            _time(header.total_us),
            _number(quantity.count(header.count), header.count),
            _number(quantity.count(header.direct), header.direct),
            Cell(_way(header, names)),
        )
        for header in chosen
    )
    columns = ("Header", "Self", "With its includes", "Includes", "Direct", "Longest way to it")
    about = "Self leaves out what a header includes, so that it may be added up."
    return Table(
        id="headers", title="Headers", columns=columns, rows=rows, total=len(headers), about=about
    )


def _way(header: Header, names: Names) -> str:
    chain = header.chains[0].via if header.chains else ()
    return " → ".join(names.short(path) for path in chain) if chain else "a source"


def _plain(key: str, title: str, rows: Sequence[Row], about: str) -> Table:
    chosen = _longest(rows, lambda row: row.total_us, MOST_ROWS)
    most = max((row.total_us for row in chosen), default=0)
    cells = tuple(
        (
            Cell(row.name),
            _time(row.total_us, most),
            _time(row.self_us),
            _number(quantity.count(row.count), row.count),
        )
        for row in chosen
    )
    columns = ("Name", "Total", "Self", "Count")
    return Table(id=key, title=title, columns=columns, rows=cells, total=len(rows), about=about)


def _functions(key: str, title: str, rows: Sequence[FunctionRow]) -> Table:
    chosen = _longest(rows, lambda row: row.total_us, MOST_ROWS)
    most = max((row.total_us for row in chosen), default=0)
    cells = tuple(
        (
            Cell(row.name),
            _time(row.total_us, most),
            _time(row.codegen_us),
            _time(row.optimize_us),
            _number(quantity.count(row.count), row.count),
        )
        for row in chosen
    )
    columns = ("Name", "Total", "Code generation", "Optimiser", "Count")
    return Table(id=key, title=title, columns=columns, rows=cells, total=len(rows))


def _time(us: int | None, most: int = 0) -> Cell:
    bar = round(100 * us / most, 1) if us is not None and most else None
    return Cell(quantity.seconds(us, 2), us, bar, numeric=True)


def _number(text: str, value: float | None) -> Cell:
    return Cell(text, value, numeric=True)


def _longest(rows: Iterable[Record], key: Callable[[Record], int], most: int) -> list[Record]:
    return sorted(rows, key=lambda row: -key(row))[:most]
