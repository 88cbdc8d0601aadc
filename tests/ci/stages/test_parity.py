from __future__ import annotations

from typing import TYPE_CHECKING

from buildprof.ci.stages import parity
from tests.contexts import row

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.context import Context
    from buildprof.ci.log import Log
    from buildprof.ci.results import Outcome

GOOD = "llama-dense 8.3e-13 5.1e-13 PASS"
BAD = "gpt2-dense 1.0e-02 - FAIL it had no tokens"


def run(context: Context, log: Log, folder: Path, lines: list[str], code: int) -> Outcome:
    """Run the stage on a comparison that reports these lines."""
    package = folder / "tests" / "native"
    package.mkdir(parents=True)
    report = "import sys\nplace = sys.argv[sys.argv.index('--report') + 1]\n"
    text = f"{report}open(place, 'w').write({chr(10).join(lines)!r})\nraise SystemExit({code})\n"
    (package / "parity.py").write_text(text, encoding="utf-8")
    program = str(context.project.source / "CMakeLists.txt")
    stage = row(context, "parity", program=program, folder=str(folder), absent="", needs=())
    return parity.run(stage, context, log)


def test_models_that_agree_are_tests_that_pass(context: Context, log: Log, tmp_path: Path) -> None:
    outcome = run(context, log, tmp_path / "toy", [GOOD, "parity: 1/1"], 0)

    assert outcome.state == "passed", outcome
    assert outcome.remarks == ("parity: 1/1",)
    assert [(test.name, test.state) for test in outcome.tests] == [("llama-dense", "passed")]


def test_a_model_that_does_not_agree_is_named(context: Context, log: Log, tmp_path: Path) -> None:
    outcome = run(context, log, tmp_path / "toy", [GOOD, BAD, "parity: 1/2"], 1)

    assert outcome.state == "failed"
    assert outcome.reason == "gpt2-dense: it had no tokens"
    assert outcome.remarks == ("parity: 1/2",)


def test_a_comparison_of_nothing_fails(context: Context, log: Log, tmp_path: Path) -> None:
    assert run(context, log, tmp_path / "toy", [], 0).state == "failed"


def test_a_program_that_is_not_there_is_not_built(context: Context, log: Log) -> None:
    stage = row(context, "parity", program="tools/nope", absent="", needs=())

    assert parity.run(stage, context, log).state == "not built"
    assert parity.obstacle(row(context, "parity", program="", absent=""), context) == (
        "no program that writes logits is named"
    )
