"""Which fusions a device makes: recorded as CSV, and compared row by row.

A row is `arch,moe,mode,label,count` in padded columns; lines that begin with # are comments. Rows may
share a key: an architecture with and without experts is two models.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Literal

import msgspec

from buildprof.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

COLUMNS = 5
# what the program says of each row: architecture, counts, errors against unfused and CPU
_REPORT = re.compile(
    r"(\S+)\s+(?:moe|dense)\s+(\S+)\s+(\S+)\s+\d+\s+\d+\s+\d+\s+(\S+)\s+(\S+)\s+(?:ok|FAIL)\s*$"
)


class Row(msgspec.Struct, frozen=True, order=True):
    """How often a fusion is made in a graph; mode is any, prefill or decode."""

    arch: str
    moe: str
    mode: str
    label: str
    count: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What two rows have in common that mean the same."""
        return self.arch, self.moe, self.mode, self.label


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A key whose counts are not those of the baseline; rows that share a key are all listed."""

    kind: Literal["changed", "new", "vanished"]
    key: tuple[str, str, str, str]
    before: tuple[int, ...]
    now: tuple[int, ...]

    def __str__(self) -> str:
        arch, moe, mode, label = self.key
        name = f"{arch}{' (moe)' if moe == '1' else ''} {mode} {label}"
        return f"{self.kind}: {name}: {_counts(self.before)} → {_counts(self.now)}"


class Nmse(msgspec.Struct, frozen=True, kw_only=True):
    """Normalised mean squared errors of a row: fused against unfused, device against CPU."""

    name: str
    fused: float
    device: float


def read(path: Path) -> list[Row]:
    """Return the rows of a file. Raises ConfigError that names the line which is none."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ConfigError(
            f"cannot be read: {error.strerror}",
            where=path,
            hint="buildprof fusion record writes a baseline.",
        ) from error
    rows = [
        _row(line, f"{path}:{number}")
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not rows:
        raise ConfigError("holds no row, so it would agree with anything", where=path)
    return rows


def text(rows: Iterable[Row], device: str) -> str:
    """Return a file's text."""
    lines = [
        f"# test-fusion baseline for device {device}",
        f"# {'arch':<18},{'moe':<4},{'mode':<8},{'label':<28},{'count':>7}",
        *(f"{r.arch:<20},{r.moe:<4},{r.mode:<8},{r.label:<28},{r.count:>7}" for r in rows),
    ]
    return "\n".join(lines) + "\n"


def write(path: Path, rows: Iterable[Row], device: str) -> None:
    """Write a baseline; it is whole at every moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ".part")
    aside.write_text(text(rows, device), "utf-8")
    aside.replace(path)


def compare(before: Sequence[Row], now: Sequence[Row]) -> list[Difference]:
    """Return changed, new and vanished rows, by key; a key's rows are compared one by one."""
    old, new = by_key(before), by_key(now)
    found = []
    for key in sorted({*old, *new}):
        then, there = old.get(key, ()), new.get(key, ())
        if sorted(then) != sorted(there):
            kind = _kind(then, there)
            found.append(Difference(kind=kind, key=key, before=then, now=there))
    return found


def matched(reference: Sequence[Row], now: Sequence[Row]) -> int:
    """Count the rows of a reference that are there with the same count."""
    return (Counter(reference) & Counter(now)).total()


def missed(reference: Sequence[Row], now: Sequence[Row]) -> list[Difference]:
    """Return the keys of a reference whose counts are others; keys that only we have are no matter."""
    return [one for one in compare(reference, now) if one.before]


def by_key(rows: Iterable[Row]) -> dict[tuple[str, str, str, str], tuple[int, ...]]:
    """Return the counts of each key, in the order of their rows."""
    counts: dict[tuple[str, str, str, str], tuple[int, ...]] = {}
    for row in rows:
        counts[row.key] = (*counts.get(row.key, ()), row.count)
    return counts


def shared(rows: Iterable[Row]) -> list[str]:
    """Say which rows share a key."""
    return [
        f"{len(counts)} rows are {','.join(key)}: counts {_counts(counts)}"
        for key, counts in by_key(rows).items()
        if len(counts) > 1
    ]


def errors_of(output: str) -> list[Nmse]:
    """Return the errors that the program reports."""
    found = (_REPORT.search(line) for line in output.splitlines())
    return [
        Nmse(name=" ".join(match.groups()[:3]), fused=_number(match[4]), device=_number(match[5]))
        for match in found
        if match
    ]


def too_large(errors: Iterable[Nmse], *, fused: float, device: float) -> list[str]:
    """Say which errors are above the limits; one that is no number is."""
    pairs = [
        (f"{one.name}: NMSE {what}", value, limit)
        for one in errors
        for what, value, limit in (
            ("fused against unfused", one.fused, fused),
            ("device against CPU", one.device, device),
        )
    ]
    return [
        f"{name} is {value:.2e}, limit {limit:g}"
        for name, value, limit in pairs
        if not value <= limit
    ]


def _row(line: str, where: str) -> Row:
    parts = [part.strip() for part in line.split(",")]
    if len(parts) != COLUMNS or not parts[-1].isdigit():
        raise ConfigError(
            f"is no row: {line.strip()!r}", where=where, hint="A row is arch,moe,mode,label,count."
        )
    arch, moe, mode, label, count = parts
    return Row(arch, moe, mode, label, int(count))


def _kind(before: Sequence[int], now: Sequence[int]) -> Literal["changed", "new", "vanished"]:
    if len(now) < len(before):
        return "vanished"
    return "new" if len(now) > len(before) else "changed"


def _counts(counts: Iterable[int]) -> str:
    return ", ".join(map(str, counts)) or "–"


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return math.nan
