"""What of the results is annotated: failed tests where the project defines them, else their stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.report.annotations import Annotation, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.ci.results import Results, StageResult


def lines(results: Results) -> str:
    """Return the lines that make GitHub show what is red."""
    return render([one for row in results.stages if row.red for one in _of(row)])


def _of(row: StageResult) -> Iterator[Annotation]:
    failed = [test for test in row.outcome.tests if test.state in {"failed", "not built"}]
    if not failed:
        message = f"{row.outcome.state}: {row.outcome.reason}"
        yield Annotation(level="error", title=row.name, message=message)
    for test in failed:
        yield Annotation(
            level="error",
            title=f"{row.name}: {test.name}",
            message=f"{test.state}: {test.message}",
            file=test.file,
            line=test.line,
        )
