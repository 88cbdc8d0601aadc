"""`buildprof compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from buildprof.cli import _options as options


def command(
    a: Annotated[str | None, typer.Argument(help=options.SIDE, show_default=False)] = None,
    b: Annotated[
        str | None, typer.Argument(help="What is judged, named likewise.", show_default=False)
    ] = None,
    rev: options.Revisions = None,
    metric: options.Metrics = None,
    fail_if: options.FailIf = None,
    confidence: options.Confidence = 0.99,
    force: options.ForceComparison = False,
    scope: options.Scopes = None,
    variant: options.Variants = None,
    jobs: options.Jobs = None,
    repeat: options.RevisionRepeat = 5,
    interleave: options.Interleaves = None,
    source: options.Source = None,
    config: options.Config = None,
    build_dir: options.BuildDir = Path("build/buildprof"),
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.ComparisonAsJson = False,
) -> None:
    """Compare two runs, two variants of a run, or two revisions, and say what changed beyond noise.

    `buildprof compare latest~1 latest`, `buildprof compare :baseline :pch` (of the latest run),
    `buildprof compare --rev main --rev HEAD` (both are built here, alternating, in work trees aside).
    """
    from buildprof.cli import _revisions as revisions
    from buildprof.cli._compare import no_sides, show, two_sides
    from buildprof.compare import gate, sides
    from buildprof.compare.compare import Request, compare
    from buildprof.errors import UsageError
    from buildprof.runs import index

    limits = [gate.parse(text) for text in fail_if or ()]
    names = gate.needed(metric or (), limits)
    request = Request(metrics=names, confidence=confidence, force=force)
    if rev:
        wanted = revisions.Wanted(
            revisions=tuple(rev),
            scopes=tuple(scope or ["minimal"]),
            variants=tuple(variant or ["as-is"]),
            repetitions=repeat,
            interleave=(interleave or options.Interleave.BUILD).value,
            jobs=jobs,
            build_dir=build_dir,
            reports=reports,
            config=config,
        )
        no_sides(a, b)
        a, b = revisions.build(source, wanted)
    elif interleave:
        raise UsageError(
            "--interleave says how revisions are built", hint="Name two: --rev main --rev HEAD."
        )
    found = compare(*sides.choose(*two_sides(a, b), reports), request, index.load(reports))
    show(gate.judged(found, limits), as_json=as_json, as_markdown=as_markdown)
