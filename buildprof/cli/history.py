"""`buildprof history`."""

from __future__ import annotations

from pathlib import Path

from buildprof.cli import _options as options


def command(
    metric: options.Metrics = None,
    scope: options.Scopes = None,
    variant: options.Variants = None,
    reports: options.Reports = Path("reports"),
    as_markdown: options.AsMarkdown = False,
    as_json: options.HistoryAsJson = False,
) -> None:
    """Show how a metric went from run to run, per machine, with its steps marked."""
    from buildprof import console
    from buildprof.compare import history, metrics
    from buildprof.errors import UsageError
    from buildprof.report import history_json, history_text
    from buildprof.runs import index

    entries = [
        entry
        for entry in index.load(reports)
        if (not scope or entry.scope in scope) and (not variant or entry.variant in variant)
    ]
    names = [metrics.named(name).name for name in metric or [metrics.DEFAULT]]
    found = [one for name in names for one in history.series(entries, name)]
    if not found:
        raise UsageError(
            "there are no builds to show", where=reports / "runs", hint="Make some: buildprof run"
        )
    if as_json:
        console.result(history_json.render(found))
    else:
        text = history_text.render(found, "md" if as_markdown else "text", console.width())
        console.result(text)
