from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema

from buildprof.compare import json_schema
from buildprof.compare.compare import Request, compare
from buildprof.report import comparison_json
from tests import comparing

if TYPE_CHECKING:
    from pathlib import Path


def test_the_published_schema_is_that_of_the_classes(repository: Path) -> None:
    published = (repository / "docs" / "comparison.schema.json").read_text("utf-8")
    assert published == json_schema.text()


def test_a_comparison_fits_it(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1, 2]] * 2, [[2, 3]] * 2)
    found = compare(comparing.side(folder), comparing.side(folder, "pch"), Request())
    jsonschema.validate(json.loads(comparison_json.render(found)), json.loads(json_schema.text()))
