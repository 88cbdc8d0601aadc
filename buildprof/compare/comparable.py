"""Whether two runs may be compared: same project, machine, compiler and number of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from buildprof.runs.schema import Run


def reasons(a: Run, b: Run) -> tuple[str, ...]:
    """Return what differs that moves times for reasons of its own; none where they compare."""
    return tuple(
        f"{what}: {before} and {after}" for what, before, after in _facts(a, b) if before != after
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


def _facts(a: Run, b: Run) -> Iterator[tuple[str, object, object]]:
    yield "project", a.project.name, b.project.name
    yield "build type", a.project.build_type, b.project.build_type
    for field in ("name", "cpu", "cores", "memory_mib", "system", "architecture"):
        yield f"machine, {field}", getattr(a.machine, field), getattr(b.machine, field)
    yield "compiler", a.toolchain.title, b.toolchain.title
    yield "target", a.toolchain.target, b.toolchain.target
    yield "standard library", a.toolchain.standard_library, b.toolchain.standard_library
    yield "-j", a.plan.jobs, b.plan.jobs
