from __future__ import annotations

from typing import TYPE_CHECKING

import jsonschema
import msgspec

from buildprof.runs import json_schema
from tests import records

if TYPE_CHECKING:
    from pathlib import Path


def test_the_published_schema_is_fresh(repository: Path) -> None:
    published = (repository / "docs/run.schema.json").read_text("utf-8")
    assert published == json_schema.text(), (
        "python -m buildprof.runs.json_schema > docs/run.schema.json"
    )


def test_a_run_is_as_the_schema_says() -> None:
    run = records.run(
        records.build("minimal", "baseline"), records.build("minimal", "pch", state="failed")
    )
    schema = msgspec.json.decode(json_schema.text())
    jsonschema.validate(msgspec.json.decode(msgspec.json.encode(run)), schema)
