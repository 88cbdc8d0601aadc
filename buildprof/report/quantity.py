"""Numbers with units, as tables show them; what is unknown is a dash."""

from __future__ import annotations

UNKNOWN = "–"


def seconds(us: float | None, digits: int = 1) -> str:
    """Return microseconds as seconds: `1,044.7 s`."""
    return UNKNOWN if us is None else f"{us / 1_000_000:,.{digits}f} s"


def count(number: float | None) -> str:
    """Return a number of things: `1,234`."""
    return UNKNOWN if number is None else f"{number:,.0f}"


def memory(kib: float | None) -> str:
    """Return KiB as MiB: `1,303 MiB`."""
    return UNKNOWN if kib is None else f"{kib / 1024:,.0f} MiB"


def size(length: int | None) -> str:
    """Return bytes as a size: `2.9 MB`."""
    if length is None:
        return UNKNOWN
    return f"{length / 1_000_000:.1f} MB" if length >= 100_000 else f"{length / 1000:.1f} kB"


def change(us: float) -> str:
    """Return a difference of times with its sign."""
    return f"{us / 1_000_000:+,.2f} s".replace("-", "\N{MINUS SIGN}")
