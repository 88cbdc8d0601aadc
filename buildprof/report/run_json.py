"""A run as one JSON object: run.json itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import json_text

if TYPE_CHECKING:
    from buildprof.runs.schema import Run


def render(run: Run) -> str:
    """Return the record of a run, indented."""
    text = msgspec.json.format(msgspec.json.encode(run), indent=2).decode()
    return json_text.safe(text) + "\n"
