"""Markdown that fits a budget of bytes: whole sections are left out, the last first, and it says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

# GitHub drops a summary of more than 1 MiB whole; other steps of a job add to the same file
SUMMARY_BYTES = 900 * 1024


class Section(msgspec.Struct, frozen=True):
    """A part that is shown whole or not at all; the first section of a text is always shown."""

    title: str
    body: str


def fit(sections: Sequence[Section], most: int = SUMMARY_BYTES) -> str:
    """Return the sections joined, in at most `most` bytes of UTF-8; what is left out is named."""
    for kept in range(len(sections), 0, -1):
        text = _joined(sections[:kept], [section.title for section in sections[kept:]])
        if len(text.encode("utf-8", "replace")) <= most or kept == 1:
            return text
    return ""


def _joined(kept: Sequence[Section], dropped: Sequence[str]) -> str:
    parts = [section.body.rstrip("\n") + "\n" for section in kept]
    if dropped:
        parts.append(f"_Left out, because it would not fit here: {', '.join(dropped)}._\n")
    return "\n".join(parts)
