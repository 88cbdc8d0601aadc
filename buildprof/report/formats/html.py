"""One page that holds everything: no file beside it, no network, readable without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from buildprof.report import quantity, run_notes, run_table, templates
from buildprof.report.page import build as builds
from buildprof.report.page import overview

if TYPE_CHECKING:
    from buildprof.report.subject import Subject

EXTENSION = "html"
MARK = '<meta name="generator" content="buildprof">'
SCRIPTS = ("page.js", "tables.js", "pictures.js")


def render(subject: Subject, /) -> str:
    """Return the page of a run."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja, which is slow

    run = subject.run
    views = [builds.make(subject, n, *shown) for n, shown in enumerate(subject.shown)]
    script = "\n".join(templates.source(name) for name in SCRIPTS)
    data = {"builds": {view.key: view.hints for view in views}}
    drawn = [Figure(chart.key, chart.title, Markup(chart.inline())) for chart in subject.charts]  # noqa: S704
    return templates.render(
        "page.html",
        mark=Markup(MARK),  # noqa: S704 - ours
        policy=templates.digest(script),
        style=Markup(templates.source("page.css")),  # noqa: S704 - ours
        script=Markup(script),  # noqa: S704 - ours
        data=Markup(templates.script_data(data)),  # noqa: S704 - escaped for a script element
        run=run,
        header=run_table.HEADER,
        lines=overview.make(subject.rows),
        notes=run_notes.notes(run),
        facts=run_notes.facts(run),
        legend=run_notes.legend(run),
        overall=[chart for chart in drawn if "-" not in chart.key],
        charts={
            view.key: [c for c in drawn if c.key.partition("-")[2] == view.name] for view in views
        },
        views=views,
        seconds=quantity.seconds,
    )


class Figure(NamedTuple):
    """A chart as the page holds it."""

    key: str
    title: str
    svg: str
