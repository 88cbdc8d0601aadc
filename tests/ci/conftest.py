"""What tests of stages get: a log that shows nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.log import Log

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    """A log of a minute."""
    made = Log(tmp_path / "stage.log", 60.0, lambda _line: None)
    yield made
    made.close()
