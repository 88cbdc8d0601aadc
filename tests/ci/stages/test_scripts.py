from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from buildprof.ci.stages import scripts
from tests.contexts import row

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log


def python(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", script, "{build}")


def test_commands_run_in_their_folder_with_words_filled_in(context: Context, log: Log) -> None:
    check = "import os, sys; exit(os.getcwd() != os.path.realpath(sys.argv[1]))"
    outcome = scripts.run(row(context, "scripts", arguments=(python(check),)), context, log)

    assert outcome.state == "passed", log.tail


def test_the_first_command_that_fails_ends_the_stage(context: Context, log: Log) -> None:
    stage = row(context, "scripts", arguments=(python("exit(7)"), python("exit(0)")))
    outcome = scripts.run(stage, context, log)

    assert outcome.state == "failed"
    assert outcome.reason.endswith("ended with exit code 7")
    assert len(outcome.tests) == 1


def test_no_scripts_are_an_obstacle(context: Context) -> None:
    assert scripts.obstacle(row(context, "scripts"), context) == "no scripts are named"
    stage = row(context, "scripts", arguments=(("x",),), needs=("{mnt}/m",))
    assert scripts.obstacle(stage, context) == f"there is no {context.mnt}/m"
