"""An analysis in each of the formats.

What one format needs is imported for that format only: most of the time of a small analysis is imports.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.analysis.result import BuildAnalysis
    from buildprof.analysis.survey import Survey

TEXT_ROWS = 30
_SHORTEST_US = 500


def tables(form: str, result: BuildAnalysis, width: int) -> str:
    """Return tables as `text`, `json` or `csv`."""
    if form == "json":
        from buildprof.report import analysis_json

        return analysis_json.render(result)
    if form == "csv":
        from buildprof.report import analysis_csv

        return analysis_csv.render(result)
    from buildprof.report import analysis_text

    return analysis_text.render(result, width)


def perfetto(found: Survey, top: int | None) -> str:
    """Return one trace of all; short spans are in it where the user says how many rows."""
    from buildprof.report import analysis_perfetto

    return analysis_perfetto.render(found, _SHORTEST_US if top is None else 0)


def classic(found: Survey, ini: Path) -> str:
    """Return what ClangBuildAnalyzer prints, with its settings."""
    from buildprof.analysis import classic, classic_ini
    from buildprof.report import analysis_cba

    settings = classic_ini.load(ini)
    return analysis_cba.render(classic.tables(found, settings), settings)
