"""What is told of the stages: a table for the terminal, markdown for reviews, and the merged JUnit XML."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from buildprof import console
from buildprof.ci import annotate, junit
from buildprof.report import budget, quantity, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.ci.results import Results, StageResult
    from buildprof.report.table import Sink

MARKS = {"passed": "✅", "skipped": "⏭️"}
RED_MARK = "❌"
_NINJA = re.compile(r"\[(\d+)/(\d+)\] ")
_CTEST = re.compile(r"\s*(\d+)/(\d+) Test\s+#")


def publish(results: Results, out: Path, more: Sequence[budget.Section] = ()) -> None:
    """Print the table; write summary.md and junit.xml; tell GitHub, where it runs this.

    `more` are sections that follow those of the stages in the markdown.
    """
    files = {row.name: out / f"{row.name}.xml" for row in results.stages}
    junit.merge({name: file for name, file in files.items() if file.is_file()}, out / "junit.xml")
    text = markdown(results, more)
    (out / "summary.md").write_text(text, "utf-8")
    tell_github(text)
    console.result(stages(results, "text"))
    for row in results.stages:
        if row.red:
            console.note(f"{row.name}: {row.outcome.state}: {_safe(row.outcome.reason)}")
            console.note(f"  log: {out / row.name}.log")
    if os.environ.get("GITHUB_ACTIONS") == "true":
        console.result(annotate.lines(results) or "::notice::every stage is green")


def tell_github(text: str) -> None:
    """Add markdown to the summary of the job, where there is one."""
    if target := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(text)


def stages(results: Results, sink: Sink) -> str:
    """Return the table of stages."""
    header = ("stage", "state", "time", "tests", "why")
    rows = [
        (
            row.name,
            _state(row, sink),
            quantity.seconds(row.wall_us),
            _tests(row),
            _first(row.outcome.reason) or "; ".join(row.outcome.remarks),
        )
        for row in results.stages
    ]
    return table.render(header, rows, left=(0, 1, 4), sink=sink)


def markdown(results: Results, more: Sequence[budget.Section] = ()) -> str:
    """Return the summary: the verdict, the table, the last lines of what failed, and `more`."""
    red = [row for row in results.stages if row.red]
    details = [budget.Section(title=row.name, body=_details(row)) for row in red]
    return budget.fit([budget.Section(title="stages", body=_head(results)), *details, *more])


def counted(line: str) -> tuple[int, int] | None:
    """Return how far ninja or ctest is, where a line of theirs says so."""
    match = _NINJA.match(line) or _CTEST.match(line)
    return (int(match[1]), int(match[2])) if match else None


def _head(results: Results) -> str:
    red = any(row.red for row in results.stages)
    verdict = "passed" if results.green else "failed" if red else "nothing ran"
    on = ", ".join(results.switches) or "none"
    machine = f"{table.cell(results.machine.cpu, 'md')}, {results.machine.cores} cores"
    name = table.cell(results.project.name, "md")
    title = f"### Stages of {name}: {verdict}\n"
    return f"{title}\n{stages(results, 'md')}\n{machine}; switches: {on}\n"


def _state(row: StageResult, sink: Sink) -> str:
    state = row.outcome.state
    return f"{MARKS.get(state, RED_MARK)} {state}" if sink == "md" else state


def _tests(row: StageResult) -> str:
    tests = row.outcome.tests
    passed = sum(test.state == "passed" for test in tests)
    return f"{passed}/{len(tests)}" if tests else quantity.UNKNOWN


def _details(row: StageResult) -> str:
    text = "\n".join(row.tail)
    fence = "```"
    while fence in text:
        fence += "`"
    reason = "  \n".join(table.cell(line, "md") for line in row.outcome.reason.splitlines())
    return f"#### {row.name}: {row.outcome.state}\n\n{reason}\n\n{fence}\n{text}\n{fence}\n"


def _first(reason: str) -> str:
    return reason.splitlines()[0] if reason else ""


def _safe(text: str) -> str:
    return "\n".join(map(console.printable, text.splitlines()))
