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
    fail_if: options.FailIf = None,
    confidence: options.Confidence = 0.99,
    force: options.ForceComparison = False,
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.ComparisonAsJson = False,
) -> None:
    """Compare two runs, or two variants of a run, and say what changed beyond noise."""
    from buildprof.cli._compare import show
    from buildprof.compare import gate, sides
    from buildprof.compare.compare import Request, compare
    from buildprof.runs import index

    limits = [gate.parse(text) for text in fail_if or ()]
    request = Request(metrics=tuple(metric or ()), confidence=confidence, force=force)
    found = compare(*sides.choose(a, b, reports), request, index.load(reports))
    show(gate.judged(found, limits), as_json=as_json, as_markdown=as_markdown)
