from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from buildprof.ci.stages import pytest as kind
from tests import toy_ci
from tests.contexts import row

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log


def test_tests_that_pass_are_counted(context: Context, log: Log) -> None:
    outcome = kind.run(row(context, "server"), context, log)

    assert outcome.state == "passed", log.tail
    assert [(test.name, test.state) for test in outcome.tests] == [
        ("test_server::test_adds", "passed")
    ]


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("== 0", "== 1", "1 of 1 tests failed: test_server::test_adds"),
        ("def test_adds", "def adds", "no test matched"),
        (
            "def test",
            "import pytest\n@pytest.mark.skip(reason='x')\ndef test",
            "all 1 tests were skipped",
        ),
    ],
)
def test_no_pass_without_a_test_that_passed(
    context: Context, log: Log, before: str, after: str, reason: str
) -> None:
    toy_ci.edit(context.project.source, "test_server.py", before, after)
    outcome = kind.run(row(context, "server"), context, log)

    assert (outcome.state, outcome.reason) == ("failed", reason)


def test_a_server_that_is_not_there_is_not_built(context: Context, log: Log) -> None:
    assert kind.run(row(context, "server", program="no"), context, log).state == "not built"


def test_a_file_that_is_missing_is_an_obstacle(context: Context) -> None:
    assert kind.obstacle(row(context, "server"), context) is None
    stage = row(context, "server", needs=("{mnt}/m.gguf",))
    assert kind.obstacle(stage, context) == f"there is no {context.mnt}/m.gguf"
