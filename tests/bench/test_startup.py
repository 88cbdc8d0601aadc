"""How long a user waits before anything happens."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

import pytest

from buildprof.process import capture

pytestmark = pytest.mark.bench
ROOT = Path(__file__).resolve().parent.parent.parent
HELP_S = 0.150
SECOND_BOOTSTRAP_S = 0.3
RUNS = 15


def test_help_takes_under_150_ms() -> None:
    program = Path(sys.executable).with_name("buildprof")

    assert _median_s([program, "--help"]) < HELP_S


def test_second_bootstrap_adds_little() -> None:
    program = Path(sys.executable).with_name("buildprof")
    bare = _median_s([program, "--version"])
    through = _median_s([sys.executable, ROOT / "bootstrap", "--version"])

    assert through - bare < SECOND_BOOTSTRAP_S


def _median_s(command: list[str | Path]) -> float:
    times = [capture(command).wall_s for _ in range(RUNS + 1)]
    return statistics.median(times[1:])  # the first one fills the disk cache
