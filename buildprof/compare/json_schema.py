"""The published JSON Schema: `python -m buildprof.compare.json_schema > docs/comparison.schema.json`."""

from __future__ import annotations

import msgspec

from buildprof import console
from buildprof.compare.result import Comparison


def text() -> str:
    """Return the schema as it is published."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema |= {"title": "buildprof comparison"} | msgspec.json.schema(Comparison)
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


if __name__ == "__main__":
    console.result(text())
