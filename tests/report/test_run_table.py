from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from buildprof.report import run_table
from buildprof.runs.schema import Proof
from tests import records

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.runs.schema import Run

WHOLE = """\
# toy, run 20261201-120000-toy

| Build             | TUs | Frontend | Backend | Other | Total |   CPU |  Wall | Peak RSS |
|:------------------|----:|---------:|--------:|------:|------:|------:|------:|---------:|
| Minimal, baseline |   2 |    2.5 s |   1.5 s | 0.0 s | 4.2 s | 4.3 s | 2.1 s |  200 MiB |

- Compiler: clang 22.1.8, libstdc++ 12 (20220819), target x86_64-pc-linux-gnu
- Machine: builder: Example CPU, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm), kernel 6.1
- Project: toy, commit 0123abcd with changes, Release, CMake 4.4.5
- Builds: -j2, from clean, once each, 2026-12-01T12:00:00+00:00
"""


def render(tmp_path: Path, run: Run) -> str:
    return run_table.render(run, records.stored(tmp_path, run))


def test_the_whole_report(tmp_path: Path) -> None:
    text = render(tmp_path, records.run(records.build("minimal", "baseline")))
    assert text.startswith(WHOLE)
    assert text.endswith(
        "## Minimal, baseline: largest traces\n\n"
        "| TU               |   Trace |\n"
        "|:-----------------|--------:|\n"
        "| src/model.cpp    |  2.9 MB |\n"
        "| src/odd|name.cpp | 90.5 kB |\n"
        "\n"
        "## Minimal, baseline: slowest TUs\n\n"
        "| TU               | Frontend | Backend |  Other |  Total | Peak RSS |\n"
        "|:-----------------|---------:|--------:|-------:|-------:|---------:|\n"
        "| src/model.cpp    |   2.50 s |  1.00 s | 0.02 s | 3.52 s |  200 MiB |\n"
        "| src/odd|name.cpp |        – |  0.50 s |      – | 0.70 s |        – |\n"
    )


def test_repetitions_become_medians_with_their_range(tmp_path: Path) -> None:
    builds = [
        records.build("minimal", "baseline", number, wall_us=wall)
        for number, wall in ((1, 3_000_000), (2, 1_000_000), (3, 2_000_000))
    ]
    text = render(tmp_path, records.run(*builds))
    assert "| Minimal, baseline |      3 | 1.0 s |  2.0 s | 3.0 s |" in text
    assert "| 4.3 s | 2.0 s |" in text
    assert "3 times each, interleaved; figures are medians" in text


def test_a_failed_build_is_named_with_its_error(tmp_path: Path) -> None:
    failed = records.build(
        "minimal",
        "pch",
        state="failed",
        totals=None,
        proof=None,
        reason="FAILED: a.o\na.cpp:1:1: error: no",
    )
    run = records.run(records.build("minimal", "baseline"), failed, variants=("baseline", "pch"))
    text = render(tmp_path, run)
    assert "| Minimal, PCH (failed) |   – |" in text
    assert "- Minimal, PCH failed; its log is builds/minimal-pch-1/ in the run folder:\n\n" in text
    assert "      a.cpp:1:1: error: no\n" in text


def test_a_variant_without_effect_says_so(tmp_path: Path) -> None:
    proof = Proof(pch_units=0, pch_users=0, unity_units=0, problem="no unity source was compiled")
    text = render(
        tmp_path, records.run(records.build("minimal", "unity", proof=proof), variants=("unity",))
    )
    assert "| Minimal, unity (no effect) |" in text
    assert "- Minimal, unity: no unity source was compiled.\n" in text


def test_pch_and_unity_explain_their_number_of_units(tmp_path: Path) -> None:
    proof = Proof(pch_units=1, pch_users=3, unity_units=2)
    run = records.run(records.build("minimal", "pch-unity", proof=proof), variants=("pch-unity",))
    text = render(tmp_path, run)
    assert "PCH adds TUs:" in text
    assert "Unity lowers the number of TUs:" in text


def test_a_run_that_was_killed_says_how_to_go_on(tmp_path: Path) -> None:
    run = records.run(
        records.build("minimal", "baseline"), variants=("baseline", "pch"), finished=False
    )
    text = render(tmp_path, run)
    assert "| Minimal, PCH (not built) |" in text
    assert "`buildprof run --resume`" in text


def test_differences_and_warnings_are_counted_and_shown(tmp_path: Path) -> None:
    made = records.build(
        "minimal", "baseline", differences=("a", "b", "c", "d"), warnings=("w: x",)
    )
    text = render(tmp_path, records.run(made))
    assert "4 compiles, traces or objects without a partner: a; b; c; and 1 more" in text
    assert "1 warning: w: x" in text


def test_a_busy_machine_is_named_with_its_remedy(tmp_path: Path) -> None:
    totals = msgspec.structs.replace(records.TOTALS, total_us=65_400_000)
    build = records.build("minimal", "baseline", totals=totals, cpu_us=30_700_000)
    text = render(tmp_path, records.run(build))
    assert (
        "- The machine was busy, so that traces measure more wall time than the builds took of CPU "
        "(Minimal, baseline: 65.4 s in traces, 30.7 s of CPU). Repeat them on an idle machine, or with "
        "a smaller -j.\n"
    ) in text


def test_in_a_narrow_terminal_the_first_table_becomes_two(tmp_path: Path) -> None:
    run = records.run(records.build("minimal", "baseline"))
    folder = records.stored(tmp_path, run)
    text = run_table.render(run, folder, width=70)
    assert "| Build             | TUs | Frontend | Backend | Other | Total |\n" in text
    assert "| Build             |   CPU |  Wall | Peak RSS |\n" in text
    assert max(len(line) for line in text.splitlines() if line.startswith("|")) <= 70
