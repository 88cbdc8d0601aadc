"""Memory stays bounded: one trace of 100 MB, and 5,000 traces, in less than 1 GB."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.traces import span, text, write

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="the peak of a process is told by Unix systems"),
]

PROGRAM = """
import pathlib, resource, sys
from buildprof.analysis.build import analyze
result = analyze(pathlib.Path(sys.argv[1]), threads=2)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(result.summary.translation_units, len(result.templates), peak // (1024 if sys.platform == "darwin" else 1))
"""
GIB_IN_KIB = 1 << 20


def measure(root: Path) -> tuple[int, int, int]:
    """Units, templates and the peak in KiB."""
    command = [sys.executable, "-c", PROGRAM, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    units, templates, peak = map(int, done.stdout.split())
    return units, templates, peak


def test_one_trace_of_100_mb(tmp_path: Path) -> None:
    count = 600_000
    lines = (
        f'{{"pid":1,"tid":1,"ph":"X","ts":{10 * i},"dur":9,"name":"InstantiateFunction",'
        f'"args":{{"detail":"some::name_space::function_of_a_usual_length<std::vector<int>, {i % 50_000}>::call"}}}}'
        for i in range(count)
    )
    whole = span("ExecuteCompiler", 0, 10 * count)
    path = write(tmp_path, '{"traceEvents":[' + ",\n".join(lines) + "," + json.dumps(whole) + "]}")
    assert path.stat().st_size > 95_000_000

    units, templates, peak = measure(tmp_path)

    assert (units, templates) == (1, 50_000)
    assert peak < GIB_IN_KIB


def test_5000_traces(tmp_path: Path) -> None:
    for unit in range(5_000):
        events = [
            span("InstantiateClass", 10 * i, 9, f"T<{i}, {unit if i < 5 else 0}>")
            for i in range(400)
        ]
        write(
            tmp_path, text(*events, span("ExecuteCompiler", 0, 9_000)), f"{unit % 50}/{unit}.json"
        )

    units, templates, peak = measure(tmp_path)

    assert (units, templates) == (5_000, 5 * 5_000 + 395)
    assert peak < GIB_IN_KIB
