"""One page that holds everything: no file beside it, no network, readable without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from buildprof import __version__
from buildprof.report import device_rows, pairs, quantity, run_notes, run_table, templates
from buildprof.report.charts import change
from buildprof.report.page import build as builds
from buildprof.report.page import compared, overview, stages

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison
    from buildprof.report.charts.chart import Chart
    from buildprof.report.subject import Subject

EXTENSION = "html"
MARK = COMPARISON_MARK = '<meta name="generator" content="buildprof">'
SCRIPTS = ("page.js", "tables.js", "pictures.js")


class Figure(NamedTuple):
    """A chart as the page holds it."""

    key: str
    svg: str


def render(subject: Subject, /) -> str:
    """Return the page of a run."""
    run = subject.run
    views = [builds.make(subject, n, *shown) for n, shown in enumerate(subject.shown)]
    drawn = [_figure(chart) for chart in subject.charts]
    return _page(
        "page.html",
        {"builds": {view.key: view.hints for view in views}},
        title=f"{run.project.name}: build profile {run.id}",
        version=run.buildprof,
        run=run,
        header=run_table.HEADER,
        lines=overview.make(subject.rows),
        device_header=device_rows.HEADER,
        devices=device_rows.rows(subject.rows),
        notes=run_notes.notes(run),
        facts=run_notes.facts(run),
        legend=run_notes.legend(run),
        overall=[chart for chart in drawn if "-" not in chart.key],
        charts={
            view.key: [chart for chart in drawn if chart.key.partition("-")[2] == view.name]
            for view in views
        },
        pairs=[
            compared.make(f"c{number}", pair.title, pair.comparison)
            for number, pair in enumerate(subject.pairs)
        ],
        stages=stages.make(subject.stages, run) if subject.stages else None,
        views=views,
        seconds=quantity.seconds,
    )


def render_comparison(comparison: Comparison, /, width: int | None = None) -> str:
    """Return the page of a comparison."""
    del width
    title = f"{comparison.b.name} against {comparison.a.name}"
    sides = f"{comparison.b.label} against {comparison.a.label}"
    chart = change.draw("files", sides, pairs.part(comparison, "file"))
    return _page(
        "comparison.html",
        {"builds": {}},
        title=title,
        version=__version__,
        comparison=comparison,
        view=compared.make("c", title, comparison),
        chart=chart and _figure(chart),
    )


def _page(template: str, data: object, **values: object) -> str:
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja, which is slow

    script = "\n".join(templates.source(name) for name in SCRIPTS)
    return templates.render(
        template,
        mark=Markup(MARK),  # noqa: S704 - ours
        policy=templates.digest(script),
        style=Markup(templates.source("page.css")),  # noqa: S704 - ours
        script=Markup(script),  # noqa: S704 - ours
        data=Markup(templates.script_data(data)),  # noqa: S704 - escaped for a script element
        **values,
    )


def _figure(chart: Chart) -> Figure:
    from markupsafe import Markup  # noqa: PLC0415 - comes with jinja, which is slow

    return Figure(chart.key, Markup(chart.inline()))  # noqa: S704 - matplotlib escapes texts
