"""A comparison as one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import json_text

if TYPE_CHECKING:
    from buildprof.compare.result import Comparison


def render(comparison: Comparison) -> str:
    """Return the record of a comparison, indented; docs/comparison.schema.json describes it."""
    text = msgspec.json.format(msgspec.json.encode(comparison), indent=2).decode()
    return json_text.safe(text) + "\n"
