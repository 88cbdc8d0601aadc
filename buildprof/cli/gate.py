"""`buildprof gate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from buildprof.cli import _options as options


def command(
    run: Annotated[
        str, typer.Argument(help="The run that is judged, or RUN:scope/variant.")
    ] = "latest",
    reference: Annotated[
        str | None,
        typer.Option(
            "--reference",
            help="What it is judged against.",
            show_default="the run before it that compares with it",
        ),
    ] = None,
    fail_if: options.FailIf = None,
    confidence: options.Confidence = 0.99,
    force: options.ForceComparison = False,
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.ComparisonAsJson = False,
) -> None:
    """Judge a run in CI: exit with 1 where it is slower than its reference by more than is allowed.

    Without --fail-if the limits are total:5% and tu:20%,500ms.
    """
    from buildprof.cli._compare import show
    from buildprof.compare import gate, sides
    from buildprof.compare import reference as references
    from buildprof.compare.compare import Request, compare
    from buildprof.runs import index

    limits = [gate.parse(text) for text in fail_if or gate.DEFAULTS]
    against = reference or str(references.before(run, reports).path)
    a, b = sides.choose(against, run, reports)
    request = Request(confidence=confidence, force=force)
    found = compare(a, b, request, index.load(reports))
    show(gate.judged(found, limits), as_json=as_json, as_markdown=as_markdown, movers=5)
