from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.compare.compare import Request, compare
from buildprof.compare.result import Comparison
from buildprof.report import comparison_json
from tests import comparing

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    folder = comparing.alternating(tmp_path, [[1, 2]] * 2, [[2, 3]] * 2)
    found = compare(comparing.side(folder), comparing.side(folder, "pch"), Request())
    assert msgspec.json.decode(comparison_json.render(found), type=Comparison) == found
