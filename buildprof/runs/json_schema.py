"""The published JSON Schema of run.json: `python -m buildprof.runs.json_schema > docs/run.schema.json`."""

from __future__ import annotations

import msgspec

from buildprof import console
from buildprof.runs.schema import Run


def text() -> str:
    """Return the schema as it is published."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "buildprof run"}
    schema |= msgspec.json.schema(Run)
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


if __name__ == "__main__":
    console.result(text())
