from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from buildprof.ci.stages import ctest
from buildprof.errors import ConfigError
from tests.contexts import row

if TYPE_CHECKING:
    from buildprof.ci.context import Context
    from buildprof.ci.log import Log


def low_perf(context: Context) -> Context:
    return msgspec.structs.replace(
        context, switches=msgspec.structs.replace(context.switches, low_perf=True)
    )


def test_tests_of_all_labels_run(context: Context, log: Log) -> None:
    outcome = ctest.run(row(context, "ctest_release"), context, log)

    assert outcome.state == "passed", outcome
    assert [test.name for test in outcome.tests] == ["adds", "subtracts", "scripted"]
    assert (context.out / "ctest_release.xml").is_file()


def test_more_labels_are_left_out_with_low_perf(context: Context, log: Log) -> None:
    outcome = ctest.run(row(context, "ctest_release"), low_perf(context), log)

    assert [test.name for test in outcome.tests] == ["adds", "subtracts"]


def test_more_exclusions_are_for_low_perf(context: Context, log: Log) -> None:
    stage = row(context, "ctest_release", more_exclude=("^adds$",))

    assert len(ctest.run(stage, context, log).tests) == 3
    assert [test.name for test in ctest.run(stage, low_perf(context), log).tests] == ["subtracts"]


def test_exclusions_of_the_call_come_on_top_of_the_stages(context: Context, log: Log) -> None:
    more = msgspec.structs.replace(context, without_tests=("^scripted$",))
    outcome = ctest.run(row(context, "ctest_release", exclude=("^adds$",)), more, log)

    assert [test.name for test in outcome.tests] == ["subtracts"]


def test_a_list_of_known_tests_that_is_missing_is_named(context: Context, log: Log) -> None:
    stage = row(context, "ctest_release", known_tests="{source}/nope.txt")
    with pytest.raises(ConfigError, match="cannot be read"):
        ctest.run(stage, context, log)


def test_the_list_of_known_tests_is_written_on_request(context: Context, log: Log) -> None:
    recording = msgspec.structs.replace(context, record_tests=True)
    file = context.project.source / "known.txt"
    file.unlink()

    assert ctest.run(row(context, "ctest_release"), recording, log).state == "passed"
    assert file.read_text("utf-8").splitlines()[1:] == ["adds", "scripted", "subtracts"]


def test_a_model_that_is_missing_is_an_obstacle(context: Context) -> None:
    stage = row(context, "with_model_release", needs=("{mnt}/m.gguf",))

    assert ctest.obstacle(stage, context) == f"there is no {context.mnt}/m.gguf"
    assert ctest.obstacle(row(context, "ctest_release"), context) is None
