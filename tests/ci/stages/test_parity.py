from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.stages import parity
from tests.contexts import row, switched

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


SPLIT = """import sys
place = sys.argv[sys.argv.index('--report') + 1]
device = '--device' in sys.argv
if device and '{device}' == 'absent':
    raise SystemExit(77)
open(place, 'w').write('{bad}' if device else '{good}')
raise SystemExit(int(device))
"""


@pytest.mark.parametrize(
    ("device", "state", "last"),
    [
        ("there", "failed", ("Vulkan0: gpt2-dense", "failed", "it had no tokens")),
        ("absent", "passed", ("Vulkan0", "skipped", "no device Vulkan0")),
    ],
)
def test_a_device_that_is_on_gets_a_sample(
    context: Context, log: Log, tmp_path: Path, device: str, state: str, last: tuple[str, str, str]
) -> None:
    package = tmp_path / "toy" / "tests" / "native"
    package.mkdir(parents=True)
    text = SPLIT.format(device=device, good=GOOD, bad=BAD)
    (package / "parity.py").write_text(text, encoding="utf-8")
    program = str(context.project.source / "CMakeLists.txt")
    folder = str(tmp_path / "toy")
    on = switched(context, backends=("vulkan",))
    stage = row(on, "parity", program=program, folder=folder, absent="", needs=())

    outcome = parity.run(stage, on, log)

    assert outcome.state == state
    assert outcome.tests[0].name == "llama-dense"
    assert (outcome.tests[-1].name, outcome.tests[-1].state, outcome.tests[-1].message) == last


def test_a_comparison_of_nothing_fails(context: Context, log: Log, tmp_path: Path) -> None:
    assert run(context, log, tmp_path / "toy", [], 0).state == "failed"


def test_a_program_that_is_not_there_is_not_built(context: Context, log: Log) -> None:
    stage = row(context, "parity", program="tools/nope", absent="", needs=())

    assert parity.run(stage, context, log).state == "not built"
    assert parity.obstacle(row(context, "parity", program="", absent=""), context) == (
        "no program that writes logits is named"
    )
