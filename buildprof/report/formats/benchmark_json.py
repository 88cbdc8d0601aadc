"""The figures of a run as github-action-benchmark reads them: a list in which smaller is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from buildprof.report import json_text, run_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.report.run_rows import TableRow
    from buildprof.report.subject import Subject
    from buildprof.runs.schema import Build

EXTENSION = "benchmark.json"
MARK = '"extra":"buildprof, run '
METRICS = (
    ("frontend", "frontend_us", "s", 1_000_000),
    ("backend", "backend_us", "s", 1_000_000),
    ("total", "total_us", "s", 1_000_000),
    ("CPU", "cpu_us", "s", 1_000_000),
    ("wall", "wall_us", "s", 1_000_000),
    ("peak RSS", "peak_rss_kib", "MiB", 1024),
)


def render(subject: Subject, /) -> str:
    """Return one entry for each metric of each scope and variant that was built."""
    entries = [_failed(subject), *(one for row in subject.rows for one in _entries(row, subject))]
    return "[\n" + ",\n".join(json_text.encode(entry) for entry in entries) + "\n]\n"


def _failed(subject: Subject) -> dict[str, Any]:
    failed = sum(build.state == "failed" for build in subject.run.builds)
    return {"name": "failed builds", "unit": "builds", "value": failed, "extra": _extra(subject)}


def _extra(subject: Subject) -> str:
    return f"buildprof, run {subject.run.id}"


def _entries(row: TableRow, subject: Subject) -> Iterator[dict[str, Any]]:
    for title, field, unit, scale in METRICS:
        value = getattr(row.figures, field, None)
        if value is None:
            continue
        entry = {
            "name": f"{row.label}: {title}",
            "unit": unit,
            "value": round(value / scale, 3),
            "extra": _extra(subject),
        }
        spread = _spread(row.builds, field, scale)
        yield entry | ({"range": spread} if spread else {})


def _spread(builds: tuple[Build, ...], field: str, scale: int) -> str:
    """Return half of the distance between the lowest and the highest build, where there are several."""
    values = [
        value
        for build in builds
        if (value := getattr(run_rows.figures([build]), field)) is not None
    ]
    if len(values) < 2:
        return ""
    return f"± {(max(values) - min(values)) / 2 / scale:.3f}"
