"""The history of metrics as one JSON list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from buildprof.compare.history import Series


def render(series: Sequence[Series]) -> str:
    """Return all series, indented."""
    text = msgspec.json.format(msgspec.json.encode(series), indent=2).decode()
    return json_text.safe(text) + "\n"
