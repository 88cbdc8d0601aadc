"""The numbers that ClangBuildAnalyzer reports, by its rules: inclusive times, and rows by source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.analysis.result import FunctionRow, Header, Row
from buildprof.analysis.survey import shown_path

if TYPE_CHECKING:
    from buildprof.analysis.claims import Claim
    from buildprof.analysis.survey import Survey


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What ClangBuildAnalyzer.ini may say, with the values where it says nothing."""

    file_parse: int = 10
    file_codegen: int = 10
    function: int = 30
    template: int = 30
    header: int = 10
    header_chain: int = 5
    min_file_ms: int = 10
    max_name: int = 70
    only_root_headers: bool = True


class FileTimes(msgspec.Struct, frozen=True, kw_only=True):
    """A unit, called by its object where that exists and by its trace elsewhere."""

    path: str
    frontend_us: int | None
    backend_us: int | None


class ClassicTables(msgspec.Struct, frozen=True, kw_only=True):
    """All that a report draws from; each table is sorted, the longest first."""

    files: tuple[FileTimes, ...]
    templates: tuple[Row, ...]
    template_sets: tuple[Row, ...]
    functions: tuple[FunctionRow, ...]
    function_sets: tuple[FunctionRow, ...]
    headers: tuple[Header, ...]


def tables(found: Survey, settings: Settings | None = None) -> ClassicTables:
    """The tables of a survey, as long as `settings` ask for, or whole."""
    table = found.reader.table
    found.reader.demangle()
    functions = settings.function if settings else 0
    templates = settings.template if settings else 0
    return ClassicTables(
        files=tuple(_file(found, claim) for claim in found.compiled),
        templates=table("templates", Row, limit=templates, classic=True),
        template_sets=table("template_sets", Row, limit=templates, classic=True),
        functions=table("functions", FunctionRow, limit=functions, classic=True),
        # The number of sets follows that of templates, as it always did.
        function_sets=table("function_sets", FunctionRow, limit=templates, classic=True),
        headers=_headers(found, settings),
    )


def _headers(found: Survey, settings: Settings | None) -> tuple[Header, ...]:
    if settings is None:
        return found.reader.table("headers", Header, payers=1, classic=True)
    wanted = settings.header
    # Headers that no source includes may be left out, so that more than `wanted` are looked at.
    for limit in (4 * wanted, 0):
        rows = found.reader.table(
            "headers", Header, limit=limit, chains=settings.header_chain + 1, payers=1, classic=True
        )
        roots = tuple(row for row in rows if row.direct or not settings.only_root_headers)
        if len(roots) >= wanted:
            break
    return roots[:wanted]


def _file(found: Survey, claim: Claim) -> FileTimes:
    return FileTimes(
        path=shown_path(found.root, claim),
        frontend_us=claim.facts.frontend_us,
        backend_us=claim.facts.backend_us,
    )
