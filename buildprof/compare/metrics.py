"""The metrics of a build, each a row: what it is, from where, and its unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from buildprof.compare.result import Unit
from buildprof.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


Of = Literal["units", "devices", "build"]


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """A number that is added up over TUs (`of` units), or those of devices, or is of the whole build."""

    name: str
    label: str
    of: Of
    field: str
    unit: Unit = "us"


METRICS: tuple[Metric, ...] = (
    Metric(name="total", label="Total", of="units", field="total_us"),
    Metric(name="frontend", label="Frontend", of="units", field="frontend_us"),
    Metric(name="backend", label="Backend", of="units", field="backend_us"),
    Metric(name="other", label="Other", of="units", field="other_us"),
    Metric(name="user", label="User time of compilers", of="units", field="user_us"),
    Metric(name="device", label="Device code", of="devices", field="total_us"),
    Metric(name="cpu", label="CPU", of="build", field="cpu_us"),
    Metric(name="wall", label="Wall", of="build", field="wall_us"),
    Metric(name="peak-rss", label="Peak RSS", of="build", field="peak_rss_kib", unit="KiB"),
)
DEFAULT = "total"


def named(name: str) -> Metric:
    """Return a metric by name. Raises UsageError that lists the names there are."""
    for metric in METRICS:
        if metric.name == name:
            return metric
    names = ", ".join(metric.name for metric in METRICS)
    raise UsageError(f"there is no metric named {name!r}", hint=f"There are: {names}.")


def chosen(names: Sequence[str]) -> tuple[Metric, ...]:
    """Return the metrics named, the first of them the one that the verdict is of; all by default."""
    return tuple(named(name) for name in dict.fromkeys(names)) or METRICS
