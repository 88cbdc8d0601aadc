"""The analysis of a build as one JSON object; docs/analysis.schema.json describes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof import console
from buildprof.analysis.result import BuildAnalysis

if TYPE_CHECKING:
    from typing import Any


def render(result: BuildAnalysis) -> str:
    """The object, in one line. Names hold what the trace holds: JSON escapes what it must."""
    return msgspec.json.encode(result).decode() + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of what `render` writes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "buildprof analyze --json",
        **msgspec.json.schema(BuildAnalysis),
    }


def schema_text() -> str:
    """The schema as the file in docs/ holds it."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n"


if __name__ == "__main__":
    console.result(schema_text())
