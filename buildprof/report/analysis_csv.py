"""The rows of an analysis as CSV: one table for units, headers, templates and functions."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from buildprof.console import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from buildprof.analysis.result import BuildAnalysis, FunctionRow, Header, Row
    from buildprof.trace.unit import Unit

COLUMNS = (
    *("table", "name", "kind", "target", "configuration", "arch", "count", "total_us"),
    *("inclusive_us", "self_us", "frontend_us", "backend_us", "other_us", "codegen_us"),
    *("optimize_us", "trace_bytes", "object_bytes", "user_us", "peak_kib", "started_us"),
)
# A spreadsheet runs a cell that begins with one of these.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_UNIT = (
    *("kind", "target", "configuration", "arch", "total_us", "frontend_us", "backend_us"),
    *("other_us", "trace_bytes", "object_bytes", "user_us", "peak_kib", "started_us"),
)
_ROW = ("count", "total_us", "inclusive_us", "self_us")
_FUNCTION = ("count", "total_us", "inclusive_us", "codegen_us", "optimize_us")


def render(result: BuildAnalysis) -> str:
    """The whole file; unknown values are empty."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(result))
    return out.getvalue()


def cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula, without control characters."""
    text = printable(text)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _rows(result: BuildAnalysis) -> Iterator[dict[str, object]]:
    yield from _table("units", result.units, _UNIT)
    yield from ({**row, "name": cell(header.path)} for header, row in _headers(result))
    yield from _table("templates", result.templates, _ROW)
    yield from _table("template_sets", result.template_sets, _ROW)
    yield from _table("functions", result.functions, _FUNCTION)
    yield from _table("function_sets", result.function_sets, _FUNCTION)
    yield from _table("passes", result.passes, _ROW)


def _headers(result: BuildAnalysis) -> Iterator[tuple[Header, dict[str, object]]]:
    for header in result.headers:
        yield header, {"table": "headers", **{name: getattr(header, name) for name in _ROW}}


def _table(
    table: str, rows: Iterable[Unit | Row | FunctionRow], columns: tuple[str, ...]
) -> Iterator[dict[str, object]]:
    for row in rows:
        values = {name: _value(getattr(row, name)) for name in columns}
        yield {"table": table, "name": cell(row.name), **values}


def _value(value: object) -> object:
    if value is None:
        return ""
    return cell(value) if isinstance(value, str) else value
