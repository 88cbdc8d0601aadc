"""Numbers with units, as tables show them; what is unknown is a dash."""

from __future__ import annotations

UNKNOWN = "–"


def seconds(us: float | None, digits: int = 1) -> str:
    """Return microseconds as seconds: `1,044.7 s`."""
    return UNKNOWN if us is None else f"{us / 1_000_000:,.{digits}f} s"


def memory(kib: float | None) -> str:
    """Return KiB as MiB: `1,303 MiB`."""
    return UNKNOWN if kib is None else f"{kib / 1024:,.0f} MiB"


def size(count: int | None) -> str:
    """Return bytes as a size: `2.9 MB`."""
    if count is None:
        return UNKNOWN
    return f"{count / 1_000_000:.1f} MB" if count >= 100_000 else f"{count / 1000:.1f} kB"
