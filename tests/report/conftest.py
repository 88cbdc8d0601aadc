from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.report.subject import Subject
from tests import samples

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    """A run with every kind of record."""
    return Subject(samples.full(tmp_path / "reports"))
