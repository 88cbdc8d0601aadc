"""The rows of what a run compiled for GPUs: a language in a scope and variant, and its architectures."""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from buildprof.report import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from buildprof.report.run_rows import TableRow
    from buildprof.runs.schema import Times

HEADER = ("Device code", "TUs", "Frontend", "Backend", "Other", "Total")
LEGEND = (
    "Device code is what is compiled for GPUs, by language, and for the first build of each by architecture",
    "too; a source counts once. It is in no sum of the table above but CPU, Wall and Peak RSS; assemblers and",
    "linkers of devices count as Other.",
)
FIELDS = ("frontend_us", "backend_us", "other_us", "total_us")


class DeviceRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row; the times are medians over repetitions, in the order of FIELDS, µs."""

    label: str
    units: float
    times: tuple[float | None, ...]

    @property
    def cells(self) -> list[str]:
        """The cells of the row, in the order of HEADER."""
        return [self.label, quantity.count(self.units), *map(quantity.seconds, self.times)]


def rows(table: Sequence[TableRow]) -> list[DeviceRow]:
    """Return the rows of all languages; below its first, the architectures where it has several."""
    places = [(row, language) for row in table for language in _languages(row)]
    first = {language: row for row, language in reversed(places)}
    return [
        found
        for row, language in places
        for found in _of_language(row, language, detailed=first[language] is row)
    ]


def _languages(row: TableRow) -> list[str]:
    builds = [build.totals.devices for build in row.builds if build.totals]
    return sorted({language for devices in builds for language in devices})


def _of_language(row: TableRow, language: str, *, detailed: bool) -> Iterator[DeviceRow]:
    builds = [build.totals.devices for build in row.builds if build.totals]
    totals = [devices[language] for devices in builds if language in devices]
    name = f"{row.label}: {language}"
    archs = sorted({arch for one in totals for arch in one.archs}, key=_in_numbers)
    if len(archs) > 1:
        yield _row(name, [one.whole for one in totals])
        if not detailed:
            return
    for arch in archs:
        mine = [one.archs[arch] for one in totals if arch in one.archs]
        yield _row(f"{name}, {arch}", mine)


def _in_numbers(arch: str) -> list[tuple[int, str]]:
    """Return what sorts sm_90 before sm_120."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", arch)]


def _row(label: str, times: Sequence[Times]) -> DeviceRow:
    return DeviceRow(
        label=label,
        units=median(one.units for one in times),
        times=tuple(_median(times, field) for field in FIELDS),
    )


def _median(times: Sequence[Times], field: str) -> float | None:
    known = [value for one in times if (value := getattr(one, field)) is not None]
    return median(known) if known else None
