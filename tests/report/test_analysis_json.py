from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import msgspec

from buildprof.analysis.result import BuildAnalysis
from buildprof.report import analysis_json
from tests.traces import EC, analyse, source, span, write

if TYPE_CHECKING:
    from pathlib import Path


def whole(root: Path) -> BuildAnalysis:
    write(root, "{", "broken.json")
    events = [
        *source("/in.h", 20, 40),
        *source("/a.h", 0, 90),
        span("InstantiateClass", 5, 20, "T<int>"),
    ]
    return analyse(root, *events, span("OptFunction", 9, 30, "f<int>"), EC)


def test_the_published_schema_is_fresh(repository: Path) -> None:
    """Made by: python -m buildprof.report.analysis_json > docs/analysis.schema.json."""
    published = repository / "docs" / "analysis.schema.json"

    assert published.read_text(encoding="utf-8") == analysis_json.schema_text()


def test_the_object_obeys_its_schema(tmp_path: Path) -> None:
    schema = analysis_json.schema()
    jsonschema.Draft202012Validator.check_schema(schema)

    jsonschema.validate(json.loads(analysis_json.render(whole(tmp_path))), schema)


def test_names_that_others_rely_on(tmp_path: Path) -> None:
    data = json.loads(analysis_json.render(whole(tmp_path)))
    times = {"frontend_us", "backend_us", "other_us", "total_us"}
    row = {"name", "count", "total_us", "inclusive_us"}

    assert data["schema_version"] == 1
    assert {"translation_units", *times} <= set(data["summary"])
    assert {"name", "kind", "source", "target", "configuration", "arch", *times} <= set(
        data["units"][0]
    )
    assert {"path", "count", "inclusive_us", "self_us", "chains"} <= set(data["headers"][0])
    assert all(
        row <= set(data[table][0])
        for table in ("templates", "template_sets", "functions", "function_sets")
    )
    assert set(data["unreadable"][0]) == {"path", "message"}
    assert (data["warnings"], data["ignored"]) == ([], 0)
    assert data["summary"]["frontend_us"] is None
    assert data["headers"][1]["chains"] == [{"count": 1, "inclusive_us": 20, "via": ["/a.h"]}]


def test_what_was_written_can_be_read_again(tmp_path: Path) -> None:
    result = whole(tmp_path)

    assert msgspec.json.decode(analysis_json.render(result), type=BuildAnalysis) == result
