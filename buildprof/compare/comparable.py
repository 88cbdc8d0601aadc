"""Whether two runs may be compared: same project, machine, compiler and number of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.errors import UsageError
from buildprof.runs import setting

if TYPE_CHECKING:
    from buildprof.runs.schema import Run


def reasons(a: Run, b: Run) -> tuple[str, ...]:
    """Return what differs that moves times for reasons of its own; none where they compare."""
    before, after = setting.of(a), setting.of(b)
    return tuple(
        f"{what}: {value} and {after[what]}"
        for what, value in before.items()
        if value != after[what]
    )


def check(a: Run, b: Run, *, force: bool) -> tuple[str, ...]:
    """Return the reasons against a comparison that is forced. Raises UsageError where it is not."""
    found = reasons(a, b)
    if found and not force:
        raise UsageError(
            f"these cannot be compared: {'; '.join(found)}",
            hint="Times of different machines, compilers or -j differ for reasons of their own. "
            "--force compares them all the same, and marks it.",
        )
    return found
