"""The log of ninja: when each output was last built, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = ".ninja_log"
_HEADER = "# ninja log v"
_OLDEST = 5
_FIELDS = 5


class Entry(msgspec.Struct, frozen=True):
    """The newest build of one output. Times are milliseconds since ninja started."""

    output: str
    start_ms: int
    end_ms: int
    modified_ns: int

    @property
    def duration_us(self) -> int:
        """How long the edge ran."""
        return max(0, self.end_ms - self.start_ms) * 1000


def load(build_dir: Path) -> dict[str, Entry]:
    """The newest entry of every output, in the order of the log; none where there is no log.

    A line that was being written when ninja was killed is left out.
    """
    try:
        text = (build_dir / FILE_NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    lines = text.splitlines()
    if not lines or not _readable(lines[0]):
        return {}
    found: dict[str, Entry] = {}
    for line in lines[1:]:
        entry = _entry(line)
        if entry is not None:
            found.pop(entry.output, None)
            found[entry.output] = entry
    return found


def _readable(header: str) -> bool:
    version = header.removeprefix(_HEADER)
    return header.startswith(_HEADER) and version.strip().isdigit() and int(version) >= _OLDEST


def _entry(line: str) -> Entry | None:
    fields = line.split("\t")
    if len(fields) != _FIELDS:
        return None
    try:
        start, end, modified = (int(field) for field in fields[:3])
    except ValueError:
        return None
    return Entry(fields[3].replace("\\", "/"), start, end, modified)
