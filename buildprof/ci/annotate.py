"""Annotations of GitHub: at most ten, the failed tests first; the last says how many are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.console import printable

if TYPE_CHECKING:
    from buildprof.ci.results import Results, StageResult

MOST = 10


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong, and where the project defines it."""

    title: str
    message: str
    file: str | None = None
    line: int | None = None


def lines(results: Results) -> list[str]:
    """Return the commands that make GitHub show what is red."""
    found = [one for row in results.stages if row.red for one in _of(row)]
    if len(found) > MOST:
        left = len(found) - MOST + 1
        rest = Annotation(title="more", message=f"{left} more problems are in the summary")
        found = [*found[: MOST - 1], rest]
    return [_line(one) for one in found]


def _of(row: StageResult) -> list[Annotation]:
    failed = [test for test in row.outcome.tests if test.state in {"failed", "not built"}]
    if not failed:
        return [Annotation(title=row.name, message=f"{row.outcome.state}: {row.outcome.reason}")]
    return [
        Annotation(
            title=f"{row.name}: {test.name}",
            message=f"{test.state}: {test.message}",
            file=test.file,
            line=test.line,
        )
        for test in failed
    ]


def _line(one: Annotation) -> str:
    place = [("file", one.file), ("line", one.line), ("title", one.title)]
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in place if value)
    return f"::error {properties}::{_message(one.message)}\n"


def _message(text: str) -> str:
    lines = [printable(line) for line in text.splitlines()]
    return "%0A".join(line.replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    safe = printable(text).replace("%", "%25")
    return safe.replace(":", "%3A").replace(",", "%2C")
