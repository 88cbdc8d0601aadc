from __future__ import annotations

from buildprof.compare.history import Point, Series
from buildprof.report import history_text

POINT = Point(
    run="r|1",
    created="2026-12-01T12:00:00+00:00",
    commit="0123456789abcdef",
    dirty=True,
    builds=3,
    value=2_000_000,
    low=1_900_000,
    high=2_200_000,
)
LATER = Point(
    run="r2",
    created="2026-12-02T12:00:00+00:00",
    commit=None,
    dirty=False,
    builds=1,
    value=3_000_000,
    low=3_000_000,
    high=3_000_000,
    step=0.5,
)
SERIES = Series(
    metric="total",
    scope="minimal",
    variant="baseline",
    setting={"project": "toy", "machine, name": "builder", "compiler": "clang 22.1.8", "-j": 2},
    noise=0.012,
    points=(POINT, LATER),
)
WHOLE = """\
# toy, minimal/baseline, total: builder, clang 22.1.8, -j2

| Run |      Commit | Builds | Median |           Range |  Change |                      Step |
|:----|------------:|-------:|-------:|----------------:|--------:|--------------------------:|
| r|1 | 0123456789+ |      3 | 2.00 s | 1.90 s … 2.20 s |       – |                           |
| r2  |           – |      1 | 3.00 s |                 | +50.0 % | +50.0 %, not confirmed yet |

Usual change between runs: 1.2 % (standard deviation of a run).
"""


def test_the_whole_table() -> None:
    text = history_text.render([SERIES])
    assert [line.split() for line in text.splitlines() if "---" not in line] == [
        line.split() for line in WHOLE.splitlines() if "---" not in line
    ]


def test_markdown_escapes_names() -> None:
    assert "r\\|1" in history_text.render([SERIES], "md")
