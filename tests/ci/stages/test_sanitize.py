from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from buildprof.ci.stages import sanitize
from tests.contexts import row

if TYPE_CHECKING:
    from pathlib import Path

    from buildprof.ci.context import Context
    from buildprof.ci.log import Log

POSIX = pytest.mark.skipif(os.name == "nt", reason="makes programs that are shell scripts")


@POSIX
def test_a_compiler_without_the_runtime_is_an_obstacle(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cxx").write_text("#!/bin/sh\ncase $1 in *thread) exit 1;; esac\n", "utf-8")
    (tmp_path / "cxx").chmod(0o755)
    monkeypatch.setenv("CXX", str(tmp_path / "cxx"))

    assert sanitize.obstacle(row(context, "sanitize_address"), context) is None
    assert sanitize.obstacle(row(context, "sanitize_thread"), context) == (
        f"{tmp_path}/cxx cannot link with -fsanitize=thread; is its runtime installed?"
    )


def test_tests_run_as_in_any_other_tree(context: Context, log: Log) -> None:
    stage = row(context, "sanitize_address", tree="release", labels=("main",))
    outcome = sanitize.run(stage, context, log)

    assert (outcome.state, len(outcome.tests)) == ("passed", 2)
