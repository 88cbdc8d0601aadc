"""Whether compilers waited for a processor, which makes every time in their traces too long."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.runs.schema import Build

# Traces measure wall time: on an idle machine they add up to little more than the CPU time.
BUSY = 1.15
# of less, what starts and ends processes is too large a part
LEAST_CPU_US = 10_000_000


def waiting(builds: Sequence[Build]) -> float | None:
    """Return how many times the CPU time the traces hold (median), or None where nothing waited."""
    known = [
        (build.totals.total_us, build.cpu_us)
        for build in builds
        if build.totals and build.totals.total_us and build.cpu_us
    ]
    if sum(cpu for _, cpu in known) <= LEAST_CPU_US:
        return None
    ratio = median(total / cpu for total, cpu in known)
    return ratio if ratio > BUSY else None
