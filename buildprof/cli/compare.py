"""`buildprof compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from buildprof.cli import _options as options


def command(
    a: Annotated[str, typer.Argument(help=options.SIDE)],
    b: Annotated[str, typer.Argument(help="What is judged against A, named likewise.")],
    metric: options.Metrics = None,
    confidence: options.Confidence = 0.99,
    force: options.ForceComparison = False,
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.ComparisonAsJson = False,
) -> None:
    """Compare two runs, or two variants of a run, and say what changed beyond noise."""
    from buildprof import console
    from buildprof.compare import sides
    from buildprof.compare.compare import Request, compare
    from buildprof.report import comparison_json, comparison_text

    request = Request(metrics=tuple(metric or ()), confidence=confidence, force=force)
    found = compare(*sides.choose(a, b, reports), request)
    if as_json:
        console.result(comparison_json.render(found))
    else:
        console.result(
            comparison_text.render(found, "md" if as_markdown else "text", console.width())
        )
