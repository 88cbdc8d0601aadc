from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

import pytest

from buildprof.report.formats import html
from buildprof.report.subject import Subject
from tests import browser, records, samples

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.bench
LARGEST_MB, SLOWEST_S = 8, 2


def test_a_page_of_a_large_run_is_light_and_opens_quickly(tmp_path: Path) -> None:
    variants = ("baseline", "pch", "unity", "pch-unity")
    builds = [records.build("minimal", variant) for variant in variants]
    folder = records.stored(tmp_path, records.run(*builds, variants=variants))
    units = [samples.unit(f"src/part{n % 9}/file{n}.cpp", n % 7, n % 5) for n in range(300)]
    steps = [samples.step(unit.name, n * 0.3, 1 + n % 12) for n, unit in enumerate(units)]
    for build in builds:
        folder.save_record(build.id, "units", units)
        folder.save_record(build.id, "steps", steps)
        folder.save_record(build.id, "analysis", samples.analysis())
        folder.save_record(build.id, "include-tree", samples.includes())
    page = tmp_path / "page.html"
    page.write_text(html.render(Subject(folder)), "utf-8")
    assert page.stat().st_size < LARGEST_MB * 1_000_000
    program = browser.program()
    if program is None:
        pytest.skip("no Chromium is installed")
    with browser.Browser(program) as chromium:
        assert statistics.median(_opened(chromium, page) for _ in range(5)) < SLOWEST_S


def _opened(chromium: browser.Browser, page: Path) -> float:
    began = time.perf_counter()
    chromium.open(page)
    return time.perf_counter() - began
