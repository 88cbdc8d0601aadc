from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.compare.compare import Request, compare
from buildprof.report import comparison_text
from tests import comparing
from tests.comparing import unit

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.compare.result import Comparison

WHOLE = """\
# toy: Minimal, PCH against Minimal, baseline

- A: 20261201-120000-toy:minimal/baseline, 0123abcd with changes, 1 build, 2026-12-01T12:00:00+00:00
- B: 20261201-120000-toy:minimal/pch, 0123abcd with changes, 1 build, 2026-12-01T12:00:00+00:00

Total: undecided. 1 + 1 builds do not show how much a build moves by itself.

| Metric |      A |      B |  Change | Interval | Significant | Relevant |
|:-------|-------:|-------:|--------:|---------:|------------:|---------:|
| total  | 7.00 s | 6.00 s | -14.3 % |        – |           – |      yes |

- One build a side and no history: nothing can be said about noise. Repeat the builds: buildprof run --repeat 5.

## TUs
"""


@pytest.fixture
def found(tmp_path: Path) -> Comparison:
    before = [unit("src/a.cpp", 4_000_000), unit("src/b.cpp", 3_000_000)]
    after = [
        unit("src/a.cpp", 2_500_000),
        unit("src/b.cpp", 1_500_000),
        unit("src/new|.cpp", 2_000_000),
    ]
    folder = comparing.run(tmp_path, [("baseline", before), ("pch", after)])
    return compare(
        comparing.side(folder), comparing.side(folder, "pch"), Request(metrics=("total",))
    )


def test_the_conclusion_comes_first(found: Comparison) -> None:
    assert comparison_text.render(found).startswith(WHOLE)


def test_rows_add_up_in_print(found: Comparison) -> None:
    text = comparison_text.render(found, movers=1)
    assert (
        "| TUs          | A |      B |   B - A |    Change | Significant |\n"
        "|:-------------|--:|-------:|--------:|----------:|------------:|\n"
        "| src/new|.cpp | – | 2.00 s | +2.00 s | only in B |           – |\n"
        "| 2 more       |   |        | -3.00 s |           |             |\n"
        "| whole        |   |        | -1.00 s |           |             |\n"
        "\n"
        "In both -3.00 s; 1 only in B +2.00 s.\n"
    ) in text


def test_markdown_escapes_names(found: Comparison) -> None:
    assert "src/new\\|.cpp" in comparison_text.render(found, "md")


def test_tables_fit_the_terminal(found: Comparison) -> None:
    lines = comparison_text.render(found, width=80).splitlines()
    assert max(len(line) for line in lines if line.startswith("|")) <= 80


def test_words() -> None:
    assert [comparison_text.word(answer) for answer in (True, False, None)] == ["yes", "no", "–"]
    assert comparison_text.percent(-0.031) == "-3.1 %"
    assert comparison_text.signed(1_500_000) == "+1.50 s"
