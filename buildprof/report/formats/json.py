"""All records of a run as one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report import comparison_json, json_text

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison
    from buildprof.report.subject import Subject

EXTENSION = "json"
MARK = '{"buildprof report":'
COMPARISON_MARK = '"schema_version":'
VERSION = 1


def render(subject: Subject, /) -> str:
    """Return run.json as `run`, and under `builds` the records of every build that was built."""
    builds = {
        build.id: {
            "units": subject.units(build),
            "steps": subject.steps(build),
            "analysis": subject.analysis(build),
            "include_tree": subject.includes(build),
        }
        for build in subject.run.builds
        if build.state == "built"
    }
    report = {"buildprof report": VERSION, "run": subject.run, "builds": builds}
    return json_text.encode(report) + "\n"


def render_comparison(comparison: Comparison, /, width: int | None = None) -> str:
    """Return the record of a comparison, as `buildprof compare --json` prints it."""
    del width
    return json_text.safe(comparison_json.render(comparison))
