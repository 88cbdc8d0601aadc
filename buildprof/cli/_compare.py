"""How `compare` and `gate` end: the comparison is printed, and a gate that failed is the exit code."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import typer

from buildprof import console
from buildprof.errors import GateError, UsageError
from buildprof.report import compared_summary, comparison_json, comparison_text
from buildprof.report.annotations import render as annotated

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison


def show(
    comparison: Comparison,
    *,
    as_json: bool,
    as_markdown: bool,
    movers: int = comparison_text.MOVERS,
) -> None:
    """Print a comparison, in GitHub's jobs with annotations; end with 1 where a gate failed."""
    if as_json:
        console.result(comparison_json.render(comparison))
    else:
        text = comparison_text.render(
            comparison, "md" if as_markdown else "text", console.width(), movers
        )
        console.result(text)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        # on stderr, where GitHub reads them too: stdout may be a file of JSON
        for line in annotated(compared_summary.findings(comparison)).splitlines():
            console.note(line)
    if not comparison.passed:
        raise typer.Exit(GateError.exit_code)


def two_sides(a: str | None, b: str | None) -> tuple[str, str]:
    """Return both names. Raises UsageError where one is missing."""
    if a is None or b is None:
        raise UsageError(
            "two sides are compared",
            hint="buildprof compare latest~1 latest, or buildprof compare --rev main --rev HEAD.",
        )
    return a, b


def no_sides(a: str | None, b: str | None) -> None:
    """Raise UsageError where runs are named besides revisions."""
    if a is not None or b is not None:
        raise UsageError("runs and --rev cannot be compared with each other", hint="Leave one out.")
